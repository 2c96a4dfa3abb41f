// @ts-check
/** Lists on pages: their rows, and buttons after which the page is drawn again. */
import { el, once } from "./dom.js";
import { failed } from "./forms.js";

/** A row for each item, or one that says that there is none. @template T @param {T[]} items @param {(item: T) => HTMLElement} row */
export const rows = (items, row) => items.length ? items.map(row) : [el("li", { class: "soft" }, gettext("None."))];

/** Buttons that do something and then draw the page again. @param {() => Promise<unknown>} draw */
export const buttons = (draw) => /** @param {string} key @param {string} text @param {() => Promise<unknown>} what */ (key, text, what) =>
  el("button", { type: "button", "data-key": key, onclick: once(() => what().then(draw).catch(failed)) }, text);
