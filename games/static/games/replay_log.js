// @ts-check
/** The steps of a finished hand and the positions after them, fetched once and kept. */
import { get, getAll } from "../site/api.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./types.d.ts").GameEvent} GameEvent */
/**
 * What one action or the deal did. One plays on from `version`; the table is shown at `shown`,
 * before that version scored the hand: another one only where the hand ends.
 * @typedef {{version: number, shown: number, events: GameEvent[], last: boolean}} Step
 */

/** What is fetched of a game. */
export class ReplayLog {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Map<string, Promise<any>>} */ this.kept = new Map();
  }

  /** What `path` answers, asked for once unless it was refused. @param {string} path @param {(path: string) => Promise<any>} [fetched] */
  keep(path, fetched = get) {
    const kept = this.kept.get(path) || fetched(`/games/${this.id}${path}`);
    this.kept.set(path, kept);
    kept.catch(() => this.kept.delete(path));
    return kept;
  }

  /** The log as a seat read it, or null: as anybody may. @param {number | null} seat @returns {Promise<GameEvent[]>} */
  log(seat) {
    return this.keep(`/events?limit=500${seat === null ? "" : `&as_seat=${seat}`}`, getAll);
  }

  /** The steps of a hand as `seats` saw them; of each event what most of them saw. @param {number} number @param {number[]} seats @returns {Promise<Step[]>} */
  async steps(number, seats) {
    const logs = (await Promise.all(seats.map((seat) => this.log(seat)))).map((log) => log.filter((event) => event.hand === number));
    /** @type {Map<number, GameEvent>} Of each event what shows most. */ const seen = new Map();
    for (const event of logs.flat()) if (!seen.has(event.seq) || event["cards"]) seen.set(event.seq, event);
    const events = [...seen.values()].sort((one, other) => one.seq - other.seq);
    /** @type {Map<number, GameEvent[]>} */ const by = new Map();
    for (const event of events) by.set(event.version, [...(by.get(event.version) || []), event]);
    /** @type {Step[]} */
    const groups = [...by].map(([version, each]) =>
      ({ version, shown: version, events: each, last: false }));
    const end = groups.findIndex((step) => step.events.some((event) => event.type === "hand_ended"));
    const before = groups[end - 1], ending = groups[end];
    // The version that ends a hand has dealt the next one already: so one plays on from before it.
    if (before && ending) {
      const { version } = before, { shown } = ending;
      const events = groups.slice(end).flatMap((step) => step.events);
      groups.splice(end, Infinity, { version, shown, events, last: true });
    }
    return groups;
  }

  /** The table at a step with the hands of `seats`. @param {Step} step @param {number[]} seats @returns {Promise<Game>} */
  async position(step, seats) {
    /** @type {Game[]} */
    const seen = await Promise.all(seats.map((seat) =>
      this.keep(`?at=${step.shown}&before_score=true&as_seat=${seat}`)));
    const first = /** @type {Game} */ (seen[0]);
    const hands = first.hand?.hands.map((hand, seat) => seen.map((game) => game.hand?.hands[seat]).find((each) => each?.cards) || hand) || [];
    return { ...first, hand: first.hand && { ...first.hand, hands } };
  }
}
