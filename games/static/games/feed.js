// @ts-check
/** Follows a game: the state as the caller may see it, again after each event. */
import { get, Problem } from "../site/api.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./types.d.ts").GameEvent} GameEvent */
/**
 * @typedef {object} Hearers
 * @property {(game: Game) => void} state the game has changed
 * @property {(event: GameEvent) => void} event in order, each once
 * @property {(connected: boolean) => void} connection
 * @property {(problem: Problem) => void} refused the caller may not look, and nothing more will come
 */

const RETRY_MS = 2000;
const REFUSED = [401, 403, 404];
const RECENT = 200; // events of the log that a page shows when it opens: about a hand

/** One connection: a stream, and where that is refused a call that waits. */
export class Feed {
  /** @param {string} id @param {Hearers} hearers */
  constructor(id, hearers) {
    this.id = id;
    this.hearers = hearers;
    this.seq = 0;
    this.version = -1;
    /** @type {EventSource | null} */
    this.source = null;
    this.retry = 0;
    /** True while events are known to be missing. */
    this.isBehind = false;
    /** @type {Promise<void> | null} */
    this.fetching = null;
    /** @type {Promise<void> | null} The fetch that follows the one under way. */
    this.next = null;
    /** What the events that are held wait for. */
    this.held = Promise.resolve();
    this.ended = false;
  }

  start() {
    const after = this.seq ? `?after=${this.seq}` : "";
    this.source?.close();
    clearTimeout(this.retry);
    const source = new EventSource(`/api/v1/games/${this.id}/stream${after}`);
    this.source = source;
    this.held = Promise.resolve();
    source.onopen = () => this.hearers.connection(true);
    source.onerror = () => this.lost();
    /** @param {MessageEvent<string>} message */
    const heard = (message) => this.hear(JSON.parse(message.data));
    source.addEventListener("snapshot", heard);
    source.onmessage = heard;
  }

  /** The stream has ended, or something of it could not be followed: all begins again, unless the game is over by then. */
  lost() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => { if (!this.ended || this.isBehind) this.recover(); }, RETRY_MS);
  }

  /** After a lost connection: what was missed, then the stream again. */
  async recover() {
    try {
      await this.refresh();
      await this.missed();
    } catch (problem) {
      if (problem instanceof Problem && REFUSED.includes(problem.status)) return this.hearers.refused(problem);
      this.hearers.connection(false);
      return this.lost();
    }
    if (!this.ended) this.start();
  }

  /** The events since the last one heard. */
  async missed() {
    this.isBehind = true;
    for (let next = true; next;) {
      const page = await get(`/games/${this.id}/events?after=${this.seq}&limit=200`);
      for (const event of page.results) this.note(event);
      next = Boolean(page.next);
    }
    this.isBehind = false;
  }

  /** @param {any} item */
  hear(item) {
    if (item.type === "snapshot") {
      this.seq = Math.max(0, item.seq - RECENT);
      this.take(item.game);
      this.hold(this.missed());
      return;
    }
    const known = this.refresh();
    this.hold(item.type === "seat_taken" ? known : undefined); // only the state has the name of who sits down
    this.held.then(() => this.note(item), () => {}); // what is not heard now is among what was missed
    known.catch(() => this.lost());
  }

  /** Holds the events that follow until `what` is there. @param {Promise<void> | undefined} what */
  hold(what) {
    this.held = this.held.then(() => what);
    this.held.catch(() => this.lost());
  }

  /** @param {GameEvent} event */
  note(event) {
    if (event.seq <= this.seq) return;
    this.seq = event.seq;
    this.hearers.event(event);
  }

  /** Takes a newer state, from wherever it came. @param {Game} game */
  take(game) {
    if (game.version < this.version) return;
    this.version = game.version;
    this.ended = game.status === "finished" || game.status === "abandoned";
    this.hearers.state(game);
  }

  /** Fetches the state, no earlier than now: several wishes at once become one call, and one more after it. @returns {Promise<void>} */
  refresh() {
    if (!this.fetching) return (this.fetching = this.fetched().finally(() => { this.fetching = null; }));
    return (this.next ||= this.fetching.catch(() => {}).then(() => {
      this.next = null;
      return this.refresh();
    }));
  }

  async fetched() {
    this.take(await get(`/games/${this.id}`));
  }
}
