// @ts-check
/** The rounds of one entry on a night: with whom, against whom, and what came of it. */
import { get, me } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { names, pointsText, scoreText } from "./words.js";

/** @typedef {import("./types.d.ts").Played} Played */

/** The rounds of an entry that everybody may see, and those in which the reader sat in for others. @param {any} night @param {any[]} rounds @param {any[]} entries @param {string} entry @returns {Promise<Played[]>} */
export async function scoreCard(night, rounds, entries, entry) {
  const shown = rounds.filter((round) => round.state === "published" || round.state === "closed");
  const found = await Promise.all(shown.map((round) => get(`/rounds/${round.id}`)));
  return found.map((round) => {
    const other = satInFor(round, entries, entry);
    return { ...played(night, round, other?.id || entry), as: other?.name || "" };
  });
}

/** The other entry for which the reader sat in a round. @param {any} round @param {any[]} entries @param {string} entry */
function satInFor(round, entries, entry) {
  const side = round.tables.flatMap((/** @type {any} */ table) => table.sides).find((/** @type {any} */ each) => each.players.some((/** @type {any} */ player) => player.id === me));
  const others = side && !side.entries.some((/** @type {any} */ each) => each.id === entry) ? side.entries : [];
  return others.find((/** @type {any} */ { id }) => entries.find((each) => each.id === id)?.tenures
    .some((/** @type {any} */ { player, first, last }) => player.id === me && first <= round.number && (last === null || round.number <= last)));
}

/** @param {any} night @param {any} round @param {string} entry @returns {Omit<Played, "as">} */
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
  el("tbody", {}, ...card.map((row) => el("tr", {}, el("th", { scope: "row" }, row.number, row.as && el("span", { class: "soft small" }, " ", say(gettext("for %(name)s"), { name: row.as }))), el("td", {}, row.table ?? gettext("sits out")), el("td", {}, row.partners), el("td", {}, row.opponents),
    el("td", { class: "number" }, row.points), el("td", { class: "number" }, row.score))))));

/** Whose evening it is. @param {any[]} entries @param {{id: string, name: string}} entry */
export function cardTitle(entries, { id, name }) {
  const isOwn = entries.find((each) => each.id === id)?.players.some((/** @type {any} */ player) => player.id === me);
  return say(isOwn ? gettext("The evening of %(name)s") : gettext("The evening of %(name)s, for whom you sit in"), { name });
}
