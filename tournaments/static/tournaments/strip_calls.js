// @ts-check
/** The calls of a strip: with its code, from a device that has a key, and again until the server has answered. */
import { asProblem, call, newKey } from "../site/api.js";

const AGAIN_MS = 3000;
const PATIENCE_MS = 8000;
const DEVICE = "sheet-device";

/** What is kept until the tab is closed; a browser that keeps nothing still works while the page is open. @param {string} key @param {unknown} [value] */
export function kept(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else if (value !== undefined) sessionStorage.setItem(key, JSON.stringify(value));
    return JSON.parse(sessionStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

/** The key of this browser: what entered for one side does not confirm for the other. */
const device = (() => {
  const made = newKey();
  try {
    const found = localStorage.getItem(DEVICE);
    if (found) return found;
    localStorage.setItem(DEVICE, made);
  } catch { /* it lasts as long as the page */ }
  return made;
})();

/** @typedef {{path: string, body: any, key: string}} Letter what is to reach the server once */
/** @typedef {{waits: (letter: Letter) => void, arrived: (answer: any) => void, refused: (problem: import("../site/api.js").Problem) => void}} Hopes */

/** True if the same may work a little later. @param {{status: number, code: string}} problem */
export const isAway = ({ status, code }) => status === 0 || status === 429 || status >= 500 || code === "key_in_flight";

export class Strip {
  /** @type {Letter | null} */
  letter = null;
  timer = 0;
  sending = false;

  /** @param {string} table @param {string} code @param {Hopes} hopes */
  constructor(table, code, hopes) {
    this.at = `/tables/${table}/sheet`;
    this.authorization = `SheetCode ${code}`;
    this.hopes = hopes;
    this.place = `sheet-letter:${table}:${code}`;
    this.letter = kept(this.place);
    addEventListener("online", () => this.send());
    addEventListener("beforeunload", (event) => { if (this.letter) event.preventDefault(); });
  }

  look = () => call("GET", this.at, undefined, { authorization: this.authorization, patience: PATIENCE_MS });

  /** @param {any} hands */
  count = (hands) => call("POST", `${this.at}/count`, { hands }, { authorization: this.authorization, patience: PATIENCE_MS });

  /** @param {"" | "/confirm" | "/dispute"} act @param {any} body */
  write(act, body) {
    this.letter = { path: this.at + act, body: { ...body, device }, key: newKey() };
    kept(this.place, this.letter);
    return this.send();
  }

  /** Sends what waits, with its key, until there is an answer. */
  async send() {
    const letter = this.letter;
    if (!letter || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    try {
      const answer = await call("POST", letter.path, letter.body, { key: letter.key, authorization: this.authorization, patience: PATIENCE_MS });
      this.done();
      this.hopes.arrived(answer);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (isAway(problem)) {
        this.hopes.waits(letter);
        this.timer = setTimeout(() => this.send(), (problem.facts.retry_after_s || 0) * 1000 || AGAIN_MS);
      } else {
        this.done();
        this.hopes.refused(problem);
      }
    } finally {
      this.sending = false;
    }
  }

  done() {
    this.letter = null;
    kept(this.place, null);
  }
}
