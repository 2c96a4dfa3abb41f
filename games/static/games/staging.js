// @ts-check
/** Melds that are put together before they are sent: nothing is final until then. */
import { call } from "../site/api.js";

/** @typedef {{take: {onto: number | null, with: string[], needs: number} | null, melds: string[][]}} Staged */

/** What is staged, and what the service says of it. */
export class Staging {
  /** @param {string} game the game's id @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {Staged["take"]} */ this.take = null;
    /** @type {string[][]} */ this.melds = [];
    /** @type {{legal: boolean, code?: string, rule?: string, detail?: string} | null} null: not judged yet */
    this.verdict = null;
    this.asked = 0;
  }

  get empty() {
    return !this.take && this.melds.length === 0;
  }

  /** The cards of the hand that are staged. @returns {string[]} */
  get cards() {
    return [...(this.take?.with || []), ...this.melds.flat()];
  }

  /** The action that would lay it down. */
  get action() {
    const melds = this.melds.map((cards) => ({ cards }));
    if (!this.take) return { type: "meld", melds };
    const { onto, with: used } = this.take;
    return { type: "take_pile", with: used, onto, ...(melds.length ? { melds } : {}) };
  }

  /** @param {string[]} cards */
  add(cards) {
    this.melds.push(cards);
    this.judge();
  }

  /** @param {NonNullable<Staged["take"]>} take */
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
    /** @type {Staging["verdict"]} */
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
