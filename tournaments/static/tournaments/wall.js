// @ts-check
/** The night on a wall: nothing to press, large letters, pages that turn by themselves. */
import { call } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { isolated, joined, timeOf } from "../site/local.js";
import { clockOf, isMute } from "./round_clock.js";
import { scoreText } from "./words.js";

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

/** A row of a wall: a place, or a rank; names. @typedef {{first: string, text: string, last: Node | string}} Row */
/** A page of a list: its rows, of all that the list has. @typedef {{title: string, rows: Row[], all: Row[]}} Page */

/** What hangs on the wall, for its link or for who may read the night. @param {string} id of the night @returns {Promise<Wall>} */
export const wallOf = (id) => call("GET", `/tournaments/${id}/wall`, undefined, wallLink ? { authorization: `WallLink ${wallLink}` } : {});

/** Where each sits, by name. @param {NonNullable<Wall["round"]>} round @returns {Row[]} */
function byName({ tables, byes }) {
  const seated = tables.flatMap(({ number, sides }) => {
    const last = say(gettext("table %(number)s"), { number });
    return sides.flat().map((name) => ({ name, last }));
  });
  const resting = byes.map((name) => ({ name, last: gettext("sits out") }));
  return [...seated, ...resting].sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, last }) => ({ first: "", text: isolated(name), last }));
}

/** @param {NonNullable<Wall["round"]>["tables"][number]} table @returns {Row} */
const tableRow = ({ number, sides, agreed }) => ({
  first: String(number),
  text: sides.map(joined).join(" : "),
  last: agreed ? el("span", {}, el("span", { "aria-hidden": "true" }, "✓"),
    el("span", { class: "only-read" }, gettext("agreed"))) : "",
});

/** The lists that take turns. @param {Wall} shown @returns {[string, Row[]][]} a title and rows */
function lists({ scoring, round, standings }) {
  if (round?.state === "published") {
    return [[gettext("Tables"), round.tables.map(tableRow)],
      [gettext("Where you sit"), byName(round)]];
  }
  const unit = { scoring: { type: scoring } };
  return [[gettext("Standings"), standings.map(({ rank, name, score }) => ({
    first: String(rank ?? "–"),
    text: isolated(name),
    last: score === null ? "" : scoreText(unit, score),
  }))]];
}

/** All pages in their order. @param {Wall} shown @returns {Page[]} */
const pages = (shown) => lists(shown).flatMap(([title, all]) =>
  Array.from({ length: Math.ceil(all.length / ROWS) }, (_, page) =>
    ({ title, all, rows: all.slice(page * ROWS, (page + 1) * ROWS) })));

/** Letters as large as the list has room for. @param {Page} page */
function sized({ all }) {
  const { style } = region("night");
  style.setProperty("--rows", String(Math.min(ROWS, all.length)));
  style.setProperty("--letters", String(Math.max(20, ...all.map(({ text }) => text.length))));
}

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
  const page = all[turned] || { title: gettext("The round is being prepared."), rows: [], all: [] };
  sized(page);
  const { name, round } = wall;
  const header = el("header", { class: "row" }, el("h1", {}, name),
    round && el("span", {}, say(gettext("Round %(number)s"), { number: round.number })),
    clockOf({ round, directs: false }, (what) => async () => { await what(); }));
  const rows = page.rows.map(({ first, text, last }) =>
    el("li", {}, first && el("b", {}, first), el("span", {}, text), el("span", {}, last)));
  const state = connected ? gettext("As of %(time)s")
    : gettext("The connection is lost; this is as of %(time)s");
  show(region("night"), header,
    el("h2", {}, page.title,
      all.length > 1 && el("span", { class: "soft" }, ` ${turned + 1}/${all.length}`)),
    el("ol", { class: "list" }, ...rows),
    el("p", { class: "warn", "data-mute": "", hidden: !isMute() },
      gettext("Press a key once, so that the gong can be heard.")),
    el("p", { class: connected ? "soft" : "bad" }, say(state, { time: fetchedAt })));
}

if (isWall) {
  document.body.classList.add("wall");
  setInterval(() => turn(1), TURN_MS);
}
