// @ts-check
/** Lists on pages: their rows, and buttons after which the page is drawn again. */
import { get, pathOf } from "./api.js";
import { el, once, show } from "./dom.js";
import { failed } from "./forms.js";

/** A row for each item, or one that says that there is none. @template T @param {T[]} items @param {(item: T) => HTMLElement} row */
export const rows = (items, row) => items.length ? items.map(row) : [el("li", { class: "soft" }, gettext("None."))];

/** Shows a list: its first page at once, each further one by a button. @param {Element} list @param {string} path @param {(item: any) => HTMLElement} row @param {(items: any[]) => Promise<void>} [before] what the rows need */
export async function showPages(list, path, row, before = (/** @type {any[]} */ _items) => Promise.resolve()) {
  const page = await get(path);
  await before(page.results);
  show(list, ...rows(page.results, row), page.next && moreButton(page.next, row, before));
}

/** @param {string} next @param {(item: any) => HTMLElement} row @param {(items: any[]) => Promise<void>} before */
function moreButton(next, row, before) {
  const item = el("li", {}, el("button", { type: "button", "data-key": "more", onclick: once(() => get(pathOf(next)).then(async (page) => {
    await before(page.results);
    const items = page.results.map(row);
    item.replaceWith(...items, ...(page.next ? [moreButton(page.next, row, before)] : []));
    items[0]?.querySelector("a, button")?.focus();
  }).catch(failed)) }, gettext("Show more")));
  return item;
}

/** Buttons that do something and then draw the page again: none of them twice by a double click. @param {() => Promise<unknown>} draw */
export function buttons(draw) {
  const press = once((/** @type {() => Promise<unknown>} */ what) => what().then(draw).catch(failed));
  /** @param {string} key @param {string} text @param {() => Promise<unknown>} what */
  return (key, text, what) => el("button", { type: "button", "data-key": key, onclick: () => press(what) }, text);
}
