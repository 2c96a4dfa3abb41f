// @ts-check
/** Cards as texts like "KH", "TD", "JK": their names, their order and how they are drawn. */
import { el } from "../site/dom.js";
import { texts } from "./texts.js";

const RANKS = "A23456789TJQK";
const ORDER = "3456789TJQKA2";
const SUITS = "SHCD";
const SPRITE = new URL("./suits.svg", import.meta.url).href;

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** @param {string} card */
const isJoker = (card) => card === "JK";
/** @param {string} card */
export const isWild = (card) => isJoker(card) || card[0] === "2";
/** @param {string} card */
export const isRedThree = (card) => card === "3H" || card === "3D";
/** @param {string} rank */
export const rankText = (rank) => (rank === "T" ? "10" : rank);
/** "king" @param {string} rank */
export const rankName = (rank) => texts.ranks[rank] || rank;
/** "kings" @param {string} rank */
export const ranksName = (rank) => texts.plurals[rank] || rank;
/** @param {string} suit */
export const suitName = (suit) => texts.suits[suit] || suit;

/** "♠" @param {string} suit */
export const suitSign = (suit) => SIGNS[suit] || suit;

/** "nine of spades" @param {string} card */
function cardName(card) {
  if (isJoker(card)) return gettext("joker");
  const values = { rank: rankName(card[0] || ""), suit: suitName(card[1] || "") };
  return interpolate(gettext("%(rank)s of %(suit)s"), values, true);
}

/** "9♠" @param {string} card */
export const cardShort = (card) =>
  isJoker(card) ? gettext("joker") : rankText(card[0] || "") + SIGNS[card[1] || ""];

/** A text of the service with its cards as people write them: "3♠ blocks the pile". @param {string} text */
export const withSigns = (text) => text.replace(/\b(?:[2-9TJQKA][SHCD]|JK)\b/g, cardShort);

/** @param {string[]} cards */
export const cardsShort = (cards) => cards.map(cardShort).join(" ");

/**
 * Groups of cards in the order of a sorted hand: wilds, then by rank from high, or by suit.
 * @param {string[]} cards @param {"rank" | "suit"} by
 * @returns {string[][]}
 */
export function grouped(cards, by) {
  /** @param {string} card */
  const group = (card) => (isWild(card) ? "*" : by === "rank" ? card[0] || "" : card[1] || "");
  const order = by === "rank" ? "*" + [...ORDER].reverse().join("") : "*" + SUITS;
  const other = by === "rank" ? SUITS : [...ORDER].reverse().join("");
  /** @param {string} card */
  const place = (card) =>
    isJoker(card) ? -1 : by === "rank" || isWild(card) ? SUITS.indexOf(card[1] || "") : other.indexOf(card[0] || "");
  /** @type {Map<string, string[]>} */
  const groups = new Map([...order].map((name) => [name, []]));
  for (const card of cards) groups.get(group(card))?.push(card);
  const found = [...groups.values()].filter((each) => each.length);
  for (const each of found) each.sort((one, two) => place(one) - place(two));
  return found;
}

/** Where the place of a rank is in a sequence. @param {string} rank */
export const rankPlace = (rank) => (rank === "A" ? 13 : RANKS.indexOf(rank));

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id */
function symbol(id) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SPRITE}#${id}`);
  svg.append(use);
  return svg;
}

/**
 * The face of a card; its name is for those who cannot see it.
 * @param {string} card @param {string} [tag] @param {Record<string, any>} [attributes]
 */
export function cardFace(card, tag = "span", attributes = {}) {
  const suit = isJoker(card) ? "star" : card[1] || "";
  const kind = isJoker(card) ? "joker" : `suit-${suit}`;
  const mark = isWild(card) ? " wild" : isRedThree(card) ? " red-three" : "";
  return el(
    tag,
    { ...attributes, class: `card ${kind}${mark} ${attributes["class"] || ""}` },
    el("span", { class: "only-read" }, cardName(card)),
    el("span", { class: "index", "aria-hidden": "true" },
      el("b", {}, isJoker(card) ? "JK" : rankText(card[0] || "")), symbol(suit)),
    isWild(card) && !isJoker(card) && el("span", { class: "star", "aria-hidden": "true" }, symbol("star")),
    el("span", { class: "pip", "aria-hidden": "true" }, symbol(suit)),
  );
}

/** The back of a card, for a pile of `count`. @param {number} count */
export const cardBack = (count) =>
  el("span", { class: count ? "card back" : "card none", "aria-hidden": "true" });
