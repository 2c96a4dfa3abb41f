// @ts-check
/** Announcing a night of a club: like the last one, or from its terms. */
import { getAll, post } from "../site/api.js";
import { el, once, region, say } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { day } from "../site/local.js";
import { previewOf } from "./preview.js";
import { FORMATS, VISIBILITIES } from "./words.js";

const BEGINS_H = 19, BEGINS_MIN = 30, DAY_MS = 86_400_000;

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

/** True if all tables of the night may play the same deals: the service deals them, so many to a round. */
const mayShareDeals = () => value("night-venue") === "online" && value("night-unit") === "hands";

/** Offers shared deals only where there can be any. */
function offerSharedDeals() {
  region("night-shared").hidden = !mayShareDeals();
}

/** The name of a night like an earlier one: its own, or that of today after a weekday, numbered where another night of today has it. @param {string} before @param {{name: string, starts_at: string | null}[]} nights the latest */
function nameTonight(before, nights) {
  const plain = before.replace(/ \d{1,2}$/, ""), wanted = [0, 1, 2, 3, 4, 5, 6].some((past) => weekdayOf(past) === plain) ? weekdayOf(0) : plain;
  const today = nights.filter(({ starts_at: at }) => at && day(at) === day(Date.now())).map(({ name }) => name);
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!today.includes(name)) return name;
  }
}

/** "Saturday", of so many days ago @param {number} past */
const weekdayOf = (past) => new Date(Date.now() - past * DAY_MS).toLocaleDateString(document.documentElement.lang, { weekday: "long" });

/** The terms that the form has. @param {any} club */
const terms = (club) => ({
  visibility: value("night-visibility"), duplicate: mayShareDeals() && /** @type {HTMLInputElement} */ (region("night-duplicate")).checked,
  club: club.id, season: value("night-season") || null, name: value("night-name"), format: value("night-format"), ruleset: value("night-ruleset"),
  rounds: Number(value("night-rounds")), venue: value("night-venue"), starts_at: new Date(value("night-starts")).toISOString(),
  ...value("night-unit") === "hands" ? { hands_per_round: Number(value("night-length")) } : { minutes_per_round: Number(value("night-length")) },
});

/** What the night would be, for as many as are members unless another number is typed. @param {any} club @param {() => number} members */
function previewPart(club, members) {
  const place = el("div", { id: "night-preview", class: "later", role: "status" });
  const changed = previewOf(place, club.id, () => ({ terms: terms(club), people: Number(value("night-people")) }));
  const opened = () => {
    /** @type {HTMLInputElement} */ (region("night-people")).defaultValue = String(members());
    changed();
  };
  return { opened, changed, part: el("fieldset", {}, el("legend", {}, gettext("What it would be")), ...field("night-people", gettext("People who will come"), { type: "number" }), place) };
}

/** @param {any} club @param {any[]} nights the latest ones, the last of all first @param {any[]} seasons that are open @param {() => number} members how many there are */
export async function nightForm(club, nights, seasons, members) {
  const [latest] = nights, name = latest && nameTonight(latest.name, nights);
  const rulesets = await getAll("/rulesets?limit=100");
  const again = once(() => post("/tournaments", { like: latest.id, season: seasons[0]?.id ?? null, name, starts_at: new Date(tonight()).toISOString() }).then(toDesk).catch(failed));
  const make = once(() => post("/tournaments", terms(club)).then(toDesk).catch(failed));
  const preview = previewPart(club, members);
  const changed = () => { offerSharedDeals(); preview.changed(); };
  return el("div", {},
    latest && el("p", {}, el("button", { type: "button", id: "again", onclick: again }, say(gettext("Tonight, like %(night)s"), { night: latest.name }))),
    el("details", { "data-key": "new-night", ontoggle: preview.opened }, el("summary", { class: "button" }, gettext("A new night")),
      el("form", { id: "new-night-form", oninput: changed, onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); make(event); } },
        ...field("night-name", gettext("Its name"), { value: nameTonight(weekdayOf(0), nights), required: true, maxlength: 80 }),
        ...field("night-starts", gettext("Begins"), { type: "datetime-local", value: tonight(), required: true }),
        ...choice("night-format", gettext("Who plays with whom"), Object.entries(FORMATS)),
        ...choice("night-ruleset", gettext("Rules"), rulesOf(club, rulesets)),
        club.you.role === "admin" && el("p", {}, el("a", { href: `/rulesets/new?club=${club.id}` }, gettext("House rules of the club"))),
        ...field("night-rounds", gettext("Rounds"), { type: "number", value: 3, min: 1, max: 100, required: true }),
        ...field("night-length", gettext("Length of a round"), { type: "number", value: 2, min: 1, max: 600, required: true }),
        ...choice("night-unit", gettext("Counted in"), [["hands", gettext("hands")], ["minutes", gettext("minutes")]]),
        ...choice("night-venue", gettext("Where"), [["table", gettext("At the tables, with cards")], ["online", gettext("Online")]]),
        el("div", { id: "night-shared", hidden: true }, el("label", { class: "beside" }, el("input", { type: "checkbox", id: "night-duplicate" }), gettext("All tables of a round play the same deals, and are compared"))),
        ...choice("night-visibility", gettext("Who may read it"), VISIBILITIES),
        ...choice("night-season", gettext("Season"), [...seasons.map((each) => /** @type {[string, string]} */ ([each.id, each.name])), ["", gettext("none")]]),
        preview.part,
        el("p", {}, el("button", { class: "primary" }, gettext("Announce the night"))))));
}
