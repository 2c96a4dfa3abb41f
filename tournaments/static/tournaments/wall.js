// @ts-check
/** The night on a wall: nothing to press, large letters, pages that turn by themselves. */
import { call } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { timeOf } from "../site/local.js";
import { namesAt } from "./chairs.js";
import { clockOf, isMute } from "./round_clock.js";
import { scoreText } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Wall} Wall */

const ROWS = 12;
const TURN_MS = 10_000;

/** True if this page is on a wall. */
export const isWall = new URLSearchParams(location.search).get("wall") === "1";

/** The token of a link that opens only the wall: it is behind `#`, which no server sees; else empty. */
export const wallLink = isWall ? location.hash.slice(1) : "";

/** @type {Wall | null} */ let wall = null;
/** @type {string} When what is shown was fetched. */ let fetchedAt = "";
let turned = 0;
let connected = true;

/** The rows of a wall: a place, or a rank, and a name. @typedef {{first: string, text: string, last: string}} Row */

/** What a link opens. @param {string} id of the night @returns {Promise<Wall>} */
export const wallByLink = (id) => call("GET", `/tournaments/${id}/wall`, undefined, { authorization: `WallLink ${wallLink}` });

/** The same from all that a reader of the night knows. @param {Desk} desk @returns {Wall} */
export function wallOf(desk) {
  const { night, round, standings } = desk;
  return { name: night.name, scoring: night.scoring.type,
    round: round && { ...round, byes: round.byes.map((/** @type {any} */ bye) => bye.entry.name),
      tables: round.tables.map((/** @type {any} */ table) => ({ number: table.number, agreed: table.result?.status === "confirmed",
        sides: table.sides.map((/** @type {any} */ side) => namesAt(desk, side)) })) },
    standings: standings.map((row) => ({ rank: row.rank, name: row.name, score: row.metrics[0]?.value ?? null })) };
}

/** Where each sits, by name. @param {NonNullable<Wall["round"]>} round @returns {Row[]} */
const byName = ({ tables, byes }) => tables.flatMap((table) => table.sides.flat().map((text) => ({ text, first: "", last: say(gettext("table %(number)s"), { number: table.number }) })))
  .concat(byes.map((text) => ({ text, first: "", last: gettext("sits out") })))
  .sort((one, other) => one.text.localeCompare(other.text));

/** @param {NonNullable<Wall["round"]>["tables"][number]} table @returns {Row} */
const tableRow = (table) => ({ first: String(table.number), last: table.agreed ? "✓" : "", text: table.sides.map((side) => side.join(" & ")).join(" : ") });

/** The lists that take turns. @param {Wall} shown @returns {[string, Row[]][]} a title and rows */
function lists({ scoring, round, standings }) {
  if (round?.state === "published") return [[gettext("Tables"), round.tables.map(tableRow)], [gettext("Where you sit"), byName(round)]];
  return [[gettext("Standings"), standings.map((row) => ({ first: String(row.rank ?? "–"), text: row.name, last: row.score === null ? "" : scoreText({ scoring: { type: scoring } }, row.score) }))]];
}

/** All pages in their order. @param {Wall} shown @returns {[string, Row[]][]} */
const pages = (shown) => lists(shown).flatMap(([title, rows]) => Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, page) => /** @type {[string, Row[]]} */ ([title, rows.slice(page * ROWS, (page + 1) * ROWS)])));

/** @param {Wall} next */
export function drawWall(next) {
  wall = next;
  document.title = next.name;
  fetchedAt = timeOf(Date.now());
  turn(0);
}

/** @param {boolean} now */
export function wallConnected(now) {
  connected = now;
  turn(0);
}

/** Nothing more will come. @param {string} message */
export function wallShut(message) {
  wall = null;
  show(region("night"), el("p", { class: "bad", role: "alert" }, message));
}

/** @param {number} by */
function turn(by) {
  if (!wall) return;
  const all = pages(wall);
  turned = all.length ? (turned + by) % all.length : 0;
  const [title, rows] = all[turned] || [gettext("The round is being prepared."), []];
  const { name, round } = wall;
  show(region("night"), el("header", { class: "row" }, el("h1", {}, name), round && el("span", {}, say(gettext("Round %(number)s"), { number: round.number })), clockOf({ round, directs: false }, (what) => async () => { await what(); })),
    el("h2", {}, title, all.length > 1 && el("span", { class: "soft" }, ` ${turned + 1}/${all.length}`)),
    el("ol", { class: "list" }, ...rows.map((row) => el("li", {}, row.first && el("b", {}, row.first), el("span", {}, row.text), el("span", {}, row.last)))),
    el("p", { class: "warn", "data-mute": "", hidden: !isMute() }, gettext("Press a key once, so that the gong can be heard.")),
    el("p", { class: connected ? "soft" : "bad" }, connected ? say(gettext("As of %(time)s"), { time: fetchedAt }) : say(gettext("The connection is lost; this is as of %(time)s"), { time: fetchedAt })));
}

if (isWall) {
  document.body.classList.add("wall");
  setInterval(() => turn(1), TURN_MS);
}
