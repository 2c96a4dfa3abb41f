// @ts-check
/** What a case has for those who settle it: admins of the club, and staff. */
import { get } from "../site/api.js";
import { once, region } from "../site/dom.js";
import { botReplays } from "./case_bots.js";

/** @typedef {import("./types.d.ts").Case} Case */
/** What the desk knows of the replay beside it. @typedef {{game: string, hand: () => number, nameOf: (seat: number) => string, look: import("./case_bots.js").Look}} Beside */

/** Shows the desk to who may look into the game. @param {Beside} beside */
export async function openDesk({ game, hand, nameOf, look }) {
  /** @type {Case[]} */ const [found] = (await get(`/cases?game=${game}`)).results;
  if (!found) return;
  region("bots-button").addEventListener("click", once(() => botReplays(game, hand(), nameOf, look)));
  region("desk").hidden = false;
}
