// @ts-check
/** What happened, as sentences that anyone at the table may read. */
import { say } from "../site/dom.js";
import { cardShort, cardsShort } from "./cards.js";

/** @typedef {import("./types.d.ts").GameEvent} GameEvent */

/**
 * The sentence of an event; empty for those that say nothing to people.
 * @param {GameEvent} event @param {(seat: number | undefined) => string} name
 */
export function sentence(event, name) {
  const who = name(event.seat);
  switch (event.type) {
    case "game_started": return gettext("The game begins.");
    case "seat_taken": return say(gettext("%(who)s sits down."), { who });
    case "seat_left": return say(gettext("%(who)s leaves."), { who });
    case "seat_substituted": return say(gettext("%(who)s has a new player."), { who });
    case "hand_dealt": return say(gettext("Hand %(number)s: %(dealer)s deals."), { number: event.hand, dealer: name(event["dealer"]) });
    case "cards_drawn": return drawn(event, who);
    case "pile_taken": return say(gettext("%(who)s takes the pile with %(cards)s."), { who, cards: cardsShort(event["with"] || []) });
    case "top_taken": return say(gettext("%(who)s takes the top card."), { who });
    case "red_three_laid": return say(gettext("%(who)s lays a red three."), { who });
    case "melded": return say(gettext("%(who)s melds %(cards)s."), { who, cards: melded(event) });
    case "laid_off": return say(gettext("%(who)s adds %(cards)s."), { who, cards: cardsShort(event["cards"] || []) });
    case "merged": return say(gettext("%(who)s merges two melds."), { who });
    case "permission_asked": return say(gettext("%(who)s asks: may I go out?"), { who });
    case "permission_answered": return say(event["answer"] ? gettext("%(who)s says yes.") : gettext("%(who)s says no."), { who });
    case "card_discarded": return say(gettext("%(who)s discards %(card)s."), { who, card: cardShort(event["card"]) });
    case "turn_passed": return say(gettext("%(who)s passes."), { who });
    case "taken_back": return say(gettext("%(who)s takes it back."), { who });
    case "foot_taken": return say(gettext("%(who)s picks up the second hand."), { who });
    case "hand_ended": return ended(event, name);
    case "game_finished": return gettext("The game is over.");
    case "game_abandoned": return gettext("The game was ended.");
    case "clock_flagged": return say(gettext("The time of %(who)s is over."), { who });
    case "hand_peeked": return gettext("A member of the staff looked at the hands.");
    default: return "";
  }
}

/** @param {GameEvent} event @param {string} who */
function drawn(event, who) {
  const values = { who, count: event["count"], cards: cardsShort(event["cards"] || []) };
  return event["cards"] ? say(gettext("%(who)s draws %(cards)s."), values) : say(gettext("%(who)s draws %(count)s."), values);
}

/** @param {GameEvent} event */
function melded(event) {
  /** @type {any[]} */
  const melds = event["melds"] || [{ cards: event["cards"] || [] }];
  return melds.map((meld) => cardsShort(meld.cards || meld)).join(", ");
}

/** @param {GameEvent} event @param {(seat: number | undefined) => string} name */
function ended(event, name) {
  return event["out"] != null
    ? say(gettext("%(who)s goes out."), { who: name(event["out"]) })
    : gettext("The hand ends: the stock is empty.");
}
