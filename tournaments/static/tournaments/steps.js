// @ts-check
/** What a director does next with the night, and what can be undone. */
import { call, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { withReason } from "../site/reasons.js";
import { nightActs } from "./night_acts.js";
import { names } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const FEW = 8; // tables that are named

/** The wait for a draw that a worker makes is left to the page. @param {Desk} desk */
const drawNext = ({ night }) => post(`/tournaments/${night.id}/rounds`);

/** @param {Desk} desk */
async function begin(desk) {
  if (desk.night.state === "draft") await call("PATCH", `/tournaments/${desk.night.id}`, { state: "open" });
  await post(`/tournaments/${desk.night.id}/start`);
  await drawNext(desk);
}

/** Tables of the open round without a confirmed result. @param {any} round */
const missing = (round) => round.tables.filter((/** @type {any} */ table) => table.result?.status !== "confirmed");

/** The entries that are here and have no place in the round: they came after the draw. @param {Desk} desk @returns {any[]} */
export function came({ night, entries, round }) {
  if (night.format === "knockout" && round.number > 1) return []; // who has lost is here, and nobody comes any more
  const placed = new Set([...round.tables.flatMap((/** @type {any} */ table) => table.sides.flatMap((/** @type {any} */ side) => side.entries)), ...round.byes.map((/** @type {any} */ bye) => bye.entry)].map((entry) => entry.id));
  return entries.filter((entry) => entry.checked_in && !entry.withdrawn && !entry.invited && !placed.has(entry.id));
}

/** @param {string} key @param {string} text @param {() => Promise<void>} press @param {boolean} [primary] */
const button = (key, text, press, primary = false) => el("button", { type: "button", "data-key": key, class: primary ? "primary" : "", onclick: press }, text);

/** @param {Desk} desk @param {Tried} tried */
export function drawSteps(desk, tried) {
  if (!desk.directs) return show(region("steps"));
  show(region("steps"), ...desk.night.archived_at ? [] : [...next(desk, tried), ...undo(desk, tried), ...plan(desk, tried)], nightActs(desk, tried));
}

/** @param {Desk} desk @param {Tried} tried @returns {(HTMLElement | false | string)[]} */
function next(desk, tried) {
  const { night, round, rounds, entries } = desk;
  const here = entries.filter((entry) => entry.checked_in && !entry.withdrawn).length;
  if (night.state === "draft" || night.state === "open") {
    return [button("begin", gettext("Start, and draw round 1"), tried(() => begin(desk)), true), el("span", { class: "soft" }, say(ngettext("%(count)s is here", "%(count)s are here", here), { count: here }))];
  }
  if (night.state !== "running") return [];
  if (!round || round.state === "closed") {
    return rounds.length < night.rounds ? [button("draw", say(gettext("Draw round %(number)s"), { number: rounds.length + 1 }), tried(() => drawNext(desk)), true),
      rounds.length > 0 && button("finish-early", say(gettext("End the night after round %(number)s"), { number: rounds.length }), tried(() => post(`/tournaments/${night.id}/finish`, { rounds: "as_played" })))]
      : [button("finish", gettext("End the night"), tried(() => post(`/tournaments/${night.id}/finish`)), true)];
  }
  const path = `/rounds/${round.id}`, values = { number: round.number };
  if (round.state === "drawing") return [el("b", { role: "status" }, say(gettext("Round %(number)s is being drawn."), values))];
  if (round.state === "draft") {
    return round.error ? [el("p", { class: "bad" }, round.error.detail || round.error.code), button("draw", gettext("Draw again"), tried(() => drawNext(desk)), true)]
      : came(desk).length ? [el("b", {}, say(ngettext("%(names)s came since:", "%(names)s came since:", came(desk).length), { names: names(came(desk)) })),
        button("redraw", say(gettext("Draw round %(number)s again"), values), tried(() => post(`${path}/redraw`)), true),
        button("publish-without", gettext("Publish without them"), tried(() => post(`${path}/publish`, { late: "next_round" })))] : [button("publish", say(gettext("Publish round %(number)s"), values), tried(() => post(`${path}/publish`)), true)];
  }
  const open = missing(round);
  return [button("close", say(gettext("Close round %(number)s"), values), tried(() => post(`${path}/close`)), open.length === 0),
    open.length > FEW && el("span", { class: "soft" }, say(gettext("%(count)s results are missing."), { count: open.length })),
    open.length > 0 && open.length <= FEW && el("span", { class: "soft" }, say(ngettext("The result of table %(numbers)s is missing.", "The results of tables %(numbers)s are missing.", open.length), { numbers: open.map((/** @type {any} */ table) => table.number).join(", ") }))];
}

/** How many rounds there will be, and whether the night takes place at all. @param {Desk} desk @param {Tried} tried */
function plan({ night, rounds }, tried) {
  if (!["draft", "open", "running"].includes(night.state)) return [];
  /** @param {Record<string, unknown>} changes */
  const change = (changes) => tried(() => call("PATCH", `/tournaments/${night.id}`, changes));
  return [button("more-rounds", gettext("One round more"), change({ rounds: night.rounds + 1 })),
    night.rounds > Math.max(1, rounds.length) && button("fewer-rounds", gettext("One round less"), change({ rounds: night.rounds - 1 })),
    night.state !== "running" && button("call-off", gettext("Call the night off"), change({ state: "cancelled" }))];
}

/** Each button names what it undoes. @param {Desk} desk @param {Tried} tried */
function undo(desk, tried) {
  const { night, round } = desk;
  const path = round && `/rounds/${round.id}`, values = { number: round?.number };
  if (night.state === "finished" || night.state === "cancelled") return [withReason("reopen-night", gettext("Open the night again"), tried, (reason) => post(`/tournaments/${night.id}/reopen`, { reason }))];
  if (night.state !== "running") return [];
  if (!round) return [button("unstart", gettext("Take the start back"), tried(() => call("PATCH", `/tournaments/${night.id}`, { state: "open" })))];
  if (round.state === "draft") return round.error || came(desk).length ? [] : [button("redraw", say(gettext("Draw round %(number)s again"), values), tried(() => post(`${path}/redraw`)))];
  if (round.state === "published") return [button("unpublish", say(gettext("Take the publication of round %(number)s back"), values), tried(() => post(`${path}/unpublish`)))];
  if (round.state === "closed") return [button("reopen", say(gettext("Open round %(number)s again"), values), tried(() => post(`${path}/reopen`)))];
  return [];
}
