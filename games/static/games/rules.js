// @ts-check
/** What the page shows of a ruleset: its name, what cards are worth, what going out takes. */
import { get } from "../site/api.js";
import { say } from "../site/dom.js";
import { isRedThree, ranksName } from "./cards.js";

/** @typedef {import("./types.d.ts").Meld} Meld */
/** @typedef {{name: string, document: any}} Rules */

/** The rules that a game froze; null while they cannot be read. @param {string} game @returns {Promise<Rules | null>} */
export const rulesOf = (game) => get(`/games/${game}/ruleset`).catch(() => null);

/** What cards in hand count, without the red threes that are laid. @param {Rules} rules @param {string[]} cards */
export function worthOf(rules, cards) {
  const counted = rules.document.red_threes.declaring === "never" ? cards : cards.filter((card) => !isRedThree(card));
  return counted.reduce((sum, card) => sum + (rules.document.points[card === "JK" ? card : card[0] || ""] || 0), 0);
}

/** Kinds that count as one. @type {Record<string, string[]>} */
const COUNTED_TOGETHER = { red: ["natural", "samba"], black: ["mixed", "black_samba"] };
/** @type {Record<string, string>} */
const KINDS = { natural: gettext("natural"), mixed: gettext("mixed"), samba: gettext("sambas"), black_samba: gettext("black sambas"),
  wild: gettext("wild"), sevens: ranksName("7"), threes: ranksName("3"), red: gettext("red"), black: gettext("black") };

/** What a side has of what going out takes: "to go out: canastas 1 of 2, sambas ✓". @param {Rules} rules @param {Meld[]} melds of the side */
export function bookOf(rules, melds) {
  const { canastas, book } = rules.document.going_out;
  const made = melds.filter((meld) => meld.canasta);
  const parts = Object.entries(book).filter(([, needed]) => Number(needed) > 0).map(([kind, needed]) => {
    const kinds = COUNTED_TOGETHER[kind] || [kind];
    return progress(KINDS[kind] || kind, made.filter((meld) => kinds.includes(meld.canasta || "")).length, Number(needed));
  });
  return say(gettext("to go out: %(parts)s"), { parts: [progress(gettext("canastas"), made.length, canastas), ...parts].join(", ") });
}

/** @param {string} kind @param {number} have @param {number} needed */
const progress = (kind, have, needed) => have >= needed ? `${kind} ✓` : say(gettext("%(kind)s %(have)s of %(needed)s"), { kind, have, needed });
