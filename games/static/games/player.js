// @ts-check
/** The page of a player: who it is, their ratings, nights and games as far as the reader may see them, and what one may ask of them. */
import { call, get, me, noneIfNotThere, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { failed, showParts } from "../site/forms.js";
import { buttons, showPages } from "../site/lists.js";
import { day } from "../site/local.js";
import { learnNames, rulesName, statusName, whoSits } from "./game_names.js";
import { staffActs } from "./staff_acts.js";

const id = region("player").dataset["player"] || "";

const RATINGS = 5;
const NIGHTS = 20;
const GAMES = 20;

const button = buttons(draw);

/** True if the reader has blocked the player. */
const blocked = () => get(`/players/me/blocks/${id}`).catch(noneIfNotThere).then(Boolean);

async function draw() {
  const player = await get(`/players/${id}`);
  region("name").textContent = player.display_name;
  document.title = player.display_name;
  region("about").textContent = [player.kind === "bot" ? gettext("A bot account.") : player.guest ? gettext("A guest.") : "",
    player.owner ? say(gettext("It belongs to %(name)s."), { name: player.owner.name }) : "", player.former ? gettext("This account has been erased.") : ""].filter(Boolean).join(" ");
  const isBlocked = id !== me && await blocked();
  show(region("acts"), ...(id === me || player.former ? [] : [
    player.kind === "human" && !player.guest && button("partner", gettext("Ask to be partners"), () => post("/partnerships", { players: [id] }).then(() => { location.assign("/account#partners"); })),
    isBlocked ? button("unblock", gettext("Unblock"), () => call("DELETE", `/players/me/blocks/${id}`)) : button("block", gettext("Block"), () => call("PUT", `/players/me/blocks/${id}`, {})),
  ]));
  const staff = document.getElementById("staff-acts"); // on the page of the staff only
  if (staff) show(staff, ...await staffActs(id, (what) => () => what().then(draw).catch(failed)));
}

/** Games and nights have a ruleset. @param {any[]} items */
const namesOf = (items) => learnNames(items.map((item) => item.ruleset.slug));

/** The latest games that the reader may know of. */
const games = () => showPages(region("games"), `/games?player=${id}&limit=${GAMES}`, row, namesOf);

/** The latest ratings, and a plot of what the first of them was. */
async function ratings() {
  const rated = (await get(`/players/${id}/ratings?limit=${RATINGS}`)).results;
  await learnNames(rated.map((/** @type {any} */ rating) => rating.ruleset));
  region("rated").hidden = rated.length === 0;
  show(region("ratings"), ...rated.map(ratingRow));
  if (rated.length) show(region("rating-plot"), el("img", { src: plotOf(rated[0]), alt: say(gettext("%(ruleset)s: the rating by day of play"), { ruleset: rulesName(rated[0].ruleset) }) }));
}

/** @param {any} rating */
const partnersOf = (rating) => rating.partners.map((/** @type {any} */ partner) => partner.name).join(", ");

/** @param {any} rating */
const plotOf = (rating) => `/players/${id}/ratings/${rating.ruleset}.svg?kind=${rating.kind}&partners=${rating.partners.map((/** @type {any} */ partner) => partner.id).join(",")}`;

/** @param {any} rating */
const ratingRow = (rating) => el("li", {}, el("b", {}, rulesName(rating.ruleset)), rating.partners.length > 0 && say(gettext(", with %(who)s"), { who: partnersOf(rating) }), ": ",
  say(ngettext("%(rating)s, give or take %(deviation)s, after one table", "%(rating)s, give or take %(deviation)s, after %(count)s tables", rating.tables),
    { rating: rating.rating, deviation: rating.deviation, count: rating.tables }));

/** The latest nights that the reader may know of. */
async function nights() {
  await showPages(region("nights"), `/tournaments?player=${id}&limit=${NIGHTS}`, nightRow, namesOf);
  region("played").hidden = !region("nights").querySelector("b");
}

/** @param {any} night */
const nightRow = (night) => el("li", {}, el("b", {}, night.name), " ", el("span", { class: "soft small" },
  [night.club.name, rulesName(night.ruleset.slug), day(night.starts_at || night.started_at || night.created_at)].join(", ")));

/** @param {any} game */
const row = (game) => el("li", {}, el("a", { href: `/games/${game.id}` }, rulesName(game.ruleset.slug)), " ", el("span", { class: "badge quiet" }, statusName(game.status)), " ",
  el("span", { class: "soft small" }, [whoSits(game), day(game.finished_at || game.started_at || game.created_at)].join(" · ")));

if (document.getElementById("games")) showParts(draw, games, ratings, nights);
