// @ts-check
/** The clock of a round by time: what is left, the last hand, a gong, and what a director does about it. */
import { post } from "../site/api.js";
import { el, say } from "../site/dom.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const MORE_MIN = 5;
const GONG_HZ = 220, GONG_S = 3;

/** @type {any} The round whose clock is shown. */ let round = null;
/** How far the clock of this page is behind that of the service, in ms. */ let behind = 0;
let told = "";
/** @type {Set<string>} Moments that were sounded. */ const sounded = new Set();

const now = () => (round?.clock?.paused_since ? Date.parse(round.clock.paused_since) : Date.now() + behind);

/** "12:05" @param {number} ms */
function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is left of the round, in words. */
function left() {
  if (!round?.clock) return "";
  const time = clockText(Date.parse(round.ends_at) - now());
  if (round.clock.paused_since) return say(gettext("%(time)s, paused"), { time });
  return now() >= Date.parse(round.clock.last_call_at) ? say(gettext("%(time)s: the last hand"), { time }) : time;
}

/** @type {AudioContext | null} */ let audio = null;

/** The browser's sound; some keep it silent until somebody presses something on the page. */
const sound = () => (audio ||= new AudioContext());

/** True if the gong would not be heard. */
export const isMute = () => audio !== null && audio.state !== "running";

for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => { if (audio?.state === "suspended") audio.resume(); }, true);

/** A sound like a gong, made by the browser. */
function gong() {
  const audio = sound();
  if (audio.state !== "running") return; // it would sound whenever somebody presses something
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = GONG_HZ;
  volume.gain.setValueAtTime(0.5, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + GONG_S);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + GONG_S);
}

/** Shows the time on every clock of the page, and sounds when the last hand is called and when the round ends. */
function tick() {
  if (!round?.clock) return;
  for (const each of document.querySelectorAll("[data-clock]")) each.textContent = left();
  for (const hint of document.querySelectorAll("[data-mute]")) /** @type {HTMLElement} */ (hint).hidden = !isMute();
  sound();
  if (round.clock.paused_since) return;
  for (const moment of [round.clock.last_call_at, round.ends_at]) {
    const since = now() - Date.parse(moment);
    if (since < 0 || sounded.has(moment)) continue;
    sounded.add(moment);
    if (since < GONG_S * 1000) gong();
  }
}

/** The clock, with its buttons for directors; null for a round by hands. @param {Pick<Desk, "round" | "directs">} desk @param {Tried} tried */
export function clockOf(desk, tried) {
  round = desk.round;
  const clock = round?.clock;
  if (!clock) return null;
  if (clock.server_now !== told) {
    told = clock.server_now;
    behind = Date.parse(told) - Date.now();
  }
  const path = `/rounds/${round.id}`;
  /** @param {string} key @param {string} text @param {() => Promise<unknown>} what */
  const button = (key, text, what) => el("button", { type: "button", "data-key": key, onclick: tried(what) }, text);
  return el("p", { class: "row" }, el("b", { class: "time", "data-clock": "", role: "timer" }, left()),
    desk.directs && (clock.paused_since ? button("resume", gettext("Go on"), () => post(`${path}/resume`)) : button("pause", gettext("Pause the clock"), () => post(`${path}/pause`))),
    desk.directs && button("longer", say(gettext("%(count)s minutes more"), { count: MORE_MIN }), () => post(`${path}/extend`, { minutes: MORE_MIN })),
    desk.directs && button("shorter", say(gettext("%(count)s minutes less"), { count: MORE_MIN }), () => post(`${path}/extend`, { minutes: -MORE_MIN })));
}

setInterval(tick, 1000);
