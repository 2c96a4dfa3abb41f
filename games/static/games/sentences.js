// @ts-check
/** What happened, as sentences that anyone at the table may read; the page has their templates. */
import { say } from "../site/dom.js";
import { cardShort } from "./cards.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").GameEvent} GameEvent */

const { templates, variants, actors } = texts;

/**
 * The sentence of an event; empty for those that say nothing to people.
 * @param {GameEvent} event @param {(seat: number | undefined) => string} name
 * @param {(event: GameEvent) => string} meldOf the name of the meld to which the event adds
 */
export function sentence(event, name, meldOf) {
  const variant = variants.find((each) => each in event);
  const template = (variant && templates[`${event.type}:${event[variant]}`]) || templates[event.type];
  if (!template) return "";
  const actor = actors.find((each) => event[each] != null);
  return say(template, { who: name(actor && event[actor]), absent: name(event["claimed"]), cards: cardsOf(event), meld: event["onto"] == null ? "" : meldOf(event),
    number: event["number"] ?? event.hand, points: pointsOf(event), phrase: texts.phrases[event["code"]] });
}

/** The cards of an event, or only how many where they are hidden. @param {GameEvent} event */
function cardsOf(event) {
  const cards = event["cards"] || (event["card"] ? [event["card"]] : []);
  const count = event["count"] || 0;
  return cards.length ? cards.map(cardShort).join(", ") : say(ngettext("%(count)s card", "%(count)s cards", count), { count });
}

/** The points of an event, of a score by side. @param {GameEvent} event */
const pointsOf = (event) => event["score"]?.map((/** @type {{total: number}} */ side) => side.total).join(" : ") ?? event["points"] ?? "";
