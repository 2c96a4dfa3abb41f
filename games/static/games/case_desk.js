// @ts-check
/** What a case has for those who settle it: admins of the club, and staff. */
import { asProblem, get } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { botReplays } from "./case_bots.js";
import { caseLog } from "./case_log.js";
import { casePoints } from "./case_points.js";
import { cardFace } from "./cards.js";

/** @typedef {import("./types.d.ts").Case} Case */
/** @typedef {import("./types.d.ts").Game} Game */
/** What the desk knows of the replay beside it. @typedef {{game: Game, hand: () => number, nameOf: (seat: number) => string, look: import("./case_bots.js").Look}} Beside */

/** Shows the desk to those who may look into the game. @param {Beside} beside */
export async function openDesk({ game, hand, nameOf, look }) {
  /** @type {Case[]} */ const [found] = (await get(`/cases?game=${game.id}`)).results;
  if (!found) return;
  if (found.plays_on) return show(region("case"), el("p", { class: "notice" }, gettext("You play here, or with the same deals: you settle nothing of it before that is over.")));
  region("bots-button").addEventListener("click", once(() => botReplays(game.id, hand(), nameOf, look)));
  show(region("case-links"), ...links(found));
  const peek = document.getElementById("peek");
  if (peek && game.status === "active") show(peek, ...peeking(game, nameOf));
  region("desk").hidden = false;
  await Promise.all([caseLog(game.id), casePoints(found, nameOf)]);
}

/** Where an admin of the club settles it; each of these acts can be undone there. @param {Case} found */
function links({ night, club, round, table }) {
  if (!night || !club) return [];
  const at = say(gettext("Correct or void the result: round %(round)s, table %(table)s"), { round: round ?? "", table: table ?? "" });
  return [el("p", {}, el("a", { href: `/tournaments/${night.id}?round=${round}&table=${table}` }, at)),
    el("p", {}, el("a", { href: `/clubs/${club.id}#members` }, gettext("Members of the club: merge two names of one person")))];
}

/** A look into the hand that is played, of which the players learn. @param {Game} game @param {(seat: number) => string} nameOf */
function peeking(game, nameOf) {
  const seen = el("div", { role: "status" });
  const look = async (/** @type {number} */ seat) => {
    try {
      /** @type {Game} */ const now = await get(`/games/${game.id}?as_seat=${seat}`);
      const cards = now.hand?.hands[seat]?.cards;
      if (!cards) return show(seen, el("p", {}, gettext("No hand is being played.")));
      show(seen, el("p", {}, nameOf(seat)), el("div", { class: "hand still" }, ...cards.map((card) => cardFace(card))));
    } catch (problem) {
      show(seen, el("p", { class: "bad" }, asProblem(problem).message));
    }
  };
  return [el("h3", {}, gettext("The hand that is being played")),
    el("p", { class: "notice" }, gettext("The players will see that a member of the staff has looked at it.")),
    el("p", { class: "row" }, ...game.seats.map(({ seat }) => el("button", { type: "button", class: "grave", "data-key": `peek-${seat}`, onclick: once(() => look(seat)) },
      say(gettext("See the cards of %(who)s"), { who: nameOf(seat) })))), seen];
}
