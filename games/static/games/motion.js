// @ts-check
/** Shows where cards came from: nothing moves for those who want no motion. */

/** @typedef {import("./types.d.ts").Hand} Hand */

const TIME = { duration: 150, easing: "ease-out" };
const FROM_ABOVE = [{ transform: "translateY(-1.5rem)", opacity: 0.2 }, { opacity: 1 }];
const FROM_BELOW = [{ transform: "translateY(1.5rem)", opacity: 0.2 }, { opacity: 1 }];

/** @param {string} selector @param {Keyframe[]} way */
const move = (selector, way) => document.querySelectorAll(selector).forEach((each) => { each.animate(way, TIME); });

/**
 * What was drawn comes from the stock, what was discarded to the pile.
 * @param {Hand | null | undefined} before @param {Hand | null} after @param {number[]} melds those that have changed
 * @param {boolean} drawn the own hand has new cards
 */
export function animate(before, after, melds, drawn) {
  if (!before || !after || before.number !== after.number || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (drawn) move("#hand .new", FROM_ABOVE);
  if (after.pile.count > before.pile.count) move("#middle .face .card", FROM_BELOW);
  for (const meld of melds) move(`[data-key="meld-${meld}"]`, FROM_BELOW);
}
