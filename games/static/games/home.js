// @ts-check
/** The home: where it is my turn, what is open, and a practice table in one tap. */
import { get, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";

const POLL_MS = 10_000;

/** @param {unknown} problem */
function failed(problem) {
  region("problem").textContent = String(/** @type {Error} */ (problem).message);
}

/** @param {any} game */
function names(game) {
  return game.seats.map((/** @type {any} */ seat) => seat.player?.name || gettext("empty")).join(", ");
}

/** @param {string} id @param {Node[]} items */
function list(id, items) {
  show(region(id), ...(items.length ? items : [el("li", { class: "soft" }, gettext("None."))]));
}

/** @param {any} game @param {boolean} turn */
const tableItem = (game, turn) => el("li", {},
  el("a", { href: `/games/${game.id}`, "data-key": game.id }, game.ruleset.slug), " ",
  turn && el("span", { class: "badge" }, gettext("your turn")),
  game.status === "lobby" && el("span", { class: "badge quiet" }, gettext("not begun")),
  el("br"), el("span", { class: "soft small" }, names(game)));

async function mine() {
  const [active, lobby] = await Promise.all(["active", "lobby"].map((status) => get(`/games?mine=true&status=${status}&limit=20`)));
  const states = await Promise.all(active.results.map((/** @type {any} */ game) => get(`/games/${game.id}`)));
  const turns = new Set(states.filter((game) => game.you && game.hand?.to_act.includes(game.you.seat)).map((game) => game.id));
  list("mine", [...active.results, ...lobby.results].map((game) => tableItem(game, turns.has(game.id))));
  const badge = region("turns");
  badge.hidden = turns.size === 0;
  badge.textContent = say(ngettext("your turn at %(count)s", "your turn at %(count)s", turns.size), { count: turns.size });
  document.title = (turns.size ? `(${turns.size}) ` : "") + gettext("Samba club");
}

async function invitations() {
  const found = await get("/players/me/invitations?limit=20");
  list("invitations", found.results.map((/** @type {any} */ one) => {
    /** @param {string} answer */
    const reply = (answer) => async () => {
      await post(`/invitations/${one.id}/${answer}`).then(() => (answer === "accept" && one.game ? location.assign(`/games/${one.game}`) : invitations())).catch(failed);
    };
    return el("li", { class: "row" }, el("span", {}, one.by ? say(gettext("%(who)s invites you."), { who: one.by.name }) : gettext("You are invited.")),
      el("button", { type: "button", class: "primary", onclick: reply("accept") }, gettext("Accept")),
      el("button", { type: "button", onclick: reply("decline") }, gettext("Decline")));
  }));
}

async function lobbies() {
  const found = await get("/games?status=lobby&limit=20");
  const open = found.results.filter((/** @type {any} */ game) => game.visibility === "public");
  list("lobbies", open.map((/** @type {any} */ game) => tableItem(game, false)));
}

async function nights() {
  const found = await get("/tournaments?limit=10");
  list("nights", found.results.map((/** @type {any} */ night) => el("li", {}, el("b", {}, night.name), " ", el("span", { class: "soft" }, night.state))));
}

/** Everything that this visitor may see. */
async function look() {
  const wanted = me ? [mine(), invitations(), lobbies(), nights()] : [lobbies(), nights()];
  const failures = (await Promise.allSettled(wanted)).filter((each) => each.status === "rejected");
  if (failures[0]) failed(/** @type {PromiseRejectedResult} */ (failures[0]).reason);
  else region("problem").textContent = "";
}

document.getElementById("practice")?.addEventListener("click", async () => {
  try {
    const game = await post("/games", { ruleset: "classic", bots: { 1: "novice", 2: "novice", 3: "novice" } });
    await post(`/games/${game.id}/start`);
    location.assign(`/games/${game.id}`);
  } catch (problem) {
    failed(problem);
  }
});

look();
setInterval(() => { if (!document.hidden) look(); }, POLL_MS);
