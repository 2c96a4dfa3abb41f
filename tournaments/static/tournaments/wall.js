// @ts-check
/** The night on a wall: nothing to press, large letters, pages that turn by themselves. */
import { el, region, say, show } from "../site/dom.js";
import { clockOf } from "./round_clock.js";
import { scoreText, timeOf } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */

const ROWS = 12;
const TURN_MS = 10_000;

/** True if this page is on a wall. */
export const isWall = new URLSearchParams(location.search).get("wall") === "1";

/** @type {Desk | null} */ let desk = null;
/** @type {string} When what is shown was fetched. */ let fetchedAt = "";
let turned = 0;
let connected = true;

/** The rows of a wall: a place, or a rank, and a name. @typedef {{first: string, text: string, last: string}} Row */

/** Where each sits, by name. @param {any} round @returns {Row[]} */
const byName = (round) => round.tables.flatMap((/** @type {any} */ table) => table.sides.flatMap((/** @type {any} */ side) => side.entries))
  .map((/** @type {any} */ entry) => ({ text: entry.name, first: "", last: say(gettext("table %(number)s"), { number: round.tables.find((/** @type {any} */ table) => table.sides.some((/** @type {any} */ side) => side.entries.some((/** @type {any} */ each) => each.id === entry.id))).number }) }))
  .concat(round.byes.map((/** @type {any} */ bye) => ({ text: bye.entry.name, first: "", last: gettext("sits out") })))
  .sort((/** @type {Row} */ one, /** @type {Row} */ other) => one.text.localeCompare(other.text));

/** @param {any} table @returns {Row} */
const tableRow = (table) => ({ first: String(table.number), last: table.result?.status === "confirmed" ? "✓" : "",
  text: table.sides.map((/** @type {any} */ side) => side.entries.map((/** @type {any} */ entry) => entry.name).join(" & ")).join(" : ") });

/** The lists that take turns. @param {Desk} shown @returns {[string, Row[]][]} a title and rows */
function lists({ night, round, standings }) {
  if (round?.state === "published") return [[gettext("Tables"), round.tables.map(tableRow)], [gettext("Where you sit"), byName(round)]];
  return [[gettext("Standings"), standings.map((row) => ({ first: String(row.rank ?? "–"), text: row.name, last: row.metrics[0] ? scoreText(night, row.metrics[0].value) : "" }))]];
}

/** All pages in their order. @param {Desk} shown @returns {[string, Row[]][]} */
const pages = (shown) => lists(shown).flatMap(([title, rows]) => Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, page) => /** @type {[string, Row[]]} */ ([title, rows.slice(page * ROWS, (page + 1) * ROWS)])));

/** @param {Desk} next */
export function drawWall(next) {
  desk = next;
  fetchedAt = timeOf(Date.now());
  turn(0);
}

/** @param {boolean} now */
export function wallConnected(now) {
  connected = now;
  turn(0);
}

/** @param {number} by */
function turn(by) {
  if (!desk) return;
  const all = pages(desk);
  turned = all.length ? (turned + by) % all.length : 0;
  const [title, rows] = all[turned] || [gettext("The round is being prepared."), []];
  const { night, round } = desk;
  show(region("night"), el("header", { class: "row" }, el("h1", {}, night.name), round && el("span", {}, say(gettext("Round %(number)s"), { number: round.number })), clockOf({ ...desk, directs: false }, (what) => async () => { await what(); })),
    el("h2", {}, title, all.length > 1 && el("span", { class: "soft" }, ` ${turned + 1}/${all.length}`)),
    el("ol", { class: "list" }, ...rows.map((row) => el("li", {}, row.first && el("b", {}, row.first), el("span", {}, row.text), el("span", {}, row.last)))),
    el("p", { class: connected ? "soft" : "bad" }, connected ? say(gettext("As of %(time)s"), { time: fetchedAt }) : say(gettext("The connection is lost; this is as of %(time)s"), { time: fetchedAt })));
}

if (isWall) {
  document.body.classList.add("wall");
  setInterval(() => turn(1), TURN_MS);
}
