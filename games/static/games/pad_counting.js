// @ts-check
/** Calls of the API that count the hands of a pad: few, one at a time, and again when the network is back. */
import { post, Problem } from "../site/api.js";
import { say } from "../site/dom.js";

/** @typedef {import("./types.d.ts").Pad} Pad */
/** @typedef {import("./types.d.ts").HandSheet} HandSheet */
/** @typedef {import("./types.d.ts").ScoringAnswer} ScoringAnswer */

const PAUSE_MS = 400; // after the last letter: a club shares the calls of one address
const AGAIN_MS = 10_000;
const PATIENCE_MS = 8_000;

/** @returns {Promise<never>} */
const tooLate = () => new Promise((_, fail) => { setTimeout(() => fail(new Problem(0, {})), PATIENCE_MS); });

/** The body of a call. @param {Pad} pad @param {HandSheet[]} hands */
const body = (pad, hands) => ({ ruleset: pad.ruleset, seats: pad.seats, stake: pad.cents === null ? null : { cents_per_100: pad.cents }, hands });

/**
 * @typedef {object} Page
 * @property {(answer: ScoringAnswer, hands: HandSheet[]) => void} counted
 * @property {(errors: {path: string, detail: string}[], message: string) => void} refused
 * @property {(text: string) => void} state why the figures are old; empty if they are not
 */

export class Counter {
  timer = 0;
  latest = 0;
  /** @type {[any, HandSheet[]] | null} What is not counted yet. */
  wanted = null;

  /** @param {Page} page @param {(pad: any, hands: HandSheet[]) => Promise<ScoringAnswer>} counting */
  constructor(page, counting = (pad, hands) => post("/scoring", body(pad, hands))) {
    this.page = page;
    this.counting = counting;
    addEventListener("online", () => this.later(0));
  }

  /** @param {any} pad what the counting takes @param {HandSheet[]} hands */
  ask(pad, hands) {
    this.wanted = [pad, hands];
    this.latest++; // what is under way is old
    this.later(PAUSE_MS);
  }

  /** @param {number} ms */
  later(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.wanted) this.askNow(...this.wanted); }, ms);
  }

  /** Without an answer the hands are counted later. @param {any} pad @param {HandSheet[]} hands @returns {Promise<{answer?: ScoringAnswer, refused?: boolean}>} */
  async askNow(pad, hands) {
    clearTimeout(this.timer);
    this.wanted = [pad, hands];
    const own = ++this.latest;
    try {
      const answer = await Promise.race([this.counting(pad, hands), tooLate()]);
      if (own === this.latest) {
        this.wanted = null;
        this.page.state("");
        this.page.counted(answer, hands);
      }
      return { answer };
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return own === this.latest ? { refused: this.failed(problem) } : { refused: problem.status === 422 };
    }
  }

  /** True if the hands are refused. @param {Problem} problem */
  failed(problem) {
    const away = problem.status === 0 || problem.status === 429 || problem.status >= 500;
    if (away) {
      this.page.state(say(gettext("%(why)s The figures are those that were counted last. What you type is kept, and counted when there is an answer again."),
        { why: problem.status === 0 ? gettext("No connection.") : problem.message }));
      this.later((problem.facts.retry_after_s || 0) * 1000 || AGAIN_MS);
    } else {
      this.wanted = null;
      this.page.state("");
      this.page.refused(problem.errors, problem.message);
    }
    return !away;
  }
}
