// @ts-check
/** Days, times and figures as the reader writes them: in the page's language, as used where the browser is. */

const language = document.documentElement.lang || "en";
const variant = navigator.languages.find((each) => each.startsWith(`${language}-`));
/** As "en-GB" or "de-AT"; English without a country is that of Great Britain. */
const LOCALE = variant || language.replace(/^en$/, "en-GB");

/** The time zone that the browser is in. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** A moment as its day, alike in all of English: "27 Nov 2026", "27. Nov. 2026". @param {string | number} moment */
export const day = (moment) => new Date(moment).toLocaleDateString(language.replace(/^en$/, "en-GB"), { day: "numeric", month: "short", year: "numeric" });

/** "19:30", or "7:30 PM" where people write that. @param {string | number} moment @param {boolean} [seconds] true: to the second */
export const timeOf = (moment, seconds = false) => new Date(moment).toLocaleTimeString(LOCALE, { hour: "numeric", minute: "2-digit", ...seconds && { second: "2-digit" } });

/** Both: "27 Nov 2026, 19:30". @param {string | number} at */
export const moment = (at) => `${day(at)}, ${timeOf(at)}`;

/** "2,535" or "13.08"; in German "2.535" and "13,08". @param {number} value @param {number} [places] decimal places */
export const numberText = (value, places = 0) => value.toLocaleString(language, { minimumFractionDigits: places, maximumFractionDigits: places });

/** Letters of Hebrew, Arabic and their relatives. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Our own bots have English names. @type {Record<string, () => string>} */
const BOTS = { Novice: () => gettext("Novice bot"), Random: () => gettext("Random bot") };
const BOT_NAME = /^(Novice|Random) bot( \d+)?$/;

/** A name in a line with others, which one written from right to left must not reorder (UAX 9, isolates); that of our own bots in the page's language. @param {string} name */
export function isolated(name) {
  const [, level, number = ""] = BOT_NAME.exec(name) || [];
  if (level) return `${BOTS[level]?.()}${number}`;
  return FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}

/** "Ana & Ben" @param {string[]} names of one side */
export const joined = (names) => names.map(isolated).join(" & ");

/** The address of a paper with the times of this time zone. @param {string} path */
export const printed = (path) => `${path}?time_zone=${encodeURIComponent(ZONE)}`;

/** "28 Nov" @param {string} at */
const dayOfYear = (at) => new Date(at).toLocaleDateString(language.replace(/^en$/, "en-GB"), { day: "numeric", month: "short" });

/** How much of a moment is written, by what the server calls it. @type {Record<string, (at: string) => string>} */
const WRITTEN = { day, "day-of-year": dayOfYear };

/** Makes local what the server wrote in UTC. @param {ParentNode} part of a page */
export function makeLocal(part) {
  for (const each of /** @type {NodeListOf<HTMLTimeElement>} */ (part.querySelectorAll("time[datetime]"))) each.textContent = (WRITTEN[each.dataset["write"] || ""] || moment)(each.dateTime);
  for (const each of /** @type {NodeListOf<HTMLImageElement>} */ (part.querySelectorAll("img[data-days]"))) {
    const address = new URL(each.src);
    address.searchParams.set("time_zone", ZONE);
    each.src = address.href;
  }
}

makeLocal(document); // modules run when the page has been read
for (const each of document.querySelectorAll("a[data-paper]")) /** @type {HTMLAnchorElement} */ (each).href = printed(/** @type {HTMLAnchorElement} */ (each).pathname);
