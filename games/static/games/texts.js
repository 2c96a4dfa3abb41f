// @ts-check
/** Texts that the service writes on pages too: the page of a table has them as data. */

/** @typedef {Record<string, string>} Texts by code */
/** @typedef {{templates: Texts, variants: string[], actors: string[], lines: Texts, phrases: Texts, ranks: Texts, plurals: Texts, suits: Texts, canastas: Texts, sequence: string}} PageTexts */

/** @type {PageTexts} */
const NONE = { templates: {}, variants: [], actors: [], lines: {}, phrases: {}, ranks: {}, plurals: {}, suits: {}, canastas: {}, sequence: "" };

/** Empty on pages that show neither cards nor events. @type {PageTexts} */
export const texts = { ...NONE, ...JSON.parse(document.getElementById("table-texts")?.textContent || "{}") };

/** The items of a score sheet, in their order. @param {{lines: {code: string}[]}[]} score */
export function codesOf(score) {
  const found = new Set(score.flatMap((side) => side.lines.map((line) => line.code)));
  return Object.keys(texts.lines).filter((code) => found.has(code));
}
