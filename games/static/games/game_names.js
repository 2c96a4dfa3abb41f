// @ts-check
/** The names of rulesets, and what becomes of a game, as lists show them. */
import { get } from "../site/api.js";

/** @type {Map<string, string>} */
const names = new Map();

/** Fetches them, once. */
export async function namesOfRules() {
  if (!names.size) for (const each of (await get("/rulesets?limit=100")).results) names.set(each.slug, each.name);
}

/** The name of a ruleset; of one that is not listed for the reader, its slug without its owner. @param {string} slug */
export const rulesName = (slug) => names.get(slug) || slug.split("/").pop() || slug;

/** @type {Record<string, string>} */
const STATUSES = { lobby: gettext("not begun"), active: gettext("at play"), finished: gettext("over"), abandoned: gettext("broken off") };

/** @param {string} status */
export const statusName = (status) => STATUSES[status] || status;
