// @ts-check
/** The right of the desk: the tables of the last round, who sits there, and their results. */
import { call, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { resultOf } from "./results.js";
import { clockOf } from "./round_clock.js";

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

/** @param {Desk} desk @param {Tried} tried */
export function drawRound(desk, tried) {
  const { round } = desk;
  if (!round || round.state === "drawing") return show(region("round"));
  const title = round.state === "draft" ? gettext("Round %(number)s, not published yet") : round.state === "closed" ? gettext("Round %(number)s, closed") : gettext("Round %(number)s");
  const last = swapped?.round === round.id ? swapped : null;
  const movable = desk.directs && !round.error && (round.state === "draft" || round.state === "published");
  show(region("round"), el("h2", {}, say(title, { number: round.number })),
    movable && el("p", { class: "soft small" }, gettext("To change places, press one name and then another, or drag one onto the other.")),
    movable && last && el("button", { type: "button", "data-key": "swap-back", onclick: tried(() => swap(desk, last.one, last.other, true)) },
      say(gettext("Change %(one)s and %(other)s back"), { one: last.one.name, other: last.other.name })),
    clockOf(desk, tried),
    el("ul", { class: round.tables.length > ROOMY ? "tiles dense" : "tiles" }, ...round.tables.map((/** @type {any} */ table) => tile(desk, table, movable, tried))),
    round.byes.length > 0 && el("h3", {}, gettext("Without a table")),
    round.byes.length > 0 && el("ul", { class: "row list" }, ...round.byes.map((/** @type {any} */ bye) => el("li", {}, name(desk, bye.entry, movable, tried), " ", el("span", { class: "soft small" }, bye.why.text)))));
}

/** What a director sees at once of a table. @param {any} round @param {any} table @returns {[string, string]} a class and words */
function standing(round, table) {
  if (table.call && !table.call.answered_at) return ["called", gettext("calls the director")];
  const status = table.result?.status;
  if (status) return [status === "confirmed" ? "agreed" : status, RESULTS[status] || status];
  if (round.state !== "published" || !round.starts_at) return ["", ""];
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(round.starts_at)) / MS_A_MINUTE));
  return ["", say(ngettext("%(count)s minute", "%(count)s minutes", minutes), { count: minutes })];
}

/** @param {Desk} desk @param {any} table @param {boolean} movable @param {Tried} tried */
function tile(desk, table, movable, tried) {
  const { round, directs } = desk, [kind, words] = standing(round, table);
  const free = movable && !table.result;
  const sides = table.sides.map((/** @type {any} */ side) => el("div", {}, ...side.entries.map((/** @type {any} */ entry) => name(desk, entry, free, tried))));
  const all = [el("div", { class: sides.length > 2 ? "seats many" : "seats" }, ...sides.length > 2 ? sides : [sides[0], el("span", { class: "soft" }, ":"), sides[1]]),
    table.call && !table.call.answered_at && directs && el("p", { class: "row" }, el("span", {}, `${table.call.by.name}: ${table.call.reason}`),
      el("button", { type: "button", "data-key": `answer-${table.number}`, onclick: tried(() => post(`/tables/${table.id}/call-director/answer`)) }, gettext("I was there"))),
    directs && round.state === "draft" && el("p", { class: "soft small" }, table.why.text),
    directs && round.state === "draft" && el("button", { type: "button", "data-key": `lock-${table.number}`, "aria-pressed": String(table.locked),
      onclick: tried(() => call("PATCH", `/rounds/${round.id}/tables/${table.number}`, { locked: !table.locked })) }, gettext("Keep this table in a new draw")),
    round.state !== "draft" && resultOf(desk, table, tried)];
  const title = [say(gettext("Table %(number)s"), { number: table.number }), el("span", {}, words)];
  return el("li", { class: `tile ${kind}`, "data-table": table.number }, ...round.tables.length <= ROOMY ? [el("h3", {}, ...title), ...all]
    : [el("details", { "data-key": `tile-${table.number}` }, el("summary", {}, el("h3", {}, ...title),
      el("span", { class: "small" }, table.sides.map((/** @type {any} */ side) => side.entries.map((/** @type {any} */ entry) => entry.name).join(" & ")).join(" : "))), ...all)]);
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

/** Two entries change places, at one table or two, or with one that has none. @param {Desk} desk @param {any} one @param {any} other @param {boolean} [back] */
async function swap({ round }, one, other, back = false) {
  const at = round.tables.find((/** @type {any} */ table) => table.sides.some((/** @type {any} */ side) => side.entries.some((/** @type {any} */ each) => each.id === one.id || each.id === other.id)));
  if (!at) return; // neither has a table
  /** @param {string} id */
  const changed = (id) => (id === one.id ? other.id : id === other.id ? one.id : id);
  const sides = at.sides.map((/** @type {any} */ side) => side.entries.map((/** @type {any} */ each) => changed(each.id)));
  await call("PATCH", `/rounds/${round.id}/tables/${at.number}`, { sides });
  swapped = back ? null : { round: round.id, one, other };
}
