// @ts-check
/** What a pad comes to: the totals of the sides, and all hands with their lines. */
import { el, say, show } from "../site/dom.js";
import { day } from "../site/local.js";
import { sideNames } from "./pads.js";
import { codesOf, texts } from "./texts.js";
import { named } from "./sheet.js";

/** @typedef {import("./types.d.ts").Pad} Pad */
/** @typedef {import("./types.d.ts").ScoringAnswer} ScoringAnswer */
/** @typedef {{path: string, detail: string}} Fault */
/** @typedef {{correct: (number: number) => void, remove: (number: number) => void}} Changes */

/** @type {Set<number>} Hands whose lines are shown; on paper all are. */
const whole = new Set();

/** What the saved hands come to, as far as they are counted. @param {Element} region @param {Pad} pad */
export function drawStanding(region, pad) {
  const answer = pad.answer;
  if (!answer) return show(region);
  const names = sideNames(pad);
  show(region,
    answer.draw && el("p", { class: "winner" }, gettext("The game is over: a draw. One more hand may decide it.")),
    el("div", { class: "sides standing" }, ...names.map((name, side) => el("div", { "data-total": side },
      el("h2", {}, name), el("b", {}, String(answer.totals[side])),
      answer.winner === side && el("p", { class: "winner" }, gettext("Winner")),
      !answer.over && el("p", { class: "soft" }, say(gettext("First melds need %(points)s"), { points: answer.next_minimum[side] })),
      el("p", { class: "soft" }, owes(answer, side))))));
}

/** What a side pays or gets at the stake; without one, how far it is behind. @param {ScoringAnswer} answer @param {number} side */
function owes(answer, side) {
  const settled = answer.settlement?.find((each) => each.side === side);
  if (settled) {
    const cents = Math.abs(settled.cents);
    return settled.cents < 0 ? say(gettext("pays %(cents)s cents"), { cents }) : say(gettext("gets %(cents)s cents"), { cents });
  }
  return answer.behind[side] ? say(gettext("%(points)s behind"), { points: answer.behind[side] }) : "";
}

/** @param {Element} region @param {Pad} pad @param {Fault[]} faults of saved hands @param {Changes} changes */
export function drawHands(region, pad, faults, changes) {
  const names = sideNames(pad);
  if (!pad.hands.length) return show(region);
  show(region,
    el("h2", {}, gettext("Hands")),
    el("p", { class: "soft small" }, day(pad.begun)),
    el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": gettext("All hands") },
      el("table", { class: "hands" },
        el("thead", {}, el("tr", {}, el("td", {}), ...names.map((name) => el("th", { scope: "col", class: "side-name" }, name)))),
        ...pad.hands.map((_, number) => handRows(pad, number, names, faults.filter((fault) => fault.path.startsWith(`hands.${number}.`)), changes)))));
}

/** @param {Pad} pad @param {number} number @param {string[]} names @param {Fault[]} faults @param {Changes} changes */
function handRows(pad, number, names, faults, changes) {
  const hand = pad.answer?.hands[number];
  const codes = codesOf(hand?.score || []);
  return el("tbody", { class: whole.has(number) && "whole", "data-hand": number },
    el("tr", {}, el("th", { scope: "rowgroup" }, say(gettext("Hand %(number)s"), { number: number + 1 })),
      ...names.map((_, side) => el("td", {}, hand ? String(hand.score[side]?.total) : "…"))),
    ...codes.map((code) => el("tr", { class: "lines" }, el("th", { scope: "row" }, texts.lines[code] || code),
      ...names.map((_, side) => el("td", {}, lineText(hand?.score[side]?.lines.filter((line) => line.code === code) || []))))),
    el("tr", { class: "totals" }, el("th", { scope: "row" }, gettext("Total")), ...names.map((_, side) => el("td", {}, hand ? String(hand.totals[side]) : "…"))),
    el("tr", { class: "no-print" }, el("td", { colspan: names.length + 1 },
      ...faults.map((fault) => el("p", { class: "bad" }, named(fault.detail, names))),
      el("div", { class: "row" }, ...buttons(pad, number, codes.length > 0, changes)))));
}

/** @param {import("./types.d.ts").ScoringAnswer["hands"][number]["score"][number]["lines"]} lines */
const lineText = (lines) => lines.map((line) => `${line.points}${line.count > 1 ? ` (${line.count})` : ""}${line.reason ? `: ${line.reason}` : ""}`).join("; ");

/** While a hand is corrected, the others wait. @param {Pad} pad @param {number} number @param {boolean} lines @param {Changes} changes */
function buttons(pad, number, lines, changes) {
  const waits = Boolean(pad.correction);
  /** @param {string} key @param {string} text @param {() => void} press */
  const button = (key, text, press) => el("button", { type: "button", "data-key": `${key}-${number}`, disabled: waits, onclick: press,
    "aria-label": say(gettext("%(what)s, hand %(number)s"), { what: text, number: number + 1 }) }, text);
  const more = el("button", { type: "button", "data-key": `lines-${number}`, "aria-expanded": String(whole.has(number)),
    "aria-label": say(gettext("Details of hand %(number)s"), { number: number + 1 }), onclick: (/** @type {Event} */ event) => {
      if (!whole.delete(number)) whole.add(number);
      more.setAttribute("aria-expanded", String(whole.has(number)));
      /** @type {HTMLElement} */ (event.currentTarget).closest("tbody")?.classList.toggle("whole", whole.has(number));
    } }, gettext("Details"));
  return [lines && more, button("correct", gettext("Correct"), () => changes.correct(number)), button("delete", gettext("Delete"), () => changes.remove(number))];
}
