// @ts-check
/** The page of one table: its state comes from the feed, what you do goes to the API. */
import { asProblem, call, get, isLost, me, newKey, Problem } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { cardsShort, rankName, withSigns } from "./cards.js";
import { fourColours } from "./colours.js";
import { Feed } from "./feed.js";
import { rulesName } from "./game_names.js";
import { HandRegion } from "./hand.js";
import { drawLobby, guestForm } from "./lobby.js";
import { MeldNames } from "./meld_names.js";
import { animate } from "./motion.js";
import { drawPeople, drawQuestion, tick, timeLeft } from "./people.js";
import { additions, plays, without } from "./plays.js";
import { drawRematch } from "./rematch.js";
import { rulesOf, worthOf } from "./rules.js";
import { drawMelds, drawMiddle, drawScore, drawSeats, meldName, seatName } from "./regions.js";
import { sentence } from "./sentences.js";
import { Staging } from "./staging.js";

/** @typedef {import("./types.d.ts").Game} Game */

const id = region("table").dataset["game"] || "";
/** @type {Game | null} */ let game = null;
/** @type {any[]} */ let options = [];
let optionsOf = -1;
/** @type {import("./rules.js").Rules | null} */ let rules = null;
/** @type {Promise<void> | null} */ let fetchingRules = null;
let refusal = /** @type {Problem | null} */ (null);
/** @type {any} What was refused. */ let refusedAction = null;
let sending = false;
/** @type {number | null} The version at which a move was sent that may be played by now. */ let sentAt = null;
/** @type {Set<string>} What was selected then. */ let sentCards = new Set();
/** True while another act than a move is under way: what is pressed meanwhile does nothing. */ let acting = false;
/** @type {number | undefined} The last hand whose score the player knows. */ let seen;
const hand = new HandRegion(() => drawActions());
const staging = new Staging(id, () => { holdHand(); drawActions(); });
const melds = { open: /** @type {number | null} */ (null), fresh: /** @type {Set<number>} */ (new Set()),
  toggle: (/** @type {number} */ meld) => { melds.open = melds.open === meld ? null : meld; if (game) drawMelds(game, melds, rules); } };
const names = new MeldNames();
const feed = new Feed(id, { state: update, event: note, connection, refused: shut });

const RETRY_MS = 1000;
const ATTEMPTS = 30;

/** @param {Game} next */
function update(next) {
  if (game?.version === next.version) { // no move: cards and plays that a finger is about to press stay
    game = next;
    drawSeats(game, timeLeft);
    drawPeople(game, tried);
    drawScore(game);
    if (isMyTurn() && optionsOf < next.version) fetchOptions(next.version);
    return;
  }
  const before = game?.hand?.number === next.hand?.number ? game?.hand?.melds || [] : [];
  const sizes = new Map(before.map((meld) => [meld.id, meld.cards.length]));
  const turned = game?.hand?.turn !== next.hand?.turn;
  if (!rules) fetchRules();
  const changed = (next.hand?.melds || []).filter((meld) => game && sizes.get(meld.id) !== meld.cards.length).map((meld) => meld.id);
  if (turned || game?.status !== next.status) refusal = null;
  if (changed.length || turned) melds.fresh = new Set(changed);
  if (game && game.hand?.number !== next.hand?.number) melds.open = null;
  if (!game) seen = next.last_hand?.number;
  const last = game?.hand;
  const isPlayed = sentAt !== null && next.version > sentAt && JSON.stringify(last) !== JSON.stringify(next.hand);
  const held = hand.cards.length;
  game = next;
  if (isPlayed) clearPlayed();
  if (!isMyTurn() && !staging.empty) staging.clear();
  draw();
  animate(last, next.hand, changed, hand.cards.length > held);
  if (isMyTurn() && optionsOf !== next.version) fetchOptions(next.version);
}

/** True if the caller has to act. */
const isMyTurn = () => Boolean(game?.you && game.hand?.to_act.includes(game.you.seat));

/** Fetches the rules; if that fails, again with the next version. */
function fetchRules() {
  fetchingRules ||= rulesOf(id).then((found) => { rules = found; fetchingRules = null; draw(); });
}

async function fetchOptions(/** @type {number} */ version) {
  try {
    setOptions(await get(`/games/${id}/legal-actions`));
  } catch (problem) {
    if (!mayWorkLater(problem)) return refused(problem);
    setTimeout(() => { if (isMyTurn() && game?.version === version && optionsOf < version) fetchOptions(version); }, RETRY_MS);
  }
}

/** True if the service could not answer, or not yet. @param {unknown} problem */
const mayWorkLater = (problem) => isLost(problem) || [429, 500, 502, 504].includes(asProblem(problem).status);

/** @param {{version: number, options: any[]}} legal */
function setOptions(legal) {
  if (legal.version < optionsOf) return;
  options = legal.options;
  optionsOf = legal.version;
  region("table").dataset["options"] = String(optionsOf);
  drawActions();
}

function draw() {
  if (!game) return;
  document.title = [isMyTurn() ? gettext("Your turn") : gettext("Table"), points(game)].filter(Boolean).join(" · ");
  region("title").textContent = title(game);
  region("table").classList.toggle("over", !game.hand && game.status !== "lobby");
  region("table").dataset["version"] = String(game.version);
  drawSeats(game, timeLeft);
  drawQuestion(game, tried);
  drawPeople(game, tried);
  drawLobby(game, tried);
  drawMiddle(game);
  drawMelds(game, melds, rules);
  drawScore(game);
  drawRematch(game);
  holdHand();
  drawStatus();
  drawActions();
}

/** @param {Game} shown */
function title(shown) {
  const name = rules?.name || rulesName(shown.ruleset.slug);
  return shown.hand ? say(gettext("%(rules)s, hand %(number)s"), { rules: name, number: shown.hand.number }) : name;
}

/** "1200 : 850", the own side first. @param {Game} shown */
function points(shown) {
  const own = shown.you ? shown.you.seat % shown.sides.length : 0;
  const scores = [...shown.sides].sort((one, two) => Number(two.side === own) - Number(one.side === own)).map((side) => side.score);
  return scores.some((score) => score == null) || shown.status === "lobby" ? "" : scores.join(" : ");
}

function holdHand() {
  const held = game?.you ? game.hand?.hands[game.you.seat]?.cards || [] : [];
  hand.hold(held, staging.cards, rules && held.length ? worthOf(rules, without(held, staging.cards)) : null, game?.hand?.number);
}

function drawStatus() {
  if (!game) return;
  region("status").textContent = game.status === "lobby" ? gettext("The table waits for its players.")
    : game.status !== "active" ? gettext("The game is over.")
    : !game.hand ? game.spectators === "none" ? gettext("You watch this table, but its hands are shown only to its players.")
      : gettext("You watch this table. Each hand is shown later, when it is over.")
    : isMyTurn() ? gettext("It is your turn.") : waiting();
}

/** For whom the table waits. */
const waiting = () => say(gettext("%(who)s is to act."), { who: (game?.hand?.to_act || []).map((seat) => seatName(/** @type {Game} */ (game), seat)).join(", ") });

function drawActions() {
  const refusedView = refusal && refusalView(refusal.message, refusal.rule, refusal.page);
  if (!game?.hand || !game.you) return show(region("actions"), refusedView);
  const known = isMyTurn() && optionsOf === game.version ? options : [];
  const chosen = hand.chosen;
  const along = staging.take ? known.filter((option) => option.type === "take_pile").flatMap((option) => option.melds) : known;
  const offered = [...staging.empty ? [] : additions(known, chosen, staging, shownMeld),
    ...plays(staging.empty ? known : along.filter((option) => option.type === "meld"), chosen, shownMeld)];
  show(region("actions"),
    !staging.empty && stagedView(),
    refusedView,
    answerView(),
    refusal?.facts["ranks"] && ranksView(refusal.facts["ranks"], (rank) => send({ ...refusedAction, as: rank })),
    overView(),
    el("div", { class: "row" }, ...staging.empty ? [] : stagedButtons(), ...offered.map((play) => el("button", { type: "button", "data-key": play.key, "data-play": play.key.split("-")[0],
      class: play.primary ? "primary" : "", disabled: sending,
      onclick: () => act(play) }, play.text)),
    el("span", { class: "soft" }, hint(known, offered)),
    chosen.length > 0 && el("button", { type: "button", "data-key": "unselect", onclick: () => hand.clear() }, gettext("Select none"))));
}

/** The name of a meld on the table; empty if it is not there. @param {number} meld */
const shownMeld = (meld) => { const found = game?.hand?.melds.find((each) => each.id === meld); return found ? meldName(found) : ""; };

/** What the partners have said to one who asked. */
function answerView() {
  const asked = game?.hand?.permission;
  if (!asked || asked.asked_by !== game?.you?.seat || asked.granted == null) return null;
  return el("p", { class: "notice", role: "status" }, asked.granted ? gettext("Your partner says yes: you may go out in this turn.") : gettext("Your partner says no: you may not go out in this turn."));
}

/** What to do next, where no button says it. @param {any[]} known @param {import("./plays.js").Play[]} offered */
function hint(known, offered) {
  if (!isMyTurn() || !known.length) return isMyTurn() ? "" : waiting();
  if (lastKept(known)) return gettext("You keep your last card: your side may not go out yet.");
  if (staging.empty && known.some((option) => option.type === "draw")) {
    return known.some((option) => option.type === "take_pile" || option.type === "take_top") ? gettext("Draw, or take the pile.") : "";
  }
  if (offered.length && (hand.chosen.length || known.some((option) => option.type === "answer_out"))) return "";
  if (!staging.empty) return hand.chosen.length ? gettext("First lay down what is ready, or take it back with Undo.") : "";
  return hand.chosen.length ? gettext("These cards can do nothing together now.")
    : [gettext("Select cards to meld or to add, or one card to discard."), heldThree(known)].filter(Boolean).join(" ");
}

/** What a red three costs that is not laid. @param {any[]} known */
function heldThree(known) {
  const costs = known.some((option) => option.type === "lay_red_three") && rules?.document.red_threes.in_hand;
  return costs ? say(gettext("A red three that is still in hand at the end counts %(points)s."), { points: costs }) : "";
}

/** True if all that is left is to pass with the last card. @param {any[]} known */
const lastKept = (known) => hand.cards.length === 1 && known.some((option) => option.type === "pass") && !known.some((option) => option.type === "discard");

/** That a hand is over, until the player goes on: the next one is dealt at once. */
function overView() {
  const shown = game, last = game?.last_hand;
  if (!shown || !game?.you || !last || last.number === seen) return null;
  const own = game.you.seat % game.sides.length;
  /** @param {boolean} ofOwn */
  const totals = (ofOwn) => last.score.filter((side) => (side.side === own) === ofOwn).map((side) => side.total).join(" : ");
  const end = sentence({ seq: 0, version: 0, hand: last.number, type: "hand_ended", end: last.end, ...last.out == null ? {} : { out: last.out } }, (seat) => seatName(shown, seat), () => "");
  return el("div", { class: "notice row", role: "status" },
    el("b", {}, end, " ", say(gettext("Points of hand %(number)s: your side %(own)s, the others %(others)s."), { number: last.number, own: totals(true), others: totals(false) })),
    el("a", { href: "#score" }, gettext("The score sheet")),
    el("button", { type: "button", "data-key": "seen", onclick: () => { seen = last.number; drawActions(); } }, gettext("Close")));
}

function stagedView() {
  const verdict = staging.verdict;
  const texts = [staging.take && say(gettext("pile with %(cards)s"), { cards: cardsShort(staging.take.with) }), ...staging.melds.map((meld) => cardsShort(meld.cards))];
  return el("div", { class: "staged", role: "status" },
    el("p", {}, el("b", {}, gettext("Ready to lay down: ")), texts.filter(Boolean).join(" | ")),
    verdict && !verdict.legal && refusalView([verdict.detail, have(verdict)].filter(Boolean).join(" "), verdict.rule, verdict.code ? `/problems/${verdict.code}` : ""),
    verdict?.facts?.["ranks"] && ranksView(verdict.facts["ranks"], (rank) => staging.choose(rank)));
}

const stagedButtons = () => [
  el("button", { type: "button", class: "primary", "data-key": "lay-down", "data-play": "lay", disabled: !staging.verdict?.legal || sending,
    onclick: () => send(staging.action) }, staging.take ? gettext("Take the pile") : gettext("Lay down")),
  el("button", { type: "button", "data-key": "undo", onclick: () => staging.undo() }, gettext("Undo"))];

/** What is staged counts so far, where it is too little. @param {import("./staging.js").Verdict} verdict */
const have = ({ facts }) => facts?.["need"] != null && facts["have"] != null && say(gettext("These have %(have)s."), { have: facts["have"] });

/** @param {string} text @param {string | undefined} rule @param {string} page */
const refusalView = (text, rule, page) => el("p", { class: "notice bad", role: "alert" }, withSigns(text), " ",
  (rule || page) && el("a", { href: rule ? `/rules/${rule}` : page, target: "_blank", rel: "noopener" }, rule || gettext("Why?")));

/** What a wild card in a sequence may be. @param {string[]} ranks @param {(rank: string) => void} choose */
const ranksView = (ranks, choose) => el("p", { class: "row" }, gettext("The wild card is:"), ...ranks.map((rank) =>
  el("button", { type: "button", "data-key": `as-${rank}`, onclick: () => choose(rank) }, rankName(rank))));

/** A tap on the stock or on the pile is one on its button; the service says why the pile may not be taken. @param {Event} event */
async function reach(event) {
  const at = /** @type {Element} */ (event.target).closest(".pile");
  if (!at || !isMyTurn() || sending || !staging.empty) return;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (region("actions").querySelectorAll(`[data-play="${at.matches(".face") ? "pile" : "draw"}"]`));
  if (buttons[0]) { if (buttons.length === 1) buttons[0].click(); return; }
  if (!at.matches(".face")) return;
  const version = game?.version;
  const action = { type: "take_pile", onto: null, with: hand.chosen };
  const verdict = await call("POST", `/games/${id}/moves/check`, { action });
  if (verdict.legal || version !== game?.version) return;
  refusedAction = action;
  refused(new Problem(409, verdict));
}

/** @param {import("./plays.js").Play} play */
function act(play) {
  refusal = null;
  if (play.extend) { const { place, cards } = play.extend; hand.selected.clear(); staging.extend(place, cards); }
  else if (play.stage) { const cards = play.stage; hand.selected.clear(); staging.add(cards); }
  else if (play.take) { hand.selected.clear(); staging.begin(play.take); }
  else send(play.action);
}

/** Sends one action; the same key again if the network fails, so that it is played once. @param {any} action */
async function send(action) {
  if (!game || sending) return;
  sending = true;
  sentAt = game.version;
  sentCards = new Set(hand.selected);
  refusedAction = action;
  seen = game.last_hand?.number;
  refusal = null;
  drawActions();
  const { hand: before } = game;
  let { version } = game, key = newKey();
  for (let attempt = 0; ; attempt++) {
    try {
      const played = await call("POST", `/games/${id}/moves?include=legal_actions`, { action }, { version, key });
      sending = false;
      setOptions(played.legal_actions);
      feed.take(played.game);
      connection(true);
      drawActions();
      return;
    } catch (problem) {
      if (attempt < ATTEMPTS && await stillFits(problem, before)) {
        ({ version } = game);
        key = newKey();
        continue;
      }
      const lost = isLost(problem);
      connection(!lost);
      if (!lost || attempt >= ATTEMPTS) { sending = false; sentAt = null; refused(problem); return; }
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** True if a move came too late for its version only, as somebody asked the table something: the hand is as it was. @param {unknown} problem @param {any} before */
async function stillFits(problem, before) {
  if (asProblem(problem).code !== "stale_version") return false;
  try {
    await feed.refresh();
  } catch {
    return false;
  }
  return JSON.stringify(game?.hand) === JSON.stringify(before);
}

/** What was sent is played: the stream may say so before the answer, and what is selected after it was sent is the next play. */
function clearPlayed() {
  sentAt = null;
  for (const card of sentCards) hand.selected.delete(card);
  staging.clear();
}

/** A listener that does `what`, shows what the service refuses, and what has changed. @param {() => Promise<unknown>} what */
const tried = (what) => async () => {
  if (acting) return;
  acting = true;
  refusal = null;
  try {
    await what();
  } catch (problem) {
    refused(problem);
  } finally {
    acting = false;
    drawActions();
    feed.refresh().catch(refused);
  }
};

/** @param {unknown} problem */
function refused(problem) {
  const found = asProblem(problem);
  refusal = found.code === "stale_version" ? null : found;
  if (!refusal) feed.refresh().catch(() => {}); // what is shown is out of date: the stream brings what it missed
  if (game) drawActions();
  if (!game) region("status").textContent = refusal?.message || "";
}

/** The caller may not look at the table: a guest gives a name first. @param {Problem} problem */
function shut(problem) {
  const stranger = problem.status === 401 && problem.code !== "account_suspended" && !me;
  region("rules").hidden = stranger;
  region("status").textContent = stranger ? gettext("Tell the table who you are.") : problem.message;
  if (stranger) show(region("lobby"), guestForm());
}

/** @param {import("./types.d.ts").GameEvent} event */
function note(event) {
  const inHand = event.hand === game?.hand?.number;
  const text = sentence(event, (seat) => (game ? seatName(game, seat) : ""), () => names.nameOf(event) || inHand && shownMeld(event["onto"]) || gettext("a meld"));
  names.note(event);
  if (!text) return;
  region("happened").textContent = text;
  const log = region("log");
  log.prepend(el("li", {}, text));
  while (log.children.length > 300) log.lastChild?.remove();
}

/** @param {boolean} connected */
function connection(connected) {
  if (connected) drawStatus();
  else region("status").textContent = gettext("The connection is lost. We try again.");
}

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return;
  /** @type {Record<string, string>} */
  const buttons = { d: "draw", p: "pile", m: "meld", x: "discard", l: "add", u: "undo" };
  const key = event.key.toLowerCase();
  if (key === "r" || key === "s") return hand.sort(key === "r" ? "rank" : "suit");
  const wanted = key === "m" && !staging.empty && !hand.chosen.length ? "lay" : buttons[key];
  const button = wanted && /** @type {HTMLButtonElement | null} */ (region("actions").querySelector(`[data-play="${wanted}"], [data-key="${wanted}"]`));
  if (button && !button.disabled) { event.preventDefault(); button.click(); }
});

region("middle").addEventListener("click", (event) => { reach(event).catch(refused); });
fourColours(region("four"), region("table"));
setInterval(() => {
  if (!tick() || !game) return;
  drawPeople(game, tried);
  feed.refresh().catch(() => {}); // what is shown holds
}, 1000);
if (me) feed.start();
else feed.recover();
