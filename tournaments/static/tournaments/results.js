// @ts-check
/** The result of a table with cards: entered by a director, confirmed, corrected, taken back. */
import { call, post } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { close, reasonField } from "../site/reasons.js";
import { askVersions, authorOf, beginsOn, decide, decisionsOf, objects, resultText, sideName, versionsOf, wordsOf } from "./decisions.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

/** How many hands the form of a table has, in rounds by time. @type {Map<string, number>} */
const rowsOf = new Map();

/** @param {Desk} desk @param {any} table @param {Tried} tried */
export function resultOf(desk, table, tried) {
  const { result } = table, decides = desk.directs && !desk.night.archived_at;
  const author = result?.by && (result.by_code ? gettext("by code") : say(gettext("by %(who)s"), { who: authorOf(table, result) }));
  return el("div", {},
    result && el("p", {}, el("b", {}, resultText(result)), " ", el("span", { class: "soft small" }, author)),
    decides && table.venue === "table" && sheets(desk, table, tried),
    decides && el("details", { "data-key": `more-of-${table.number}` }, el("summary", { class: "button" }, gettext("More")), ...decisionsOf(desk, table, tried)));
}

/** What a director does with the sheets: enters and confirms them while the round is open, and corrects what counts. @param {Desk} desk @param {any} table @param {Tried} tried */
function sheets(desk, table, tried) {
  const { result } = table;
  if (desk.round.state === "closed" || result?.status === "confirmed") {
    return el("details", { "data-key": `correct-${table.number}` }, el("summary", { class: "button" }, gettext("Correct the points")), entry(desk, table, tried, true));
  }
  return el("div", {},
    result?.status === "entered" && el("button", { type: "button", class: "primary", "data-key": `confirm-${table.number}`, onclick: tried(() => post(`/score-sheets/${result.id}/confirm`)) }, gettext("Confirm it")),
    result?.status === "disputed" && disputed(table, tried),
    el("details", { "data-key": `enter-${table.number}` }, el("summary", { class: "button" }, result ? gettext("Enter another result") : gettext("Enter the result")), entry(desk, table, tried, false)));
}

/** What each side says, side by side. @param {any} table @param {Tried} tried */
function disputed(table, tried) {
  const known = versionsOf(table);
  if (!known) return el("button", { type: "button", "data-key": `look-${table.number}`, onclick: tried(() => askVersions(table)) }, gettext("See both sheets"));
  const latest = [...new Map(known.filter((each) => each.points).map((each) => [each.by?.side, each])).values()]; // the latest of each side
  return el("ul", { class: "list" }, ...latest.map((each) => el("li", { class: "row" }, el("b", {}, resultText(each)), el("span", { class: "soft small" }, wordsOf(table, each)),
    !objects(each) && el("button", { type: "button", "data-key": `confirm-${each.id}`, onclick: tried(() => post(`/score-sheets/${each.id}/confirm`)) }, gettext("This one counts")))));
}

/** The totals of each hand, a column for each side. @param {Desk} desk @param {any} table @param {Tried} tried @param {boolean} corrects what counts already */
function entry({ night }, table, tried, corrects) {
  const sides = table.sides.map(sideName);
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
  return el("form", { ...corrects ? { oninput: beginsOn(table) } : {}, onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const played = [...body.children].map((row) => [...row.querySelectorAll("input")].map((input) => input.value)).filter((values) => !early.checked || values.every(Boolean));
    const hands = played.map((values) => ({ sides: values.map((value, side) => ({ side, total: Number(value) })) }));
    const sheet = { hands, ...early.checked && hands.length < night.hands_per_round ? { end: "unfinished" } : {} };
    const reason = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
    tried(async () => {
      await (corrects ? decide(table, { ...sheet, reason }) : enter(table, sheet));
      close(event);
    })();
  } },
    el("table", { class: "totals" }, el("thead", {}, el("tr", {}, el("td"), ...sides.map((/** @type {string} */ side) => el("th", { scope: "col" }, side)))), body),
    (!night.hands_per_round || night.format === "knockout") && el("button", { type: "button", "data-key": `more-${table.number}`, onclick: addOne }, gettext("One more hand")),
    night.hands_per_round > 1 && el("label", { class: "beside", for: early.id }, early, gettext("It ended early: leave the other hands empty")),
    ...corrects ? reasonField(`correct-${table.number}`) : [],
    el("p", {}, el("button", { class: "primary", "data-key": `save-${table.number}` }, corrects ? gettext("Correct them") : gettext("Enter and confirm"))));
}

/** A director's sheet counts at once. @param {any} table @param {any} body */
async function enter(table, body) {
  const sheet = await post(`/tables/${table.id}/score-sheets`, body);
  if (sheet.status !== "confirmed") await call("POST", `/score-sheets/${sheet.id}/confirm`, {});
}
