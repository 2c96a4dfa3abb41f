// @ts-check
/** What a director decides of a table against its sheets: who stayed away, that nothing counts, a result that was wrong. */
import { call, get, post } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { close, reasonField, withReason } from "../site/reasons.js";
import { pair, pointsText } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const VOID = "void";
/** @type {Record<string, string>} */
const ENDS = { forfeit: gettext("the others stayed away"), awarded: gettext("awarded by the director"), void: gettext("does not count"), unfinished: gettext("ended early") };

/** All versions of a result, by its latest one. @type {Map<string, any[]>} */
const versions = new Map();

/** What a director had read of a table's result when they began to write another one; null: there was none. @type {Map<string, string | null>} */
const seenOf = new Map();

/** The latest version of a result. @param {any} table */
const latestOf = (table) => table.result?.id ?? null;

/** A form of a decision keeps what was there when it was begun. @param {any} table */
export const beginsOn = (table) => () => void (seenOf.has(table.id) || seenOf.set(table.id, latestOf(table)));

/** Decides a table, unless somebody else has done so since this was begun. @param {any} table @param {any} decision */
export async function decide(table, decision) {
  const seen = seenOf.has(table.id) ? seenOf.get(table.id) : latestOf(table);
  seenOf.delete(table.id); // who is refused sees what there is now, and decides again
  await post(`/tables/${table.id}/corrections`, { ...decision, seen });
}

/** All that was entered of the table; none before it is asked for. @param {any} table */
export const versionsOf = (table) => versions.get(table.result.id);

/** Asks for all that was entered. @param {any} table */
export async function askVersions(table) {
  versions.set(table.result.id, (await get(`/tables/${table.id}`)).versions);
}

/** "Ana & Ben" @param {any} side */
export const sideName = (side) => pair(side.entries);

/** What is written of a version: its points, or how the table ended without any. @param {any} result */
export const resultText = (result) => objects(result) ? gettext("no figures of their own") : [result.points ? pointsText(result.points) : "", ENDS[result.end]].filter(Boolean).join(", ") || gettext("no points");

/** True if a version only says that another one is wrong: its points are those of that one. @param {any} result */
export const objects = (result) => result.status === "disputed" && !result.hands;

/** Who wrote a version. @param {any} table @param {any} result */
export function authorOf(table, { by }) {
  if (!by) return gettext("the game");
  return by.player?.name ?? say(gettext("%(who)s, by a code of the sheet"), { who: sideName(table.sides[by.side]) });
}

/** Who wrote a version, and why. @param {any} table @param {any} result */
export const wordsOf = (table, result) => [authorOf(table, result), result.reason].filter(Boolean).join(": ");

/** The ways to decide; nothing for a table whose round is not published. @param {Desk} desk @param {any} table @param {Tried} tried */
export function decisionsOf(desk, table, tried) {
  const { round, night } = desk;
  const open = round.state === "published" && night.state === "running";
  return [without(table, tried), table.result && earlier(table, tried),
    open && table.result && table.result.kind !== "game" && withReason(`back-${table.number}`, gettext("Take the result back"), tried, (reason) => post(`/tables/${table.id}/take-back`, { reason })),
    open && table.venue === "table" && el("button", { type: "button", "data-key": `strips-${table.number}`, onclick: tried(() => post(`/tables/${table.id}/revoke-codes`)) }, gettext("Withdraw the strips of its score sheet")),
    open && table.venue === "online" && !table.result && withReason(`game-${table.number}`, gettext("Begin a new game"), tried, (reason) => post(`/tables/${table.id}/game`, { reason }))];
}

/** A table that is not decided by cards. @param {any} table @param {Tried} tried */
function without(table, tried) {
  const key = `decide-${table.number}`;
  return el("details", { "data-key": key }, el("summary", { class: "button" }, gettext("Decide it")),
    el("form", { oninput: beginsOn(table), onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const { what, reason } = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
      tried(async () => {
        await decide(table, what === VOID ? { end: VOID, reason } : { end: "forfeit", winner: Number(what), reason });
        close(event);
      })();
    } },
      el("label", { for: key }, gettext("What happened?")),
      el("select", { id: key, name: "what", "data-key": `${key}-what` },
        ...table.sides.map((/** @type {any} */ side) => el("option", { value: String(side.side) }, say(gettext("%(who)s win, the others stayed away"), { who: sideName(side) }))),
        el("option", { value: VOID }, gettext("The table does not count"))),
      ...reasonField(key), el("p", {}, el("button", { class: "primary" }, gettext("Do it")))));
}

/** What a version says, to be said again. @param {any} version @returns {any} null where it says nothing */
function repeated(version) {
  if (version.end === VOID) return { end: VOID };
  if (version.hands) return { end: version.end, hands: version.hands };
  return version.award ? { end: version.end, award: version.award, winner: version.winner } : null;
}

/** All that was said of the table, and each can be put back. @param {any} table @param {Tried} tried */
function earlier(table, tried) {
  const known = versionsOf(table);
  if (!known) return el("button", { type: "button", "data-key": `versions-${table.number}`, onclick: tried(() => askVersions(table)) }, gettext("What was entered"));
  return el("ol", { class: "list small" }, ...known.map((version) => {
    const again = version.id !== table.result.id && repeated(version);
    return el("li", {}, el("b", {}, resultText(version)), " ", el("span", { class: "soft" }, wordsOf(table, version)),
      again && withReason(`restore-${version.id}`, say(gettext("Put %(result)s back"), { result: resultText(version) }), tried, (reason) => decide(table, { ...again, reason })));
  }));
}

/** Says that two entries really sat in each other's places. @param {any} round @param {any} one @param {any} other @param {string} reason */
export function correctSeats(round, one, other, reason) {
  /** @param {any} entry */
  const changed = (entry) => (entry.id === one.id ? other.id : entry.id === other.id ? one.id : entry.id);
  const tables = round.tables.map((/** @type {any} */ table) => ({ number: table.number, before: table.sides.flatMap((/** @type {any} */ side) => side.entries.map((/** @type {any} */ each) => each.id)),
    sides: table.sides.map((/** @type {any} */ side) => side.entries.map(changed)) }))
    .filter((/** @type {any} */ table) => table.before.join() !== table.sides.flat().join()).map((/** @type {any} */ { number, sides }) => ({ number, sides }));
  return call("POST", `/rounds/${round.id}/corrections`, { tables, reason });
}
