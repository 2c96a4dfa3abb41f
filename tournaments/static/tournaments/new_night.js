// @ts-check
/** Announcing a night of a club: like the last one, or from its terms. */
import { getAll, post } from "../site/api.js";
import { el, once, region, say } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { previewOf } from "./preview.js";
import { FORMATS } from "./words.js";

const BEGINS_H = 19, BEGINS_MIN = 30;

/** Today at half past seven, for a field of date and time. */
function tonight() {
  const at = new Date();
  at.setHours(BEGINS_H, BEGINS_MIN, 0, 0);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement} */ (region(id)).value;

/** @param {string} id @param {string} label @param {Record<string, any>} attributes */
const field = (id, label, attributes) => [el("label", { for: id }, label), el("input", { id, ...attributes })];

/** @param {string} id @param {string} label @param {[string, string][]} options */
const choice = (id, label, options) => [el("label", { for: id }, label), el("select", { id }, ...options.map(([key, text]) => el("option", { value: key }, text)))];

/** Rules that a night of the club may be played by, the usual ones first. @param {any} club @param {any[]} rulesets @returns {[string, string][]} */
const rulesOf = (club, rulesets) => rulesets.filter(({ owner }) => !owner || owner.id === club.id)
  .sort((one, other) => Number(other.slug === "classic") - Number(one.slug === "classic")).map((each) => [each.slug, each.name]);

/** @param {any} made */
const toDesk = (made) => location.assign(`/tournaments/${made.id}`);

/** The terms that the form has. @param {any} club */
const terms = (club) => ({
  club: club.id, season: value("night-season") || null, name: value("night-name"), format: value("night-format"), ruleset: value("night-ruleset"),
  rounds: Number(value("night-rounds")), venue: value("night-venue"), starts_at: new Date(value("night-starts")).toISOString(),
  ...value("night-unit") === "hands" ? { hands_per_round: Number(value("night-length")) } : { minutes_per_round: Number(value("night-length")) },
});

/** What the night would be, for as many as are members unless another number is typed. @param {any} club @param {() => number} members */
function previewPart(club, members) {
  const place = el("div", { id: "night-preview", role: "status" });
  const changed = previewOf(place, club.id, () => ({ terms: terms(club), people: Number(value("night-people")) }));
  const opened = () => {
    /** @type {HTMLInputElement} */ (region("night-people")).defaultValue = String(members());
    changed();
  };
  return { opened, changed, part: el("fieldset", {}, el("legend", {}, gettext("What it would be")), ...field("night-people", gettext("People who will come"), { type: "number" }), place) };
}

/** @param {any} club @param {any} latest the last night, if there was one @param {any[]} seasons that are open @param {() => number} members how many there are */
export async function nightForm(club, latest, seasons, members) {
  const rulesets = await getAll("/rulesets?limit=100");
  const again = once(() => post("/tournaments", { like: latest.id, season: seasons[0]?.id ?? null, name: latest.name, starts_at: new Date(tonight()).toISOString() }).then(toDesk).catch(failed));
  const make = once(() => post("/tournaments", terms(club)).then(toDesk).catch(failed));
  const preview = previewPart(club, members);
  const weekday = new Date().toLocaleDateString(document.documentElement.lang, { weekday: "long" });
  return el("div", {},
    latest && el("p", {}, el("button", { type: "button", id: "again", onclick: again }, say(gettext("Tonight, like %(night)s"), { night: latest.name }))),
    el("details", { "data-key": "new-night", ontoggle: preview.opened }, el("summary", { class: "button" }, gettext("A new night")),
      el("form", { id: "new-night-form", oninput: preview.changed, onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); make(event); } },
        ...field("night-name", gettext("Its name"), { value: weekday, required: true, maxlength: 80 }),
        ...field("night-starts", gettext("Begins"), { type: "datetime-local", value: tonight(), required: true }),
        ...choice("night-format", gettext("Who plays with whom"), Object.entries(FORMATS)),
        ...choice("night-ruleset", gettext("Rules"), rulesOf(club, rulesets)),
        club.you.role === "admin" && el("p", {}, el("a", { href: `/rulesets/new?club=${club.id}` }, gettext("House rules of the club"))),
        ...field("night-rounds", gettext("Rounds"), { type: "number", value: 3, min: 1, max: 100, required: true }),
        ...field("night-length", gettext("Length of a round"), { type: "number", value: 2, min: 1, max: 600, required: true }),
        ...choice("night-unit", gettext("Counted in"), [["hands", gettext("hands")], ["minutes", gettext("minutes")]]),
        ...choice("night-venue", gettext("Where"), [["table", gettext("At the tables, with cards")], ["online", gettext("Online")]]),
        ...choice("night-season", gettext("Season"), [...seasons.map((each) => /** @type {[string, string]} */ ([each.id, each.name])), ["", gettext("none")]]),
        el("p", {}, el("button", { class: "primary" }, gettext("Announce the night"))),
        preview.part))); // the last: what comes late moves no button
}
