// @ts-check
/** The melds of a hand by name, as the log makes them. */
import { isWild, rankPlace } from "./cards.js";
import { meldName } from "./regions.js";

/** @typedef {import("./types.d.ts").GameEvent} GameEvent */
/** @typedef {Pick<import("./types.d.ts").Meld, "kind" | "cards" | "wild_as">} Named */

/** Knows the melds of the hand whose events it has noted, in their order. */
export class MeldNames {
  constructor() {
    /** @type {number | null} */ this.hand = null;
    /** @type {Map<number, Named>} */ this.melds = new Map();
  }

  /** The meld to which an event adds, as it was before it; empty if its events were not noted. @param {GameEvent} event */
  nameOf(event) {
    const meld = event.hand === this.hand && this.melds.get(event["onto"]);
    return meld ? meldName(meld) : "";
  }

  /** @param {GameEvent} event */
  note(event) {
    if (event.hand !== this.hand) this.melds.clear();
    this.hand = event.hand;
    const meld = this.melds.get(event["onto"]);
    if (event.type === "melded") this.melds.set(event["id"], { kind: event["kind"], cards: event["cards"], wild_as: event["wild_as"] ?? null });
    else if (event.type === "merged") this.merge(event["into"], event["from"]);
    else if (meld && (event["cards"] || event["card"])) this.melds.set(event["onto"], longer(meld, event["cards"] || [event["card"]], event["wild_as"] ?? null));
  }

  /** @param {number} into @param {number} from */
  merge(into, from) {
    const meld = this.melds.get(into), other = this.melds.get(from);
    if (meld && other) this.melds.set(into, longer(meld, other.cards, other.wild_as));
  }
}

/** A meld with further cards. @param {Named} meld @param {string[]} cards @param {string | null} wildAs @returns {Named} */
function longer(meld, cards, wildAs) {
  const wild_as = /** @type {Named["wild_as"]} */ (wildAs ?? meld.wild_as);
  /** @param {string} card */
  const place = (card) => rankPlace(isWild(card) ? wild_as || "" : card[0] || "");
  const all = [...meld.cards, ...cards];
  return { ...meld, wild_as, cards: meld.kind === "sequence" ? all.sort((one, two) => place(one) - place(two)) : all };
}
