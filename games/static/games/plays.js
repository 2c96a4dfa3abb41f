// @ts-check
/** What the selected cards could do, from what the service says is possible. Knows no page. */
import { cardShort, ranksName, suitName } from "./cards.js";

/** @typedef {import("./types.d.ts").Option} Option */
/** @typedef {{key: string, text: string, action?: any, stage?: string[], extend?: {place: number, cards: string[]}, take?: any, primary?: boolean}} Play */

/** The cards of `held` that are left without `taken`. @param {string[]} held @param {string[]} taken */
export function without(held, taken) {
  const left = [...held];
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** True if each of `cards` is in `from`, as often. @param {string[]} cards @param {string[]} from */
const within = (cards, from) => without(cards, from).length === 0;

/** "kings" or "hearts 4 to 6" @param {any} option */
const meldName = (option) =>
  option.rank ? ranksName(option.rank) : option.suit ? suitName(option.suit) : gettext("wild cards");

/**
 * The plays to offer, the likeliest first.
 * @param {any[]} options @param {string[]} selected @param {(id: number) => string} nameOf a meld's name
 * @returns {Play[]}
 */
export function plays(options, selected, nameOf) {
  /** @type {Play[]} */
  const found = [];
  for (const option of options) found.push(...playsOf(option, selected, nameOf));
  return found;
}

/**
 * How the selection could join what is staged.
 * @param {any[]} options @param {string[]} selected @param {import("./staging.js").Staging} staging @param {(id: number) => string} nameOf
 * @returns {Play[]}
 */
export function additions(options, selected, { take, melds }, nameOf) {
  if (!selected.length) return [];
  const taken = options.filter((option) => take && option.type === "take_pile" && option.onto === take.onto);
  const along = take ? taken.flatMap((option) => option.melds) : options;
  return [
    ...taken.flatMap((option) => takes(option, [...(take?.with || []), ...selected], nameOf)).map((play) => ({ ...play, key: "more-pile" })),
    ...melds.flatMap((meld, place) => {
      const cards = [...meld.cards, ...selected];
      const option = along.find((/** @type {any} */ each) => each.type === "meld" && cards.length <= each.max && within(cards, each.cards));
      return option ? [{ key: `more-${place}`, extend: { place, cards }, primary: true, text: interpolate(gettext("Add to %(meld)s"), { meld: meldName(option) }, true) }] : [];
    }),
  ];
}

/** @param {any} option @param {string[]} selected @param {(id: number) => string} nameOf @returns {Play[]} */
function playsOf(option, selected, nameOf) {
  const one = selected.length === 1 ? selected[0] : undefined;
  /** @param {string} text @param {Record<string, any>} values */
  const fill = (text, values) => interpolate(text, values, true);
  switch (option.type) {
    case "draw":
      return [{ key: "draw", primary: true, action: { type: "draw" },
        text: fill(ngettext("Draw %(count)s card", "Draw %(count)s cards", option.count), option) }];
    case "take_pile": return takes(option, selected, nameOf);
    case "take_top":
      return [{ key: `top-${option.onto}`, action: { type: "take_top", onto: option.onto },
        text: fill(gettext("Take %(card)s onto %(meld)s"), { card: cardShort(option.card), meld: nameOf(option.onto) }) }];
    case "meld":
      return selected.length >= option.min && selected.length <= option.max && within(selected, option.cards)
        ? [{ key: `meld-${meldName(option)}`, stage: selected, primary: true, text: fill(gettext("Meld %(what)s"), { what: meldName(option) }) }] : [];
    case "lay_off":
      return selected.length && selected.length <= option.max && within(selected, option.cards)
        ? [{ key: `add-${option.onto}`, action: { type: "lay_off", onto: option.onto, cards: selected },
            text: fill(gettext("Add to %(meld)s"), { meld: nameOf(option.onto) }) }] : [];
    case "merge":
      return selected.length ? [] : [{ key: `merge-${option.into}-${option.from}`,
        action: { type: "merge", into: option.into, from: option.from },
        text: fill(gettext("Merge %(meld)s"), { meld: nameOf(option.into) }) }];
    case "lay_red_three":
      return within(selected, option.cards)
        ? [{ key: "red-three", action: { type: "lay_red_three", cards: selected.length ? selected : option.cards },
            text: ngettext("Lay the red three", "Lay the red threes", selected.length || option.cards.length) }] : [];
    case "discard":
      return one && option.cards.includes(one)
        ? [{ key: "discard", action: { type: "discard", card: one }, text: fill(gettext("Discard %(card)s"), { card: cardShort(one) }) }] : [];
    case "ask_out":
      return selected.length ? [] : [{ key: "ask", action: { type: "ask_out" }, text: gettext("Ask: may I go out?") }];
    case "answer_out":
      return option.answers.map((/** @type {boolean} */ answer) => ({ key: `answer-${answer}`, primary: answer,
        action: { type: "answer_out", answer }, text: answer ? gettext("Yes, go out") : gettext("No, play on") }));
    case "pass": return [{ key: "pass", action: { type: "pass" }, text: gettext("Pass") }];
    case "take_back":
      return selected.length ? [] : [{ key: "back", action: { type: "take_back", count: 1 }, text: gettext("Take back") }];
    default: return [];
  }
}

/** Ways to take the pile: with the selection, or with the first choice. @param {any} option @param {string[]} selected @param {(id: number) => string} nameOf @returns {Play[]} */
function takes(option, selected, nameOf) {
  const choices = option.with.length ? option.with : [[]];
  const chosen = choices.find((/** @type {string[]} */ each) => within(each, selected));
  const rest = chosen ? without(selected, chosen) : [];
  const fits = chosen && within(rest, option.extra);
  const used = fits ? selected : selected.length ? null : choices[0];
  if (!used) return [];
  const values = { card: cardShort(option.card), cards: used.map(cardShort).join(" "), meld: option.onto == null ? "" : nameOf(option.onto) };
  const text = option.onto == null ? gettext("Take the pile with %(cards)s") : gettext("Take the pile onto %(meld)s");
  return [{ key: `pile-${option.onto}`, take: { onto: option.onto, with: used },
    text: interpolate(text, values, true) }];
}
