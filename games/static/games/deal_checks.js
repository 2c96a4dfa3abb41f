// @ts-check
/** Was a hand dealt as it was promised? Each check in words, from what the service publishes. Knows no page. */
import { say } from "../site/dom.js";
import { ALGORITHM, commitmentOf, movesEntropy, orderOf, sorted } from "./shuffle.js";

/** @typedef {import("./shuffle.js").Proof} Proof */
/** @typedef {import("./types.d.ts").GameEvent} GameEvent */
/** @typedef {{number: number, dealer: number, order: string[], moves: {seat: number, action: any, drawn?: string[]}[]}} RecordHand */
/** @typedef {{seats: any[], ruleset: any, hands: RecordHand[]}} GameRecord */
/** @typedef {{ok: boolean, text: string}} Check */

/** The cards that a ruleset names together. @type {Record<string, string>} */
const CLASSES = { wild: "JK 2C 2D 2H 2S", joker: "JK", seven: "7C 7D 7H 7S", red_three: "3D 3H", black_three: "3C 3S" };

/**
 * The checks of one hand; the first that fails is the one to look at.
 * @param {Proof} proof @param {GameRecord} record @param {GameEvent[]} log of anybody
 * @param {Map<number, string[]>} dealt what seats were dealt, as far as the reader may see it
 * @returns {Check[]}
 */
export function checksOf(proof, record, log, dealt) {
  if (proof.algorithm !== ALGORITHM) return [{ ok: false, text: say(gettext("The algorithm is %(name)s, which this page does not know."), { name: proof.algorithm }) }];
  const number = proof.context.hand;
  const hand = record.hands.find((each) => each.number === number);
  const event = log.find((each) => each.type === "hand_dealt" && each["number"] === number);
  if (!hand || !event) return [{ ok: false, text: gettext("The proof is of a hand that the record does not have.") }];
  return [promised(proof, log, event), sealed(proof), stirred(proof, record), shuffled(proof, hand.order),
    handedOut(hand, record, event, dealt), drawn(hand, record, event)];
}

/** @param {Proof} proof @param {GameEvent[]} log @param {GameEvent} event */
function promised(proof, log, event) {
  const first = log.find((each) => each["next_commitment"] === proof.commitment && each.seq < event.seq
    || each.seq === event.seq && each["commitment"] === proof.commitment);
  return { ok: first !== undefined && event["commitment"] === proof.commitment, text: first
    ? say(gettext("The commitment was published before the deal, in entry %(seq)s of the log: %(commitment)s"), { seq: first.seq, commitment: proof.commitment })
    : say(gettext("The log has another commitment than the proof, which says %(commitment)s"), { commitment: proof.commitment }) };
}

/** @param {Proof} proof */
function sealed(proof) {
  const found = commitmentOf(proof);
  const ok = found === proof.commitment;
  return { ok, text: ok ? gettext("The seed that was revealed after the hand has this commitment: it was fixed before the deal.")
    : say(gettext("The seed has another commitment: %(commitment)s"), { commitment: found }) };
}

/** @param {Proof} proof @param {GameRecord} record */
function stirred(proof, record) {
  const { hand, scope } = proof.context;
  const inOrder = JSON.stringify(sorted(proof.entropy)) === JSON.stringify(proof.entropy);
  const before = record.hands.find((each) => each.number === hand - 1);
  const sources = proof.entropy.map(([source]) => source).join(", ") || gettext("none");
  if (scope === "round") {
    const ok = inOrder && proof.entropy.every(([source]) => source === "director");
    return { ok, text: say(gettext("The deal is shared by tables, and only the director may add to it. Added: %(sources)s"), { sources }) };
  }
  if (!before) return { ok: inOrder, text: say(gettext("Added after the commitment: %(sources)s"), { sources }) };
  const pair = JSON.stringify([`moves:${before.number}`, movesEntropy(before.moves)]);
  const has = proof.entropy.some((each) => JSON.stringify(each) === pair);
  return { ok: inOrder && has, text: has
    ? say(gettext("The moves of the hand before went into the shuffle, which nobody knew when it was promised. Added: %(sources)s"), { sources })
    : gettext("The moves of the hand before did not go into the shuffle as they were played.") };
}

/** @param {Proof} proof @param {string[]} recorded */
function shuffled(proof, recorded) {
  const expected = orderOf(proof);
  const wrong = [proof.order, recorded].map((order) => difference(order, expected)).find((each) => each >= 0);
  return { ok: wrong === undefined, text: wrong === undefined
    ? say(gettext("This page has shuffled the pack with the seed again: all %(count)s cards are in the same order."), { count: expected.length })
    : say(gettext("This page has shuffled the pack with the seed again: card %(place)s is another one."), { place: wrong + 1 }) };
}

/** The first place where two lists differ; -1 for none. @param {string[]} one @param {string[]} two */
const difference = (one, two) => one.length > two.length ? two.length : two.findIndex((card, place) => card !== one[place]);

/** @param {RecordHand} hand @param {GameRecord} record @param {GameEvent} event @param {Map<number, string[]>} dealt */
function handedOut(hand, record, event, dealt) {
  const seats = record.seats.length;
  const wrong = [...dealt].filter(([seat, cards]) => {
    const place = (seat - hand.dealer - 1 + 2 * seats) % seats;
    const due = hand.order.slice(0, seats * event["count"]).filter((_, at) => at % seats === place);
    return difference([...cards].sort(), due.sort()) >= 0;
  }).map(([seat]) => seat + 1);
  const upcard = hand.order[upcardPlace(hand, record, event)];
  const ok = !wrong.length && upcard === event["upcard"];
  return { ok, text: wrong.length ? say(gettext("Seat %(seats)s held other cards than the pack gives it."), { seats: wrong.join(", ") })
    : !ok ? gettext("The first card of the pile is not the one that the pack gives.")
    : say(gettext("The first card of the pile, and the hands that you may see (%(count)s), are those that the pack gives."), { count: dealt.size }) };
}

/** The place of the first card of the pile: what the ruleset rejects goes below the stock. @param {RecordHand} hand @param {GameRecord} record @param {GameEvent} event */
function upcardPlace(hand, record, event) {
  const rejected = (valueOf(record.ruleset, "deal", "upcard_rejects") || []).flatMap((/** @type {string} */ name) => (CLASSES[name] || "").split(" "));
  let place = topPlace(record, event);
  while (rejected.includes(hand.order[place])) place++;
  return place;
}

/** @param {GameRecord} record @param {GameEvent} event */
const topPlace = (record, event) => record.seats.length * (event["count"] + (event["foot_count"] || 0));

/** @param {RecordHand} hand @param {GameRecord} record @param {GameEvent} event */
function drawn(hand, record, event) {
  const up = upcardPlace(hand, record, event);
  let stock = [...hand.order.slice(up + 1), ...hand.order.slice(topPlace(record, event), up)];
  stock = stock.slice(replaced(hand.order.slice(0, record.seats.length * event["count"]), stock, record.ruleset));
  const cards = hand.moves.flatMap((move) => move.drawn || []);
  const wrong = cards.findIndex((card, place) => card !== stock[place]);
  return { ok: wrong < 0, text: wrong < 0
    ? say(gettext("Every card that was drawn in the hand (%(count)s) was the next one of the pack."), { count: cards.length })
    : say(gettext("Card %(place)s that was drawn was not the next one of the pack."), { place: wrong + 1 }) };
}

/** How many cards of the stock replace red threes before the first move. @param {string[]} hands @param {string[]} stock @param {any} ruleset */
function replaced(hands, stock, ruleset) {
  if (valueOf(ruleset, "red_threes", "declaring") !== "deal" || valueOf(ruleset, "red_threes", "replaced") !== true) return 0;
  const isRed = (/** @type {string} */ card) => card === "3D" || card === "3H";
  let due = hands.filter(isRed).length, used = 0;
  while (due > 0 && used < stock.length) if (!isRed(stock[used++] || "")) due--;
  return used;
}

/** A value of a ruleset, bare or with its source. @param {any} ruleset @param {...string} path */
function valueOf(ruleset, ...path) {
  const found = path.reduce((value, name) => value?.[name], ruleset);
  return found && typeof found === "object" && "value" in found ? found.value : found;
}
