// @ts-check
/** Lists on pages: their rows, and buttons after which the page is drawn again. */
import { get, getPage, pathOf } from "./api.js";
import { el, once, show } from "./dom.js";
import { failed } from "./forms.js";

/** A row for each item, or one that says that there is none. @template T @param {T[]} items @param {(item: T) => HTMLElement} row */
export const rows = (items, row) => items.length ? items.map(row) : [el("li", { class: "soft" }, gettext("None."))];

/** @typedef {{results: any[], next: string | null}} Page of a list, with the address of the next one */

/** @param {string} path @returns {Promise<Page>} */
const readPage = (path) => get(path).then((page) => ({ ...page, next: page.next && pathOf(page.next) }));

/** Shows a list: its first page at once, each further one by a button. @param {Element} list @param {string} path @param {(item: any) => HTMLElement} row @param {(items: any[]) => Promise<void>} [before] what the rows need @param {(path: string) => Promise<Page>} [read] */
export async function showPages(list, path, row, before = (/** @type {any[]} */ _items) => Promise.resolve(), read = readPage) {
  const page = await read(path);
  await before(page.results);
  show(list, ...rows(page.results, row), page.next && moreButton(page.next, row, before, read));
}

/** @param {string} next @param {(item: any) => HTMLElement} row @param {(items: any[]) => Promise<void>} before @param {(path: string) => Promise<Page>} read */
function moreButton(next, row, before, read) {
  const item = el("li", {}, el("button", { type: "button", "data-key": "more", onclick: once(() => read(next).then(async (page) => {
    await before(page.results);
    const items = page.results.map(row);
    item.replaceWith(...items, ...(page.next ? [moreButton(page.next, row, before, read)] : []));
    /** @type {HTMLElement | null | undefined} */ (items[0]?.querySelector("a, button"))?.focus();
  }).catch(failed)) }, gettext("Show more")));
  return item;
}

/** The lines of a list as its own page has them, and the address of the next page. @param {string} address @returns {Promise<Page>} */
export async function readLines(address) {
  const page = await getPage(address), next = page.querySelector("a[rel=next]")?.getAttribute("href");
  return { results: [...page.querySelectorAll("#lines > li")], next: next ? address.replace(/\?.*$/, "") + next : null };
}

/** Buttons that do something and then draw the page again: none of them twice by a double click. @param {() => Promise<unknown>} draw */
export function buttons(draw) {
  const press = once((/** @type {() => Promise<unknown>} */ what) => what().then(draw).catch(failed));
  /** @param {string} key @param {string} text @param {() => Promise<unknown>} what */
  return (key, text, what) => el("button", { type: "button", "data-key": key, onclick: () => press(what) }, text);
}
