// @ts-check
/** What a member of a club needs tonight: today's tournaments, and where to sit. */
import { get, me, noneIfNotThere } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { timeOf } from "../site/local.js";
import { names, stateName } from "./words.js";

const LATEST = 10; // tournaments of a club that are looked at

/** @param {any} night */
function isToday(night) {
  if (night.state === "running") return true;
  return night.starts_at !== null && new Date(night.starts_at).toDateString() === new Date().toDateString();
}

/** Today's tournaments: a member's clubs', for visitors those that are public. */
async function nightsToday() {
  const clubs = me ? (await get("/clubs?limit=10")).results : [];
  const wanted = me ? clubs.map((/** @type {any} */ club) => `/tournaments?club=${club.id}&limit=${LATEST}`) : [`/tournaments?limit=${LATEST}`];
  const pages = await Promise.all(wanted.map(get));
  return pages.flatMap((page) => page.results).filter((night) => night.state !== "draft" && isToday(night));
}

/** The caller's place in a running tournament, in words; null without an entry. @param {any} night */
async function place(night) {
  if (!me || night.state !== "running") return null;
  const own = await get(`/tournaments/${night.id}/my-table`).catch(noneIfNotThere); // the caller does not play
  if (!own?.round) return null;
  const round = say(gettext("Round %(number)s: "), { number: own.round.number });
  if (!own.table) return el("p", {}, round, own.bye?.why.text);
  const table = say(gettext("table %(number)s"), { number: own.table.number });
  const partners = own.partners.length > 0 && say(gettext(", with %(who)s"), { who: names(own.partners) });
  return el("p", {}, el("b", {}, round, table, partners, say(gettext(", against %(who)s"), { who: names(own.opponents) })),
    own.table.game && el("a", { class: "button", href: `/games/${own.table.game}`, "data-key": own.table.game }, gettext("To my table")));
}

/** Shows them, if there are any. */
export async function tonight() {
  const nights = await nightsToday();
  const places = await Promise.all(nights.map(place));
  region("tonight").hidden = nights.length === 0;
  show(region("nights"), ...nights.map((night, index) => el("li", {}, el("a", { href: `/tournaments/${night.id}` }, night.name), " ",
    el("span", { class: "badge quiet" }, stateName(night.state)), el("br"),
    el("span", { class: "soft small" }, [night.club.name, night.starts_at && timeOf(night.starts_at)].filter(Boolean).join(", ")),
    places[index])));
}
