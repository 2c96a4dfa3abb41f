// @ts-check
/** A place in the round that is being played for who comes late: a chair that somebody has left, or a new draw of it. */
import { call, post } from "../site/api.js";
import { el, say } from "../site/dom.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */
/** The place of an entry that has left. @typedef {{table: any, entry: any}} Chair */
/** Who comes late, and what lets them be drawn from now on. @typedef {{key: string, name: string, who: string[], come: () => Promise<unknown>}} Late */

const AGAIN = "again";
const PLAYERS = 4; // of the smallest table

/** @param {any} table */
const isOpen = (table) => table.result?.status !== "confirmed";

/** @param {Desk} desk @param {any} table @param {(entry: any) => boolean} is @returns {any[]} the entries of a table that are so */
const entriesAt = ({ entries }, table, is) => table.sides.flatMap((/** @type {any} */ side) => side.entries.map((/** @type {any} */ each) => entries.find(({ id }) => id === each.id)).filter((/** @type {any} */ entry) => entry && is(entry)));

/** True if latecomers may have a place in the round. @param {Desk} desk */
const isPlayed = ({ night, round }) => night.state === "running" && night.format !== "knockout" && round?.state === "published";

/** Online the chair is for accounts. @param {Desk} desk @param {string[]} who */
const haveAccounts = ({ members }, who) => who.every((id) => members.some((member) => member.player && [member.id, member.player].includes(id)));

/** The chairs of entries that have left, where they still sit. @param {Desk} desk @param {string[]} who @returns {Chair[]} */
function freeChairs(desk, who) {
  const open = desk.round.tables.filter((/** @type {any} */ table) => isOpen(table) && (table.venue === "table" || haveAccounts(desk, who)));
  return open.flatMap((/** @type {any} */ table) => {
    const sitting = table.sides.flatMap((/** @type {any} */ side) => side.players.map((/** @type {any} */ player) => player.id));
    return entriesAt(desk, table, (entry) => entry.withdrawn && entry.players.length === who.length && entry.players.every((/** @type {any} */ player) => sitting.includes(player.id))).map((entry) => ({ table, entry }));
  });
}

/** True if one of them sits in the round, or sits it out. @param {Desk} desk @param {string[]} who */
function isPlaced({ round, entries }, who) {
  const sides = round.tables.flatMap((/** @type {any} */ table) => table.sides);
  const idle = round.byes.map((/** @type {any} */ bye) => entries.find(({ id }) => id === bye.entry.id)).filter(Boolean);
  return [...sides, ...idle].some(({ players }) => players.some((/** @type {any} */ player) => who.includes(player.id)));
}

/** @param {Desk} desk @param {any} table */
const hasHouseBot = (desk, table) => entriesAt(desk, table, (entry) => entry.house).length > 0;

/** True if a new draw makes a place, and nothing is lost by it: a bot makes room, or those who sit out have a table. @param {Desk} desk @param {string[]} who */
function makesRoom(desk, who) {
  const { tables, byes } = desk.round;
  return tables.every((/** @type {any} */ table) => !table.result) && (tables.some((/** @type {any} */ table) => hasHouseBot(desk, table)) || (byes.length + 1) * who.length >= PLAYERS);
}

/** Draws the round again with who comes; tables of people stay as they are. @param {Desk} desk @param {Late} late */
async function drawAgain(desk, late) {
  const path = `/rounds/${desk.round.id}`;
  await post(`${path}/unpublish`);
  await late.come(); // not before: nobody enters once the last round is published
  for (const table of desk.round.tables) if (!hasHouseBot(desk, table)) await call("PATCH", `${path}/tables/${table.number}`, { locked: true });
  await post(`${path}/redraw`);
}

/** The chairs that they have taken for this round. @param {Desk} desk @param {string[]} who */
function takenChairs(desk, who) {
  const { number, tables } = desk.round;
  return tables.filter(isOpen).flatMap((/** @type {any} */ table) => entriesAt(desk, table, () => true).flatMap((entry) => entry.tenures
    .filter((/** @type {any} */ one) => one.first === number && one.last === number && who.includes(one.player.id))
    .map((/** @type {any} */ one) => ({ table, entry, sits: one.player, left: one.for ?? (entry.withdrawn && entry.players.length === 1 ? entry.players[0] : null) })))) // `for` is null for who has played for the entry before
    .filter((/** @type {any} */ { left }) => left);
}

/** Lets one sit for another in this round only. @param {Desk} desk @param {any} entry @param {string} out @param {string} member @param {number | null} [hand] */
const sitFor = ({ round }, entry, out, member, hand = null) => post(`/entries/${entry.id}/substitutes`, { out, member, from_round: round.number, to_round: round.number, from_hand: hand });

/** The choice of a place in this round, or the way back from it; null where there is none. @param {Desk} desk @param {Late} late @param {Tried} tried */
export function placeNow(desk, late, tried) {
  if (!isPlayed(desk)) return null;
  const taken = takenChairs(desk, late.who);
  if (taken.length) {
    return el("button", { type: "button", "data-key": `give-back-${late.key}`, onclick: tried(async () => {
      for (const { entry, sits, left } of taken) await sitFor(desk, entry, sits.id, left.id);
    }) }, say(gettext("Take back that %(name)s sits at table %(number)s"), { name: late.name, number: taken[0].table.number }));
  }
  if (isPlaced(desk, late.who)) return null;
  const chairs = freeChairs(desk, late.who), again = makesRoom(desk, late.who);
  return chairs.length || again ? choice(desk, late, chairs, again, tried) : null;
}

/** @param {Desk} desk @param {Late} late @param {Chair[]} chairs @param {boolean} again @param {Tried} tried */
function choice(desk, late, chairs, again, tried) {
  const { night, round } = desk, key = `chair-${late.key}`;
  const hands = chairs.some(({ table }) => table.venue === "table") && night.hands_per_round !== 1;
  return el("details", { "data-key": key }, el("summary", { class: "button" }, gettext("Into a chair now"), el("span", { class: "only-read" }, ` ${late.name}`)),
    el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const { where, hand } = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
      tried(async () => {
        if (where === AGAIN) return drawAgain(desk, late);
        const chair = /** @type {Chair} */ (chairs.find(({ entry }) => entry.id === where));
        for (const [at, out] of chair.entry.players.entries()) await sitFor(desk, chair.entry, out.id, String(late.who[at]), chair.table.venue === "table" && hand ? Number(hand) : null);
        if (night.rounds > round.number) await late.come(); // after the last round nobody is drawn
      })();
    } },
      el("label", { for: key }, gettext("Where?")),
      el("select", { id: key, name: "where", required: true, "data-key": `${key}-where` },
        ...chairs.map(({ table, entry }) => el("option", { value: entry.id }, say(gettext("Table %(number)s, instead of %(name)s"), { number: table.number, name: entry.name }))),
        again && el("option", { value: AGAIN }, say(gettext("Draw round %(number)s again: tables without bots stay"), { number: round.number }))),
      hands && el("label", { for: `${key}-hand` }, gettext("From which hand on?")),
      hands && el("input", { id: `${key}-hand`, name: "hand", type: "number", min: 1, max: night.hands_per_round || 99, value: 1, "data-key": `${key}-hand` }),
      el("p", {}, el("button", { class: "primary" }, gettext("Seat them")))));
}

/** Who sits at a side for somebody else. @param {Desk} desk @param {any} side @returns {any[]} */
function sittingIn({ entries }, side) {
  const own = new Set(side.entries.flatMap((/** @type {any} */ each) => entries.find(({ id }) => id === each.id)?.players.map((/** @type {any} */ player) => player.id) ?? []));
  return side.players.filter((/** @type {any} */ player) => !own.has(player.id));
}

/** Says who sits at a side for somebody else in this round. @param {Desk} desk @param {any} side */
export function standIns(desk, side) {
  if (desk.round.state !== "published") return [];
  return sittingIn(desk, side).map((/** @type {any} */ player) => el("p", { class: "soft small" }, say(gettext("%(name)s sits in"), { name: player.name })));
}
