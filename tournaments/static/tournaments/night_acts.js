// @ts-check
/** What directors seldom do with a night: adjust scores, say who may read it, put it into the archive; each has its way back. */
import { call, getAll, post } from "../site/api.js";
import { el, named, say } from "../site/dom.js";
import { reasonField, withReason } from "../site/reasons.js";
import { hundredths, scoreText, VISIBILITIES } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

/** What was added to the score of each entry, by its id. @type {Map<string, number>} */
const added = new Map();
/** The version of the night up to which `added` is known. */ let known = 0;

/** Reads what was added since it was last asked for. @param {any} night */
async function readAdded(night) {
  for (const { version, type, facts } of await getAll(`/tournaments/${night.id}/events?after=${known}&limit=200`)) {
    if (version > known && type === "score_adjusted") added.set(facts.entry, (added.get(facts.entry) || 0) + facts.score);
    known = Math.max(known, version);
  }
}

/** True while somebody has these acts open. */
const isOpen = () => document.querySelector("[data-key=night-acts][open]") !== null;

/** Before the page is drawn. @param {any} night */
export const askAdded = (night) => (isOpen() ? readAdded(night) : null);

/** The menu of a night, for its directors. @param {Desk} desk @param {Tried} tried */
export function nightActs(desk, tried) {
  const { night, club } = desk, path = `/tournaments/${night.id}`, admin = club.you.role === "admin";
  const over = night.state === "finished" || night.state === "cancelled";
  const acts = night.archived_at ? [readers(night, tried), admin && withReason("unarchive", gettext("Take the night out of the archive"), tried, (reason) => post(`${path}/unarchive`, { reason }).then(() => location.reload()))]
    : [(night.state === "running" || night.state === "finished") && adjustments(desk, tried), readers(night, tried),
      over && admin && archive(path, tried)];
  return acts.some(Boolean) && el("details", { "data-key": "night-acts" },
    named(el("summary", { class: "button", onclick: () => { if (!isOpen()) tried(() => readAdded(night))(); } }, gettext("More")), night.name), el("div", { class: "row" }, ...acts));
}

/** @param {string} path @param {Tried} tried */
const archive = (path, tried) => el("details", { "data-key": "archive" }, el("summary", { class: "button" }, gettext("Put the night into the archive")),
  el("p", { class: "help" }, gettext("Nothing in it changes any more, until an admin takes it out again.")),
  el("p", {}, el("button", { type: "button", class: "primary", onclick: tried(() => post(`${path}/archive`)) }, gettext("Do it"))));

/** In the archive too, where the page does not look for changes any more. @param {any} night @param {Tried} tried */
function readers(night, tried) {
  const key = `visibility-${night.visibility}`; // what somebody else has chosen meanwhile is shown
  const select = /** @type {HTMLSelectElement} */ (el("select", { id: "visibility", "data-key": key },
    ...VISIBILITIES.map(([value, text]) => el("option", { value, selected: value === night.visibility }, text))));
  return el("details", { "data-key": "readers" }, el("summary", { class: "button" }, gettext("Who may read it")),
    el("label", { for: "visibility" }, gettext("Who may read it")), select,
    el("p", {}, el("button", { type: "button", "data-key": "set-visibility", onclick: tried(() => call("PATCH", `/tournaments/${night.id}`, { visibility: select.value }).then(() => night.archived_at && location.reload())) }, gettext("Change who may read it"))));
}

/** @param {Desk} desk @param {Tried} tried */
function adjustments({ night, entries }, tried) {
  const unit = hundredths(night) ? 100 : 1;
  /** Of two directors who take one back, one does (`seen`). @param {unknown} entry @param {number} score @param {unknown} reason @param {{seen?: number}} [read] */
  const add = (entry, score, reason, read) => post(`/tournaments/${night.id}/adjustments`, { entry, score, reason, ...read }).finally(() => readAdded(night));
  const made = entries.filter((entry) => added.get(entry.id)).map((entry) => {
    const score = added.get(entry.id) || 0, values = { name: entry.name, score: scoreText(night, score) };
    return el("li", {}, say(gettext("%(name)s: adjusted by %(score)s"), values), " ",
      withReason(`unadjust-${entry.id}`, say(gettext("Take %(score)s of %(name)s back"), values), tried, (reason) => add(entry.id, -score, reason, { seen: score })));
  });
  return el("details", { "data-key": "adjust" }, el("summary", { class: "button" }, gettext("Adjust a score")),
    made.length > 0 && el("ul", { class: "list" }, ...made),
    el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target), { entry, score, reason } = Object.fromEntries(new FormData(form));
      tried(async () => { await add(entry, Math.round(Number(score) * unit), reason); form.reset(); })();
    } },
    el("label", { for: "adjust-entry" }, gettext("Whose score?")),
    el("select", { id: "adjust-entry", name: "entry", required: true, "data-key": "adjust-entry" }, el("option", { value: "" }, gettext("Choose")), ...entries.map((entry) => el("option", { value: entry.id }, entry.name))),
    el("label", { for: "adjust-score" }, gettext("By how much? Below 0 is a penalty.")),
    el("input", { id: "adjust-score", name: "score", type: "number", step: 1 / unit, required: true, "data-key": "adjust-score" }),
    ...reasonField("adjust"), el("p", {}, el("button", { class: "primary" }, gettext("Do it")))));
}
