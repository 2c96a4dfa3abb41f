// @ts-check
/** The result of a table with cards: entered by a director, confirmed, corrected, taken back. */
import { call, get, post } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { withReason } from "./steps.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

/** All versions of a result, by its latest one. @type {Map<string, any[]>} */
const versions = new Map();

/** How many hands the form of a table has, in rounds by time. @type {Map<string, number>} */
const rowsOf = new Map();

/** "1,285 : 620" @param {any} result */
const pointsText = (result) => result.points ? result.points.map((/** @type {number} */ each) => each.toLocaleString(document.documentElement.lang)).join(" : ") : gettext("no points");

/** @param {Desk} desk @param {any} table @param {Tried} tried */
export function resultOf(desk, table, tried) {
  const { result } = table, open = desk.round.state === "published";
  const author = result?.by && say(gettext("by %(who)s"), { who: result.by.player.name });
  return el("div", {},
    result && el("p", {}, el("b", {}, pointsText(result)), " ", el("span", { class: "soft small" }, author)),
    desk.directs && open && table.venue === "table" && decide(desk, table, tried));
}

/** What a director may do with it. @param {Desk} desk @param {any} table @param {Tried} tried */
function decide(desk, table, tried) {
  const { result } = table;
  if (result?.status === "confirmed") return withReason(`back-${table.number}`, gettext("Take the result back"), tried, (reason) => post(`/tables/${table.id}/take-back`, { reason }));
  return el("div", {},
    result?.status === "entered" && el("button", { type: "button", class: "primary", "data-key": `confirm-${table.number}`, onclick: tried(() => post(`/score-sheets/${result.id}/confirm`)) }, gettext("Confirm it")),
    result?.status === "disputed" && disputed(table, tried),
    el("details", { "data-key": `enter-${table.number}` }, el("summary", { class: "button" }, result ? gettext("Enter another result") : gettext("Enter the result")), entry(desk, table, tried)));
}

/** What each side says, side by side. @param {any} table @param {Tried} tried */
function disputed(table, tried) {
  const known = versions.get(table.result.id);
  const look = tried(async () => { versions.set(table.result.id, (await get(`/tables/${table.id}`)).versions); });
  if (!known) return el("button", { type: "button", "data-key": `look-${table.number}`, onclick: look }, gettext("See both sheets"));
  const sheets = [...new Map(known.filter((each) => each.points).map((each) => [each.by?.side, each])).values()]; // the latest of each side
  return el("ul", { class: "list" }, ...sheets.map((each) => el("li", { class: "row" }, el("b", {}, pointsText(each)), el("span", { class: "soft small" }, each.by?.player.name),
    el("button", { type: "button", "data-key": `confirm-${each.id}`, onclick: tried(() => post(`/score-sheets/${each.id}/confirm`)) }, gettext("This one counts")))));
}

/** The totals of each hand, a column for each side. @param {Desk} desk @param {any} table @param {Tried} tried */
function entry({ night }, table, tried) {
  const sides = table.sides.map((/** @type {any} */ side) => side.players.map((/** @type {any} */ player) => player.name).join(" & "));
  const body = el("tbody", {});
  const add = () => {
    const number = body.children.length + 1;
    body.append(el("tr", {}, el("th", { scope: "row" }, say(gettext("Hand %(number)s"), { number })), ...sides.map((/** @type {string} */ side, /** @type {number} */ place) => el("td", {},
      el("input", { inputmode: "text", required: true, pattern: "[\\-+]?[0-9]+", "data-key": `total-${table.number}-${number}-${place}`, "aria-label": say(gettext("Hand %(number)s, %(side)s"), { number, side }) })))));
  };
  for (let hand = 0; hand < (rowsOf.get(table.id) || night.hands_per_round || 1); hand++) add();
  const addOne = () => { add(); rowsOf.set(table.id, body.children.length); };
  const early = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: `early-${table.number}`, onchange: () => {
    for (const input of body.querySelectorAll("input")) input.required = !early.checked;
  } }));
  return el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const played = [...body.children].map((row) => [...row.querySelectorAll("input")].map((input) => input.value)).filter((values) => !early.checked || values.every(Boolean));
    const hands = played.map((values) => ({ sides: values.map((value, side) => ({ side, total: Number(value) })) }));
    tried(() => enter(table, hands, early.checked && hands.length < night.hands_per_round))();
  } },
    el("table", { class: "totals" }, el("thead", {}, el("tr", {}, el("td"), ...sides.map((/** @type {string} */ side) => el("th", { scope: "col" }, side)))), body),
    (!night.hands_per_round || night.format === "knockout") && el("button", { type: "button", "data-key": `more-${table.number}`, onclick: addOne }, gettext("One more hand")),
    night.hands_per_round > 1 && el("label", { class: "beside", for: early.id }, early, gettext("It ended early: leave the other hands empty")),
    el("button", { class: "primary", "data-key": `save-${table.number}` }, gettext("Enter and confirm")));
}

/** A director's sheet counts at once. @param {any} table @param {any[]} hands @param {boolean} isShort fewer hands than planned */
async function enter(table, hands, isShort) {
  const sheet = await post(`/tables/${table.id}/score-sheets`, { hands, ...isShort ? { end: "unfinished" } : {} });
  if (sheet.status !== "confirmed") await call("POST", `/score-sheets/${sheet.id}/confirm`, {});
}
