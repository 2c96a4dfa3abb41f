// @ts-check
/** A finished hand, step by step, as one seat saw it or with all hands open. */
import { asProblem, get, getAll, post, Problem } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { day } from "../site/local.js";
import { cardFace, grouped } from "./cards.js";
import { openDesk } from "./case_desk.js";
import { CaseNotes } from "./case_notes.js";
import { checksOf } from "./deal_checks.js";
import { rulesName } from "./game_names.js";
import { MeldNames } from "./meld_names.js";
import { drawMelds, drawMiddle, drawScore, drawSeats, seatName } from "./regions.js";
import { ReplayLog } from "./replay_log.js";
import { rulesOf } from "./rules.js";
import { sentence } from "./sentences.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./replay_log.js").Step} Step */

const PAUSE_MS = 1200; // of the play from step to step
const SETTLE_MS = 90; // before a position is fetched, while the slider moves
const AHEAD = 2;
const OPEN = "all";

const id = region("replay").dataset["game"] || "";
const log = new ReplayLog(id);
const asked = new URLSearchParams(location.search);
/** @type {Game} */ let game;
/** @type {NonNullable<Game["last_hand"]>[]} */ let sheets = [];
/** @type {Step[]} */ let steps = [];
/** @type {Map<number, string>} The meld to which an event adds, by its seq. */ let meldNames = new Map();
const at = { hand: 1, step: 1, view: OPEN };
const melds = { open: /** @type {number | null} */ (null), fresh: /** @type {Set<number>} */ (new Set()), toggle: (/** @type {number} */ meld) => { melds.open = melds.open === meld ? null : meld; draw(); } };
/** @type {ReturnType<typeof setTimeout> | undefined} */ let waiting;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let playing;
const slider = /** @type {HTMLInputElement} */ (region("slider"));

/** The seats whose cards are shown. */
const seats = () => (at.view === OPEN ? game.seats.map((seat) => seat.seat) : [Number(at.view)]);
/** The game with who looks only where they look from their own seat. @param {Game} shown */
const seenBy = (shown) => ({ ...shown, you: game.you && String(game.you.seat) === at.view ? game.you : null });
/** @param {number | null | undefined} seat */
const nameOf = (seat) => seatName(seenBy(game), seat);

const notes = "case" in region("replay").dataset ? new CaseNotes(log, nameOf) : null;

/** What stands in the address, or the first choice. */
function begin() {
  const seat = asked.get("seat") ?? String(game.you?.seat ?? OPEN);
  at.view = game.seats.some((each) => String(each.seat) === seat) ? seat : OPEN;
  at.hand = Number(asked.get("hand")) || (sheets[sheets.length - 1]?.number ?? 1);
  at.step = Number(asked.get("step")) || 1;
  show(region("choice"), choice("hand", gettext("Hand"), sheets.map((sheet) => [String(sheet.number), String(sheet.number)]), String(at.hand)),
    choice("view", gettext("Seen from"), [...game.seats.map((each) => /** @type {[string, string]} */ ([String(each.seat), seatName(game, each.seat)])),
      [OPEN, gettext("all hands open")]], at.view));
}

/** @param {"hand" | "view"} name @param {string} label @param {[string, string][]} options @param {string} chosen */
function choice(name, label, options, chosen) {
  return el("div", {}, el("label", { for: name }, label), el("select", { id: name, onchange: (/** @type {Event} */ event) => {
    const value = /** @type {HTMLSelectElement} */ (event.target).value;
    if (name === "view") at.view = value;
    else { at.hand = Number(value); at.step = 1; }
    open().catch(refused);
  } }, ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text))));
}

/** Fetches the steps of the chosen hand. */
async function open() {
  stop();
  if (!sheets.length) return tell(gettext("No hand of this game is over yet."));
  if (!sheets.some((sheet) => sheet.number === at.hand)) return tell(say(gettext("Hand %(number)s is not over, or there is none: only finished hands can be stepped through."), { number: at.hand }));
  region("links").hidden = region("check").hidden = false;
  show(region("transcript"), el("a", { href: `/games/${id}/hands/${at.hand}/transcript` }, gettext("This hand in sentences")));
  show(region("checks"));
  if (notes) show(region("bot-checks"));
  const { hand, view } = at;
  const [found] = await Promise.all([log.steps(hand, seats()), notes?.open(hand)]);
  if (hand !== at.hand || view !== at.view) return; // another was chosen meanwhile
  const melds = new MeldNames();
  meldNames = new Map(found.flatMap((step) => step.events).map((event) => {
    const name = melds.nameOf(event);
    melds.note(event);
    return [event.seq, name];
  }));
  steps = found.filter((step) => step.last || textOf(step));
  slider.max = String(steps.length);
  region("controls").hidden = region("practice").hidden = false;
  const from = (/** @type {number} */ place) => (place ? steps[place]?.version ?? Infinity : 0);
  show(region("steps"), ...steps.map((step, place) => el("li", {}, notes?.time(step), el("button", { type: "button", tabindex: -1, onclick: () => go(place + 1) }, textOf(step)),
    notes?.after(from(place), from(place + 1)))));
  go(at.step);
}

/** @param {string} text */
function tell(text) {
  region("status").textContent = text;
}

/** @param {Step} step */
const textOf = (step) => step.events.map((event) => sentence(event, nameOf, () => meldNames.get(event.seq) || gettext("a meld")) || notes?.text(event)).filter(Boolean).join(" ");

/** Goes to a step; its position is fetched when no other step is asked for at once. @param {number} step */
function go(step) {
  at.step = Math.min(Math.max(1, step), steps.length);
  slider.value = String(at.step);
  region("place").textContent = say(gettext("step %(step)s of %(count)s"), { step: at.step, count: steps.length });
  history.replaceState(null, "", `?hand=${at.hand}&step=${at.step}&seat=${at.view}`);
  [...region("steps").children].forEach((item, place) => {
    const here = place + 1 === at.step;
    item.querySelector("button")?.setAttribute("tabindex", here ? "0" : "-1");
    if (here) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    if (here) region("steps").scrollTop = /** @type {HTMLElement} */ (item).offsetTop - 88;
  });
  clearTimeout(waiting);
  waiting = setTimeout(() => draw().catch(refused), SETTLE_MS);
}

/** Draws the table at the step, and fetches the next ones. */
async function draw() {
  const step = steps[at.step - 1], of = `${at.hand} ${at.step} ${at.view}`;
  if (!step) return;
  const position = seenBy(await log.position(step, seats()));
  if (of !== `${at.hand} ${at.step} ${at.view}`) return;
  melds.fresh = new Set(step.events.flatMap((event) => [event["id"], event["onto"]].filter((meld) => meld != null)));
  drawSeats(position, () => null);
  drawMiddle(position);
  drawMelds(position, melds);
  drawHands(position);
  notes?.acted(position);
  const sheet = sheets.find((each) => each.number === at.hand);
  if (step.last && sheet) drawScore({ ...position, result: null, last_hand: sheet }, { linked: false });
  else show(region("score"));
  tell(textOf(step));
  region("replay").dataset["step"] = of;
  for (const next of steps.slice(at.step, at.step + AHEAD)) log.position(next, seats()).catch(() => {});
}

/** @param {Game} shown */
function drawHands(shown) {
  const open = (shown.hand?.hands || []).filter((hand) => hand.cards);
  show(region("hands"), ...open.map((hand) => el("div", { "data-seat": hand.seat }, el("h2", {}, nameOf(hand.seat)),
    el("div", { class: "hand still" }, ...grouped(hand.cards || [], "rank").map((group) => el("div", { class: "group" }, ...group.map((card) => cardFace(card))))))));
}

/** Shows by itself one step after the other, up to the last. */
function play() {
  if (playing) return stop();
  if (at.step === steps.length) go(1);
  const next = () => {
    if (at.step === steps.length) return stop();
    go(at.step + 1);
    playing = setTimeout(next, PAUSE_MS);
  };
  playing = setTimeout(next, PAUSE_MS);
  region("play").textContent = gettext("Pause");
}

function stop() {
  clearTimeout(playing);
  playing = undefined;
  region("play").textContent = gettext("Play");
}

/** @param {unknown} problem */
function refused(problem) {
  stop();
  const known = asProblem(problem);
  const shut = known.code === "not_seated" || known.status === 401;
  tell(shut ? gettext("Only those who sat at this table can step through its hands. You may read a hand in sentences, take the record and check the shuffle.") : known.message);
}

/** Opens a practice game that begins at the step, at the seat from which it is seen, or else the own or the first to act. */
async function playOn() {
  const step = steps[at.step - 1];
  if (!step) return;
  const turn = (await log.position({ ...step, shown: step.version }, seats())).hand?.to_act[0];
  const seat = at.view === OPEN ? game.you?.seat ?? turn : Number(at.view);
  const made = await post("/games", { play_on: id, at: step.version, as_seat: seat });
  location.assign(`/games/${made.id}`);
}

/** Checks the shuffle of the hand in this page. */
async function check() {
  const number = at.hand;
  show(region("checks"), el("p", { class: "soft" }, gettext("One moment.")));
  try {
    const [proof, record] = await Promise.all([log.keep(`/hands/${number}/proof`), log.keep("/record")]);
    const open = await Promise.all(seats().map((seat) => log.log(seat).catch(() => null)));
    const found = checksOf(proof, record, open.find((each) => each) || (await log.log(null)), dealtIn(open, number));
    const good = found.every((each) => each.ok);
    show(region("checks"), el("p", { class: `notice ${good ? "" : "bad"}`, role: "status" }, good ? gettext("The deal is as it was promised.") : gettext("Something is wrong with this deal.")),
      el("ol", {}, ...found.map((each) => el("li", { class: each.ok ? "" : "bad" }, el("b", {}, each.ok ? gettext("Right: ") : gettext("Wrong: ")), each.text))));
  } catch (problem) {
    show(region("checks"), el("p", { class: "notice bad", role: "alert" }, problem instanceof Problem ? problem.message : gettext("The proof cannot be read.")));
  }
}

/** Has the service replay all finished hands from their deals; and of a case the log as it is stored. */
async function checkLog() {
  show(region("log-checks"), el("p", { class: "soft" }, gettext("One moment.")));
  try {
    const stored = notes && get(`/games/${id}/log-check`);
    const verdicts = await Promise.all([log.keep("/record").then((record) => post("/records/verify", record)), ...stored ? [stored] : []]);
    const errors = verdicts.flatMap((each) => each.errors || []);
    const good = [gettext("Every move of the finished hands follows from the deals and the rules."),
      stored && gettext("The log is as it was written: no entry was changed, added or taken out since.")].filter(Boolean).join(" ");
    show(region("log-checks"), el("p", { class: `notice ${errors.length ? "bad" : ""}`, role: "status" }, errors.length ? errors.map((/** @type {{path: string, detail: string}} */ each) => `${each.path}: ${each.detail}`).join(" ") : good));
  } catch (problem) {
    show(region("log-checks"), el("p", { class: "notice bad", role: "alert" }, asProblem(problem).message));
  }
}

/** Shows the table as a seat saw it before the action that made the next version. @param {number} version @param {number} seat */
async function look(version, seat) {
  at.view = /** @type {HTMLSelectElement} */ (region("view")).value = String(seat);
  await open();
  go(steps.filter((step) => step.version <= version).length);
}

/** The hands that the seats were dealt, from their logs. @param {(import("./types.d.ts").GameEvent[] | null)[]} logs @param {number} number */
function dealtIn(logs, number) {
  const found = logs.map((each, place) => [seats()[place], each?.find((event) => event.type === "hand_dealt" && event["number"] === number)?.["cards"]]);
  return /** @type {Map<number, string[]>} */ (new Map(/** @type {any} */ (found.filter(([, cards]) => cards))));
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !steps.length || /^(INPUT|SELECT)$/.test(target.tagName)) return;
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => go(at.step - 1), ArrowRight: () => go(at.step + 1), Home: () => go(1), End: () => go(steps.length), " ": play };
  const wanted = event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(target.tagName) ? undefined : keys[event.key];
  if (wanted) { event.preventDefault(); wanted(); }
});
slider.addEventListener("input", () => go(Number(slider.value)));
region("first").addEventListener("click", () => go(1));
region("back").addEventListener("click", () => go(at.step - 1));
region("play").addEventListener("click", play);
region("next").addEventListener("click", () => go(at.step + 1));
region("last").addEventListener("click", () => go(steps.length));
region("play-on").addEventListener("click", once(() => playOn().catch(refused)));
region("check-button").addEventListener("click", check);
region("log-button").addEventListener("click", once(checkLog));

async function start() {
  const [found, hands, rules] = await Promise.all([get(`/games/${id}`), getAll(`/games/${id}/hands?limit=100`), rulesOf(id)]);
  game = found;
  sheets = hands;
  region("title").textContent = say(notes ? gettext("Case: %(rules)s, %(day)s") : gettext("Replay: %(rules)s, %(day)s"), { rules: rules?.name || rulesName(game.ruleset.slug), day: day(game.started_at || game.created_at) });
  begin();
  await Promise.all([open(), notes && openDesk({ game, hand: () => at.hand, nameOf, look })]);
}
start().catch(refused);
