// @ts-check
/** Those who sit at the table: what they ask each other and say, and the ways to leave. */
import { asProblem, call, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { seatName } from "./regions.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {(what: () => Promise<unknown>) => () => void} Tried a listener that shows what was refused */

const PHRASE_PAUSE_MS = 5000;

let saidAt = 0;
let called = false;

/** True for a while after a phrase: nobody may say the next one at once. */
const isSaying = () => Date.now() - saidAt < PHRASE_PAUSE_MS;

/** What a question asks. @param {Game} game @param {NonNullable<Game["consent"]>} consent */
function asked(game, consent) {
  const who = seatName(game, consent.asked_by);
  switch (consent.about) {
    case "pause": return say(gettext("%(who)s: shall we pause the clock?"), { who });
    case "abandon": return say(gettext("%(who)s: shall we end the game without a winner?"), { who });
    case "concede": return say(gettext("%(who)s: shall our side give up?"), { who });
    default: return say(gettext("%(who)s: does the side of %(absent)s lose, as %(absent)s stays away?"), { who, absent: seatName(game, consent.claimed) });
  }
}

/** What one who agrees to a question does, where it cannot be undone. @type {Record<string, string>} */
const GRAVE = { abandon: gettext("End the game"), concede: gettext("Give up the game"), claim: gettext("Let their side lose") };

/** The question that is open, and the answers that the caller may give. @param {Game} game @param {Tried} tried */
export function drawQuestion(game, tried) {
  const consent = game.consent;
  if (!consent) return show(region("question"));
  const path = `/games/${game.id}/${consent.about}`;
  const body = consent.about === "claim" ? { claim: "game", seat: consent.claimed } : {};
  const seat = game.you?.seat;
  const open = consent.seats.filter((each) => !consent.agreed.includes(each) && each !== consent.asked_by);
  const asks = seat !== undefined && open.includes(seat);
  show(region("question"), el("div", { class: "notice", role: "alert" },
    el("p", {}, el("b", {}, asked(game, consent)), " ", !asks && say(gettext("Waiting for %(who)s."), { who: open.map((each) => seatName(game, each)).join(", ") })),
    (asks || seat === consent.asked_by) && el("p", { class: "row" },
      asks && el("button", { type: "button", class: consent.about in GRAVE ? "grave" : "primary", "data-key": "agree", onclick: tried(() => post(path, body)) }, GRAVE[consent.about] || gettext("Agree")),
      el("button", { type: "button", "data-key": "refuse", onclick: tried(() => call("DELETE", path)) }, asks ? gettext("Play on") : gettext("Take the question back")))));
}

/** Phrases, the clock, and the ways to leave. @param {Game} game @param {Tried} tried */
export function drawPeople(game, tried) {
  const active = game.status === "active";
  const free = game.seats.some((seat) => seat.kind !== "human");
  if (!game.you) return show(region("people"), active && free && me && el("p", {}, gettext("You watch. If you left this table, or are invited to it: "),
    el("button", { type: "button", "data-key": "come-back", onclick: tried(() => post(`/games/${game.id}/seats`, {})) }, gettext("Sit down"))));
  show(region("people"), game.phrases && game.status !== "lobby" && phrases(game, tried),
    active && el("div", { class: "row" }, ...claims(game, tried), pause(game, tried), director(game, tried)),
    active && el("details", { "data-key": "leave" }, el("summary", { class: "button" }, gettext("Leave or end")), leaving(game, tried)));
}

/** @param {Game} game @param {Tried} tried */
const phrases = (game, tried) => el("details", { "data-key": "say" }, el("summary", { class: "button" }, gettext("Say something")),
  el("div", { class: "row" }, ...Object.entries(texts.phrases).map(([code, text]) => el("button", { type: "button", "data-key": `say-${code}`,
    disabled: isSaying(),
    onclick: tried(async () => { await post(`/games/${game.id}/phrases`, { code }); saidAt = Date.now(); }) }, text))));

/** Seats for which a bot may be claimed: empty ones, and those for whom the table waits in vain. @param {Game} game */
function absent(game) {
  const waits = game.clock ? game.clock.late : game.hand?.to_act || [];
  return game.seats.filter((seat) => seat.seat !== game.you?.seat
    && (!seat.kind || seat.kind === "human" && waits.includes(seat.seat) && (game.clock || seat.presence === "gone")));
}

/** @param {Game} game @param {Tried} tried */
function claims(game, tried) {
  const from = game.clock?.claimable_at;
  return absent(game).map(({ seat }) => from && Date.parse(from) > now(game)
    ? el("span", {}, say(gettext("A bot may play for %(who)s in"), { who: seatName(game, seat) }), " ", el("b", { class: "time", "data-due": from }, timeText(Date.parse(from) - now(game))))
    : el("button", { type: "button", "data-key": `claim-bot-${seat}`, onclick: tried(() => post(`/games/${game.id}/claim`, { claim: "bot", seat })) },
      say(gettext("Let a bot play for %(who)s"), { who: seatName(game, seat) })));
}

/** @param {Game} game @param {Tried} tried */
function pause(game, tried) {
  if (!game.clock || game.consent || !game.hand) return null;
  if (game.clock.held) return el("b", {}, gettext("The director has paused the table."));
  return game.clock.paused_since
    ? el("button", { type: "button", class: "primary", "data-key": "resume", onclick: tried(() => post(`/games/${game.id}/resume`)) }, gettext("Go on"))
    : el("button", { type: "button", "data-key": "pause", onclick: tried(() => post(`/games/${game.id}/pause`)) }, gettext("Ask for a pause"));
}

/** @param {Game} game @param {Tried} tried */
function director(game, tried) {
  if (!game.of_tournament) return null;
  const path = `/games/${game.id}/call-director`;
  if (called) {
    return el("span", { class: "row" }, el("b", {}, gettext("The director is called.")), el("button", { type: "button", "data-key": "call-withdraw",
      onclick: tried(() => withdrawing(path)) }, gettext("Not needed any more")));
  }
  return el("details", { "data-key": "call" }, el("summary", { class: "button" }, gettext("Call the director")),
    el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); tried(() => calling(event, path))(); } },
      el("label", { for: "reason" }, gettext("What is it about?")),
      el("input", { id: "reason", name: "reason", maxlength: 200, required: true, "data-key": "reason" }),
      el("p", {}, el("button", { class: "primary" }, gettext("Call")))));
}

/** Withdraws the call; one that a director has answered is over, too. @param {string} path */
async function withdrawing(path) {
  try {
    await call("DELETE", path);
  } catch (problem) {
    if (asProblem(problem).code !== "no_call_open") throw problem;
  }
  called = false;
}

/** @param {SubmitEvent} event @param {string} path */
async function calling(event, path) {
  const reason = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
  try {
    await post(path, { reason });
  } catch (problem) {
    if (asProblem(problem).code !== "call_open") throw problem;
  }
  called = true;
}

/** @param {Game} game @param {Tried} tried */
function leaving(game, tried) {
  const side = game.you ? game.seats[game.you.seat]?.side : undefined;
  /** @param {string} key @param {() => Promise<unknown>} what @param {string} text @param {string} help */
  const way = (key, what, text, help) => el("li", {}, el("button", { type: "button", "data-key": key, onclick: tried(what) }, text), el("p", { class: "help" }, help));
  return el("ul", { class: "list" },
    way("leave-seat", () => call("DELETE", `/games/${game.id}/seats/me`), gettext("Leave my seat"),
      game.away === "bot" ? gettext("A bot plays on for you. Come back while nobody else has your seat.") : gettext("Your seat stays empty. Come back while nobody else has it.")),
    ...(game.consent ? [] : game.seats.filter((seat) => seat.claimable && seat.side !== side).map(({ seat }) => way(`claim-game-${seat}`,
      () => post(`/games/${game.id}/claim`, { claim: "game", seat }), say(gettext("Claim the game: %(who)s plays for somebody who stays away"), { who: seatName(game, seat) }),
      gettext("Their side loses, once a bot has played to the end of a hand and their partners agree.")))),
    !game.consent && way("concede", () => post(`/games/${game.id}/concede`), gettext("Give up"), gettext("Your side loses, if your partners agree.")),
    !game.consent && way("abandon", () => post(`/games/${game.id}/abandon`, {}), gettext("End the game without a winner"), gettext("All others at the table are asked.")));
}

/** How far the clock of this page is behind that of the service, in ms; for each state that has its time. */
let behind = 0;
let clockOf = "";

/** The time of the service now, in ms. @param {Game} game */
function now(game) {
  const told = game.clock?.server_now;
  if (told && told !== clockOf) {
    clockOf = told;
    behind = Date.parse(told) - Date.now();
  }
  return Date.now() + behind;
}

/** What is left until `due`: "0:42", "47 h 59 min". @param {number} ms */
function timeText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return `${minutes}:${String(s % 60).padStart(2, "0")}`;
  return say(gettext("%(hours)s h %(minutes)s min"), { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** What is left to a seat that has to act; nothing where no time runs. @param {Game} game @param {number} seat */
export function timeLeft(game, seat) {
  const due = game.clock?.turn_due_at;
  if (!game.hand?.to_act.includes(seat)) return null;
  if (game.clock?.paused_since) return gettext("paused");
  return due ? el("b", { class: "time", "data-due": due }, timeText(Date.parse(due) - now(game))) : null;
}

/** Times that have run out. @type {Set<string>} */
const passed = new Set();

/** Counts down whatever shows a time; true if one of them has just run out, so that more may be possible now. */
export function tick() {
  const before = passed.size;
  for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-due]"))) {
    const due = shown.dataset["due"] || "";
    const left = Date.parse(due) - Date.now() - behind;
    shown.textContent = timeText(left);
    if (left <= 0) passed.add(due);
  }
  for (const phrase of document.querySelectorAll("[data-key^=say-]")) phrase.toggleAttribute("disabled", isSaying());
  return passed.size > before;
}
