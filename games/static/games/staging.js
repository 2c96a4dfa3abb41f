// @ts-check
/** Melds that are put together before they are sent: nothing is final until then. */
import { call } from "../site/api.js";

/** @typedef {{onto: number | null, with: string[], as?: string}} Take */
/** @typedef {{cards: string[], as?: string}} Meld a new meld; `as` is the rank of a wild card in a sequence */
/** @typedef {{legal: boolean, code?: string, rule?: string, detail?: string, facts?: Record<string, any>}} Verdict */

/** What is staged, and what the service says of it. */
export class Staging {
  /** @param {string} game the game's id @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {Take | null} */ this.take = null;
    /** @type {Meld[]} */ this.melds = [];
    /** @type {Verdict | null} null: not judged yet */ this.verdict = null;
    this.asked = 0;
  }

  get empty() {
    return !this.take && this.melds.length === 0;
  }

  /** The cards of the hand that are staged. @returns {string[]} */
  get cards() {
    return [...(this.take?.with || []), ...this.melds.flatMap((meld) => meld.cards)];
  }

  /** The action that would lay it down. */
  get action() {
    if (!this.take) return { type: "meld", melds: this.melds };
    return { type: "take_pile", ...this.take, ...(this.melds.length ? { melds: this.melds } : {}) };
  }

  /** @param {string[]} cards */
  add(cards) {
    this.melds.push({ cards });
    this.judge();
  }

  /** Puts further cards into a meld that is staged. @param {number} place @param {string[]} cards all of the meld */
  extend(place, cards) {
    this.melds.splice(place, 1);
    this.melds.push({ cards }); // the last: `choose` and `undo` are about it
    this.judge();
  }

  /** The rank of the wild card in what was staged last. @param {string} rank */
  choose(rank) {
    const last = this.melds[this.melds.length - 1] || this.take;
    if (last) last.as = rank;
    this.judge();
  }

  /** @param {Take} take */
  begin(take) {
    this.take = take;
    this.judge();
  }

  undo() {
    if (this.melds.length) this.melds.pop();
    else this.take = null;
    this.judge();
  }

  clear() {
    this.take = null;
    this.melds = [];
    this.judge();
  }

  /** Asks the service if it would accept what is staged; only the last answer counts. */
  async judge() {
    const asked = ++this.asked;
    this.verdict = null;
    this.changed();
    if (this.empty) return;
    /** @type {Verdict | null} */
    let verdict = null;
    try {
      verdict = await call("POST", `/games/${this.game}/moves/check`, { action: this.action });
    } catch (problem) {
      verdict = { legal: false, detail: String(/** @type {Error} */ (problem).message) };
    }
    if (asked !== this.asked) return;
    this.verdict = verdict;
    this.changed();
  }
}
