// @ts-check
/** The bots of a hand, each turn played again from the view that the bot had. */
import { asProblem, get } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { actText } from "./case_notes.js";

/** @typedef {import("./types.d.ts").BotReplay} BotReplay */
/** Shows the table as a seat saw it at a version. @typedef {(version: number, seat: number) => Promise<void>} Look */

/** Has the bots of a hand replayed. @param {string} game its id @param {number} hand @param {(seat: number) => string} nameOf @param {Look} look */
export async function botReplays(game, hand, nameOf, look) {
  const place = region("bot-checks");
  show(place, el("p", { class: "soft" }, gettext("One moment.")));
  try {
    /** @type {{bots: BotReplay[]}} */ const { bots } = await get(`/games/${game}/bot-replays?hand=${hand}`);
    show(place, ...bots.length ? bots.map((each) => summed(each, nameOf, look)) : [el("p", { role: "status" }, gettext("No bot of this service played in this hand."))]);
  } catch (problem) {
    show(place, el("p", { class: "notice bad", role: "alert" }, asProblem(problem).message));
  }
}

/** @param {BotReplay} replay @param {(seat: number) => string} nameOf @param {Look} look */
function summed(replay, nameOf, look) {
  const { same, turns } = replay, differs = same < turns;
  const text = gettext("%(who)s: the same action from the same view in %(same)s of %(turns)s turns.");
  return el("div", { class: `notice ${differs ? "bad" : ""}`, role: "status" },
    el("p", {}, say(text, { who: nameOf(replay.seat), same, turns })),
    differs && el("ul", {}, ...replay.differences.map((turn) => el("li", {},
      say(gettext("Played: %(played)s. Now: %(again)s."), { played: actText(turn.played), again: turn.again ? actText(turn.again) : gettext("no action") }), " ",
      el("button", { type: "button", onclick: once(() => look(turn.version, replay.seat)) }, gettext("What the bot saw"))))));
}
