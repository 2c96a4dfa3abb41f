// @ts-check
/** The right of the desk: the tables of the last round, who sits there, and their results. */
import { call, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { reasonField } from "../site/reasons.js";
import { standIns } from "./chairs.js";
import { correctSeats } from "./decisions.js";
import { resultOf } from "./results.js";
import { clockOf } from "./round_clock.js";
import { came } from "./steps.js";
import { pair } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const MS_A_MINUTE = 60_000;
const ROOMY = 12; // tables; of more only the names are shown until one is opened
/** @type {Record<string, string>} */
const RESULTS = { entered: gettext("one side has entered"), disputed: gettext("disputed"), confirmed: gettext("agreed") };

/** The entry that is to change places. */
let picked = "";
/** The last change of places on this page. @type {{round: string, one: any, other: any} | null} */
let swapped = null;
/** Two who changed places although their tables have a result: why is to be said. @type {{round: string, one: any, other: any} | null} */
let unsaid = null;

/** @param {Desk} desk @param {Tried} tried */
export function drawRound(desk, tried) {
  const { round } = desk;
  if (!round || round.state === "drawing") return show(region("round"));
  const title = round.state === "draft" ? gettext("Round %(number)s, not published yet") : round.state === "closed" ? gettext("Round %(number)s, closed") : gettext("Round %(number)s");
  const last = swapped?.round === round.id ? swapped : null;
  const movable = desk.directs && !round.error && !desk.night.archived_at;
  const late = desk.directs && round.state === "published" ? came(desk) : [];
  show(region("round"), el("h2", {}, say(title, { number: round.number })),
    movable && el("p", { class: "soft small" }, round.state === "closed" ? gettext("If others really sat there, press one name and then another.") : gettext("To change places, press one name and then another, or drag one onto the other.")),
    unsaid?.round === round.id && askWhy(round, /** @type {NonNullable<typeof unsaid>} */ (unsaid), tried),
    movable && last && el("button", { type: "button", "data-key": "swap-back", onclick: tried(() => swap(desk, last.one, last.other, true)) },
      say(gettext("Change %(one)s and %(other)s back"), { one: last.one.name, other: last.other.name })),
    round.state === "closed" ? null : clockOf(desk, tried),
    el("ul", { class: round.tables.length > ROOMY ? "tiles dense" : "tiles" }, ...round.tables.map((/** @type {any} */ table) => tile(desk, table, movable, tried))),
    late.length > 0 && el("h3", {}, gettext("Came since the draw, to be drawn in the next round")),
    late.length > 0 && el("ul", { class: "row list" }, ...late.map((entry) => el("li", {}, entry.name))),
    round.byes.length > 0 && el("h3", {}, gettext("Without a table")),
    round.byes.length > 0 && el("ul", { class: "row list" }, ...round.byes.map((/** @type {any} */ bye) => el("li", {}, name(desk, bye.entry, movable, tried), " ", el("span", { class: "soft small" }, bye.why.text)))));
}

/** What a director sees at once of a table. @param {any} round @param {any} table @returns {[string, string]} a class and words */
function standing(round, table) {
  if (table.call && !table.call.answered_at) return ["called", gettext("calls the director")];
  const status = table.result?.status;
  if (status) return [status === "confirmed" ? "agreed" : status, RESULTS[status] || status];
  if (round.state !== "published" || !round.starts_at) return ["", ""];
  return ["", minutesSince(round.starts_at)];
}

/** "12 minutes" @param {string} moment */
function minutesSince(moment) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / MS_A_MINUTE));
  return say(ngettext("%(count)s minute", "%(count)s minutes", minutes), { count: minutes });
}

setInterval(() => { for (const shown of document.querySelectorAll("[data-begun]")) shown.textContent = minutesSince(shown.getAttribute("data-begun") || ""); }, MS_A_MINUTE / 4);

/** @param {Desk} desk @param {any} table @param {boolean} movable @param {Tried} tried */
function tile(desk, table, movable, tried) {
  const { round, directs } = desk, [kind, state] = standing(round, table);
  const sides = table.sides.map((/** @type {any} */ side) => el("div", {}, ...side.entries.map((/** @type {any} */ entry) => name(desk, entry, movable, tried)), ...standIns(desk, side)));
  const all = [el("div", { class: sides.length > 2 ? "seats many" : "seats" }, ...sides.length > 2 ? sides.flatMap((/** @type {HTMLElement} */ side, /** @type {number} */ place) => (place ? [el("span", { class: "soft" }, ":"), side] : [side])) : [sides[0], el("span", { class: "soft" }, ":"), sides[1]]),
    table.call && !table.call.answered_at && directs && el("p", { class: "row" }, el("span", {}, `${table.call.by.name}: ${table.call.reason}`),
      el("button", { type: "button", "data-key": `answer-${table.number}`, onclick: tried(() => post(`/tables/${table.id}/call-director/answer`)) }, gettext("I was there"))),
    directs && round.state === "draft" && el("p", { class: "soft small" }, table.why.text),
    directs && round.state === "draft" && el("button", { type: "button", "data-key": `lock-${table.number}`, "aria-pressed": String(table.locked),
      onclick: tried(() => call("PATCH", `/rounds/${round.id}/tables/${table.number}`, { locked: !table.locked })) }, gettext("Keep this table in a new draw")),
    table.game && desk.club?.you.role === "admin" && el("p", {}, el("a", { href: `/games/${table.game}/case` }, gettext("The case of this game"))),
    round.state !== "draft" && resultOf(desk, table, tried)];
  const title = [say(gettext("Table %(number)s"), { number: table.number }), el("span", { "data-begun": round.state === "published" && !kind ? round.starts_at : null }, state)];
  return el("li", { class: `tile ${kind}`, "data-table": table.number }, ...round.tables.length <= ROOMY ? [el("h3", {}, ...title), ...all]
    : [el("details", { "data-key": `tile-${table.number}` }, el("summary", {}, el("h3", {}, ...title),
      el("span", { class: "small" }, table.sides.map((/** @type {any} */ side) => pair(side.entries)).join(" : "))), ...all)]);
}

/** An entry's name; to be pressed or dragged where places may be changed. @param {Desk} desk @param {any} entry @param {boolean} movable @param {Tried} tried */
function name(desk, entry, movable, tried) {
  if (!movable) return el("div", {}, entry.name);
  const press = tried(async () => {
    const before = picked && entryOf(desk, picked);
    picked = !before ? entry.id : "";
    if (before && before.id !== entry.id) await swap(desk, before, entry);
  });
  return el("button", { type: "button", "data-key": `seat-${entry.id}`, draggable: "true", "aria-pressed": String(picked === entry.id), onclick: press,
    ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", entry.id),
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const moved = entryOf(desk, event.dataTransfer?.getData("text/plain") || "");
      if (moved && moved.id !== entry.id) tried(() => swap(desk, moved, entry))();
    } }, entry.name);
}

/** @param {Desk} desk @param {string} id */
const entryOf = ({ round }, id) => [...round.tables.flatMap((/** @type {any} */ table) => table.sides.flatMap((/** @type {any} */ side) => side.entries)),
  ...round.byes.map((/** @type {any} */ bye) => bye.entry)].find((each) => each.id === id);

/** A question for the log, where two are said to have sat elsewhere than it says. @param {any} round @param {{one: any, other: any}} two @param {Tried} tried */
const askWhy = (round, { one, other }, tried) => el("div", { class: "notice" },
  el("p", {}, say(gettext("%(one)s and %(other)s really sat in each other's places. Results stay with their side."), { one: one.name, other: other.name })),
  el("form", { class: "row", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason"));
    tried(async () => { await correctSeats(round, one, other, reason); unsaid = null; swapped = null; })();
  } }, ...reasonField("seats"), el("button", { class: "primary", "data-key": "correct-seats" }, gettext("Note it")),
  el("button", { type: "button", "data-key": "keep-seats", onclick: tried(async () => { unsaid = null; }) }, gettext("Leave it"))));

/** Two entries change places, at one table or two, or with one that has none. @param {Desk} desk @param {any} one @param {any} other @param {boolean} [back] */
async function swap({ round }, one, other, back = false) {
  const at = round.tables.filter((/** @type {any} */ table) => table.sides.some((/** @type {any} */ side) => side.entries.some((/** @type {any} */ each) => each.id === one.id || each.id === other.id)));
  const [first] = at;
  if (!first) return; // neither has a table
  if (round.state === "closed" || at.some((/** @type {any} */ table) => table.result)) {
    unsaid = { round: round.id, one, other };
    return;
  }
  /** @param {string} id */
  const changed = (id) => (id === one.id ? other.id : id === other.id ? one.id : id);
  const sides = first.sides.map((/** @type {any} */ side) => side.entries.map((/** @type {any} */ each) => changed(each.id)));
  await call("PATCH", `/rounds/${round.id}/tables/${first.number}`, { sides });
  swapped = back ? null : { round: round.id, one, other };
}
