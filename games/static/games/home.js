// @ts-check
/** The home: where it is my turn, who invites me, what is open, and a practice table in one tap. */
import { askToNotify, look, mayAsk, whatWaits } from "../site/attention.js";
import { get, me, noneIfNotThere, post } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { failed, showParts } from "../site/forms.js";
import { rows } from "../site/lists.js";
import { learnNames, rulesName, statusName, whoSits } from "./game_names.js";
import { seatName } from "./regions.js";
import { tonight } from "../tournaments/tonight.js";

/** @typedef {import("./types.d.ts").Game} Game */

const LOBBIES_MS = 15_000;
const TONIGHT_MS = 60_000;
const OWN_TABLES = 20;

/** The games where the caller has to act. @type {Set<string>} */
let turns = new Set();
/** The last state of each game, which is fetched again when it has another version. @type {Map<string, Game>} */
const states = new Map();

/** @param {any} game */
function standing(game) {
  if (turns.has(game.id)) return el("span", { class: "badge" }, gettext("your turn"));
  if (game.status === "lobby") return el("span", { class: "badge quiet" }, statusName(game.status));
  const state = states.get(game.id);
  const acting = state?.hand?.to_act.map((seat) => seatName(/** @type {Game} */ (state), seat)) || [];
  return acting.length > 0 && el("span", { class: "soft small" }, say(gettext("%(who)s is to act."), { who: acting.join(", ") }));
}

/** @param {any} game */
const tableItem = (game) => el("li", {}, el("a", { href: `/games/${game.id}`, "data-key": game.id }, rulesName(game.ruleset.slug)), " ",
  standing(game), el("br"), el("span", { class: "soft small" }, whoSits(game)));

/** Own tables, first those that wait for the caller. */
async function mine() {
  const [active, lobby] = await Promise.all(["active", "lobby"].map((status) => get(`/games?mine=true&status=${status}&limit=${OWN_TABLES}`)));
  const changed = active.results.filter((/** @type {any} */ game) => states.get(game.id)?.version !== game.version);
  for (const state of await Promise.all(changed.map((/** @type {any} */ game) => get(`/games/${game.id}`)))) states.set(state.id, state);
  const games = [...active.results, ...lobby.results];
  await learnNames(games.map((game) => game.ruleset.slug));
  games.sort((one, other) => Number(turns.has(other.id)) - Number(turns.has(one.id)));
  show(region("mine"), ...rows(games, tableItem));
  region("turns").hidden = turns.size === 0;
  region("turns").textContent = say(ngettext("your turn at %(count)s table", "your turn at %(count)s tables", turns.size), { count: turns.size });
}

async function invitations() {
  const found = await get("/players/me/invitations?limit=20");
  const tables = await Promise.all(found.results.map((/** @type {any} */ one) => one.game && get(`/games/${one.game}`).catch(noneIfNotThere)));
  await learnNames(tables.filter(Boolean).map((table) => table.ruleset.slug));
  region("invited").hidden = found.results.length === 0;
  show(region("invitations"), ...found.results.map((/** @type {any} */ one, /** @type {number} */ place) => invitation(one, tables[place])));
}

/** @param {any} one @param {Game | null} table */
function invitation(one, table) {
  /** @param {string} answer */
  const reply = (answer) => () => {
    post(`/invitations/${one.id}/${answer}`).then(() => (answer === "accept" && one.game ? location.assign(`/games/${one.game}`) : look())).catch(failed);
  };
  const text = one.tournament ? say(gettext("%(who)s invites you to play at %(event)s."), { who: one.by.name, event: one.tournament.name })
    : say(gettext("%(who)s invites you to a table."), { who: one.by.name });
  return el("li", { class: "row" }, el("span", {}, text, table && el("span", { class: "soft small" }, ` ${rulesName(table.ruleset.slug)}: ${whoSits(table)}`)),
    el("span", { class: "row" }, el("button", { type: "button", class: "primary", "data-key": `accept-${one.id}`, onclick: reply("accept") }, gettext("Accept")),
      el("button", { type: "button", "data-key": `decline-${one.id}`, onclick: reply("decline") }, gettext("Decline"))));
}

/** True for a table of others where anybody may sit down. @param {any} game */
const isOpen = (game) => game.visibility === "public" && game.seats.some((/** @type {any} */ seat) => !seat.kind) && !game.seats.some((/** @type {any} */ seat) => me && seat.player?.id === me);

async function lobbies() {
  const found = (await get("/games?status=lobby&limit=20")).results.filter(isOpen);
  await learnNames(found.map((/** @type {any} */ game) => game.ruleset.slug));
  show(region("lobbies"), ...rows(found, tableItem));
}

async function practice() {
  const game = await post("/games", { ruleset: "classic", bots: { 1: "novice", 2: "novice", 3: "novice" } });
  await post(`/games/${game.id}/start`);
  location.assign(`/games/${game.id}`);
}

document.getElementById("practice")?.addEventListener("click", once(() => practice().catch(failed)));
const notify = document.getElementById("notify");
if (notify) {
  notify.hidden = !mayAsk();
  notify.addEventListener("click", () => { askToNotify().then(() => { notify.hidden = !mayAsk(); }).catch(failed); });
}
whatWaits((items) => {
  turns = new Set(items.filter((item) => item.type === "my_turn").map((item) => String(item.game)));
  showParts(mine, invitations);
});
showParts(lobbies, tonight);
setInterval(() => { if (!document.hidden) showParts(lobbies); }, LOBBIES_MS);
setInterval(() => { if (!document.hidden) showParts(tonight); }, TONIGHT_MS);
