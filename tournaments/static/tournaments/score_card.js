// @ts-check
/** The rounds of one entry on a night: with whom, against whom, and what came of it. */
import { get } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { names, pointsText, scoreText } from "./words.js";

/** @typedef {import("./types.d.ts").Played} Played */

/** The rounds of an entry that everybody may see. @param {any} night @param {any[]} rounds @param {string} entry @returns {Promise<Played[]>} */
export async function scoreCard(night, rounds, entry) {
  const shown = rounds.filter((round) => round.state === "published" || round.state === "closed");
  const found = await Promise.all(shown.map((round) => get(`/rounds/${round.id}`)));
  return found.map((round) => played(night, round, entry));
}

/** @param {any} night @param {any} round @param {string} entry @returns {Played} */
function played(night, round, entry) {
  /** @param {any} side */
  const isOwn = (side) => side.entries.some((/** @type {any} */ each) => each.id === entry);
  const table = round.tables.find((/** @type {any} */ each) => each.sides.some(isOwn));
  if (!table) return { number: round.number, table: null, partners: "", opponents: "", points: "", score: "" };
  const own = table.sides.find(isOwn), order = [own.side, ...table.sides.map((/** @type {any} */ side) => side.side).filter((/** @type {number} */ side) => side !== own.side)];
  const counted = table.result?.status === "confirmed" ? table.result : null;
  return { number: round.number, table: table.number, partners: names(own.entries.filter((/** @type {any} */ each) => each.id !== entry)),
    opponents: table.sides.filter((/** @type {any} */ side) => side !== own).map((/** @type {any} */ side) => names(side.entries)).join(" / "),
    points: counted?.points ? pointsText(order.map((side) => counted.points[side])) : "", score: counted?.scores ? scoreText(night, counted.scores[own.side]) : "" };
}

/** @param {Played[]} card */
export const cardTable = (card) => el("div", { class: "wide" }, el("table", {},
  el("thead", {}, el("tr", {}, ...[gettext("Round"), gettext("Table"), gettext("With"), gettext("Against"), gettext("Points"), gettext("Score")].map((title) => el("th", { scope: "col" }, title)))),
  el("tbody", {}, ...card.map((row) => el("tr", {}, el("th", { scope: "row" }, row.number), el("td", {}, row.table ?? gettext("sits out")), el("td", {}, row.partners), el("td", {}, row.opponents),
    el("td", { class: "number" }, row.points), el("td", { class: "number" }, row.score))))));

/** @param {string} name */
export const cardTitle = (name) => say(gettext("The evening of %(name)s"), { name });
