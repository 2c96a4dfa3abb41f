// @ts-check
/** What a case shows beside a replay: who acted when and by which way, what was refused, who was away. */
import { asProblem, getAll, post } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { timeOf } from "../site/local.js";
import { cardsShort } from "./cards.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./types.d.ts").GameEvent} GameEvent */
/** @typedef {import("./types.d.ts").RefusedAction} RefusedAction */
/** @typedef {import("./replay_log.js").Step} Step */

/** @type {Record<string, string>} */
const WAYS = { api: gettext("by a program"), page: gettext("on a page of this service"), bot: gettext("by a bot of this service") };
/** @type {Record<string, string>} */
const ACTS = {
  draw: gettext("draw from the stock"), take_pile: gettext("take the pile"), take_top: gettext("take the top card"), meld: gettext("lay down"),
  lay_off: gettext("add to a meld"), merge: gettext("merge melds"), discard: gettext("discard"), pass: gettext("pass"),
  lay_red_three: gettext("lay a red three"), ask_out: gettext("ask to go out"), answer_out: gettext("answer the partner"), take_back: gettext("take back"),
};
/** An action in words. @param {any} action */
export const actText = (action) => [ACTS[action.type] || action.type, cardsShort(cardsOf(action))].filter(Boolean).join(" ");
/** @param {string} moment */
const toTheSecond = (moment) => timeOf(moment, true);

/** A reason as a sentence of its own. @param {string} reason */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/[.]$/, "")}.`;

/** Beside the steps of a replay. */
export class CaseNotes {
  /** @param {import("./replay_log.js").ReplayLog} log @param {(seat: number | null | undefined) => string} nameOf */
  constructor(log, nameOf) {
    this.log = log;
    this.nameOf = nameOf;
    /** @type {RefusedAction[]} Of the hand that is open. */ this.refused = [];
  }

  /** Fetches what was refused in a hand; with the first one what was refused before it. @param {number} hand */
  async open(hand) {
    try {
      const all = /** @type {RefusedAction[]} */ (await this.log.keep("/refusals?limit=100", getAll));
      this.refused = all.filter((each) => (each.hand || 1) === hand);
      show(region("case"), el("p", {}, this.refused.length ? say(ngettext("%(count)s action was refused in this hand.", "%(count)s actions were refused in this hand.", this.refused.length), { count: this.refused.length })
        : gettext("No refused action of this hand is kept. They are kept for 30 days.")));
    } catch (problem) {
      this.refused = [];
      show(region("case"), el("p", { class: "notice bad", role: "alert" }, asProblem(problem).message));
    }
  }

  /** The sentence of an event that only a case shows; empty for others. @param {GameEvent} event */
  text(event) {
    if (event.type === "clock_set") return this.clock(event);
    const away = event.type === "presence_changed" && event["presence"] === "away";
    return away ? say(gettext("%(who)s was last heard of at %(time)s."), { who: this.nameOf(event.seat), time: toTheSecond(event["since"]) }) : "";
  }

  /** What became of the clock. @param {GameEvent} event */
  clock(event) {
    const names = (/** @type {number[]} */ seats) => seats.map((seat) => this.nameOf(seat)).join(", ");
    if (event["paused_since"]) return gettext("The clock is stopped.");
    if (event["stand_ins"]?.length) return say(gettext("A bot plays this turn for %(who)s."), { who: names(event["stand_ins"]) });
    if (event["late"]?.length) return say(gettext("The game waits for %(who)s."), { who: names(event["late"]) });
    return event["turn_due_at"] ? say(gettext("The time of the turn ends at %(time)s."), { time: toTheSecond(event["turn_due_at"]) }) : "";
  }

  /** The time of a step. @param {Step} step */
  time(step) {
    return el("small", { class: "soft" }, toTheSecond(step.events[0]?.["at"] || ""), " ");
  }

  /** What was refused after a step, up to the next one. @param {number} from its version, 0 for the first step @param {number} until */
  after(from, until) {
    const rows = this.refused.filter((each) => each.version >= from && each.version < until);
    return rows.length ? el("ul", { class: "refused" }, ...rows.map((each) => this.item(each))) : null;
  }

  /** @param {RefusedAction} row */
  item(row) {
    const verdict = el("span", { role: "status" });
    const { type } = row.action;
    const values = {
      who: this.nameOf(row.seat),
      act: ACTS[type] || type,
      cards: cardsShort(cardsOf(row.action)),
      time: toTheSecond(row.at),
      way: WAYS[row.via] || "",
    };
    const text = say(gettext("Refused at %(time)s: %(who)s, %(act)s %(cards)s, %(way)s."), values);
    return el("li", { class: "bad" }, text, " ", sentence(row.detail), " ",
      row.rule && el("a", { href: `/rules/${row.rule}` }, row.rule), " ",
      el("button", { type: "button", onclick: once(() => this.judge(row, verdict)) }, gettext("Was that right?")), " ", verdict);
  }

  /** Has the action judged again where it was sent. @param {RefusedAction} row @param {HTMLElement} verdict */
  async judge(row, verdict) {
    try {
      const found = await post(`/games/${this.log.id}/moves/check?at=${row.version}&as_seat=${row.seat}`, { action: row.action });
      verdict.textContent = found.legal ? gettext("By the rules it was allowed: only the moment was wrong, as the reason says.")
        : say(gettext("Yes: the rules refuse it there, by %(rule)s."), { rule: found.rule });
    } catch (problem) {
      verdict.textContent = asProblem(problem).message;
    }
  }

  /** Shows who acted, when and by which way. @param {Game} position */
  acted(position) {
    const acted = position.acted;
    region("acted").textContent = acted ? say(gettext("By %(who)s at %(time)s, %(way)s."), { who: acted.player.name, time: toTheSecond(acted.at), way: WAYS[acted.via || ""] || gettext("way not noted") }) : "";
  }
}

/** The cards that an action names. @param {any} action @returns {string[]} */
const cardsOf = (action) => [...(action.card ? [action.card] : []), ...(action.cards || action.with || []), ...(action.melds || []).flatMap((/** @type {any} */ meld) => meld.cards)];
