// @ts-check
/** The names of rulesets, who sits at a table, and what becomes of a game, as lists show them. */
import { get } from "../site/api.js";
import { say } from "../site/dom.js";

/** Those that ship are on the page. @type {Map<string, string>} */
const names = new Map(Object.entries(JSON.parse(document.getElementById("ruleset-names")?.textContent || "{}")));

/** Fetches the names of house rules, if there are any among these slugs. @param {string[]} slugs */
export async function learnNames(slugs) {
  if (slugs.every((slug) => names.has(slug))) return;
  try {
    for (const each of (await get("/rulesets?limit=100")).results) names.set(each.slug, each.name);
    for (const slug of slugs) if (!names.has(slug)) names.set(slug, rulesName(slug));
  } catch {
    // the list shows what it knows, and asks again when it is drawn again
  }
}

/** The name of a ruleset; of one that is not listed for the reader, its slug without its owner. @param {string} slug */
export const rulesName = (slug) => names.get(slug) || slug.split("/").pop() || slug;

/** "Ana, Ben, 1 bot, 1 free seat" @param {any} game */
export function whoSits(game) {
  /** @param {string | null} kind */
  const of = (kind) => game.seats.filter((/** @type {any} */ seat) => seat.kind === kind);
  const bots = of("bot").length, free = of(null).length;
  return [...of("human").map((/** @type {any} */ seat) => seat.player.name),
    bots && say(ngettext("%(count)s bot", "%(count)s bots", bots), { count: bots }),
    free && say(ngettext("%(count)s free seat", "%(count)s free seats", free), { count: free })].filter(Boolean).join(", ");
}

/** @type {Record<string, string>} */
const STATUSES = { lobby: gettext("not begun"), active: gettext("in play"), finished: gettext("over"), abandoned: gettext("broken off") };

/** @param {string} status */
export const statusName = (status) => STATUSES[status] || status;
