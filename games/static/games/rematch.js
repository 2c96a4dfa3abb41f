// @ts-check
/** After the game: the same people at the same seats, in one tap. */
import { get, me, post } from "../site/api.js";
import { el, region, show } from "../site/dom.js";

/** @typedef {import("./types.d.ts").Game} Game */

const OVER = ["finished", "abandoned"];

/** @param {Game} game */
export function drawRematch(game) {
  const possible = game.you && OVER.includes(game.status) && !game.practice && !game.of_tournament;
  if (!possible) return show(region("rematch"));
  const fault = el("p", { class: "bad", role: "alert" });
  const button = el("button", { type: "button", class: "primary", "data-key": "rematch", onclick: async () => {
    button.toggleAttribute("disabled", true);
    try {
      location.assign(`/games/${await playAgain(game)}`);
    } catch (problem) {
      button.toggleAttribute("disabled", false);
      fault.textContent = String(/** @type {Error} */ (problem).message);
    }
  } }, gettext("Play again with the same seats"));
  show(region("rematch"), button, fault);
}

/** The next game: the one that somebody of the table has already asked for, else a new one. @param {Game} game */
async function playAgain(game) {
  const others = new Set(game.seats.map((seat) => seat.player?.id).filter((id) => id !== me));
  const { results } = await get("/players/me/invitations?limit=100");
  const asked = results.find((/** @type {any} */ one) => one.game && one.player.id === me && others.has(one.by.id) && one.created_at > (game.finished_at || ""));
  if (asked) {
    await post(`/invitations/${asked.id}/accept`);
    return asked.game;
  }
  const next = await post("/games", { like: game.id });
  if (next.seats.every((/** @type {Game["seats"][number]} */ seat) => seat.player)) await post(`/games/${next.id}/start`);
  return next.id;
}
