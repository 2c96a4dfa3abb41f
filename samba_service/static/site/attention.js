// @ts-check
/** What waits for the player: a count in the bar and in the title, and a notification while nobody looks. */
import { get, me } from "./api.js";
import { say } from "./dom.js";

/** @typedef {{type: "invited" | "my_turn" | "my_table", game?: string, invitation?: string}} Item */

const POLL_MS = 15_000;
/** Between two tries to open a stream that was refused: at first, and at most. */
const REOPEN_MS = 1_000;
const REOPEN_MOST_MS = 60_000;
const title = document.title;
/** @type {Map<string, Item> | null} What waited at the last look. */
let known = null;
/** @type {Item[] | null} */
let last = null;
let looks = 0;
/** The look whose answer is shown. */
let shownLook = 0;
/** @type {((items: Item[]) => void)[]} */
const hearers = [];

/** Calls `hearer` with what waits, at each look. @param {(items: Item[]) => void} hearer */
export function whatWaits(hearer) {
  hearers.push(hearer);
  if (last) hearer(last);
}

/** @param {Item} item */
const keyOf = (item) => `${item.type} ${item.invitation || item.game}`;

/** Asks what waits now. */
export async function look() {
  if (!me) return;
  const number = ++looks;
  /** @type {Item[]} */
  const items = (await get("/players/me/waiting?limit=100")).results;
  if (number < shownLook) return; // a later one was quicker
  shownLook = number;
  const calling = new Map(items.filter((item) => item.type !== "my_table").map((item) => [keyOf(item), item]));
  count(calling.size);
  const fresh = [...calling].filter(([key]) => known && !known.has(key)).map(([, item]) => item);
  known = calling;
  last = items;
  for (const hearer of hearers) hearer(items);
  if (fresh.length && !(await somebodyLooks())) fresh.forEach(notify);
}

/** @param {number} calls */
function count(calls) {
  const badge = document.getElementById("waiting");
  if (badge) {
    badge.hidden = calls === 0;
    badge.setAttribute("aria-label", say(ngettext("%(count)s waits for you", "%(count)s wait for you", calls), { count: calls }));
    if (badge.firstElementChild) badge.firstElementChild.textContent = String(calls);
  }
  if (!document.getElementById("table")) document.title = (calls ? `(${calls}) ` : "") + title; // a table has its own
}

/** True if the browser can show notifications, and its user has neither allowed nor forbidden them. */
export const mayAsk = () => "Notification" in window && window.isSecureContext && Notification.permission === "default";

const allowed = () => "Notification" in window && Notification.permission === "granted";

/** Asks for notifications. To be called by a button only. */
export async function askToNotify() {
  if ((await Notification.requestPermission()) === "granted") follow();
}

/** It never says what anybody holds. @param {Item} item */
function notify(item) {
  if (!allowed()) return;
  const text = item.type === "my_turn" ? gettext("It is your turn.") : gettext("You are invited.");
  try {
    const shown = new Notification(gettext("Samba club"), { body: text, tag: keyOf(item) });
    shown.onclick = () => { window.focus(); location.assign(item.type === "my_turn" ? `/games/${item.game}` : "/"); };
  } catch {
    // this browser wants a service worker for them: the count in the title has to do
  }
}

/** A page in the foreground holds this lock, for the other tabs to see. */
function showThatIAmLooking() {
  if (!document.hidden) navigator.locks?.request("looking", { mode: "shared" }, () => new Promise((away) => {
    document.addEventListener("visibilitychange", away, { once: true });
  }));
}

async function somebodyLooks() {
  const locks = await navigator.locks?.query();
  return !document.hidden || Boolean(locks?.held?.some((lock) => lock.name === "looking"));
}

/** Hears at once what begins to wait: timers of pages in the background are slow. One tab does it for all. */
function follow() {
  navigator.locks?.request("following", async () => {
    for (let wait = REOPEN_MS; ; wait = Math.min(2 * wait, REOPEN_MOST_MS)) {
      if (await closed()) wait = REOPEN_MS;
      await new Promise((wake) => { setTimeout(wake, wait); window.addEventListener("online", wake, { once: true, signal: AbortSignal.timeout(wait) }); });
    }
  });
}

/** Listens until the browser gives the stream up, as it does when it is refused; true if something was heard before. */
const closed = () => new Promise((ended) => {
  let heard = false;
  const news = () => { heard = true; again(); };
  const source = new EventSource("/api/v1/players/me/stream");
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) ended(heard); };
  source.onmessage = news;
  source.addEventListener("snapshot", news); // also after a lost connection
});

/** Without an answer the page shows what it has. */
function again() {
  look().catch(() => {});
}

if (me) {
  again();
  setInterval(again, POLL_MS);
  document.addEventListener("visibilitychange", () => { showThatIAmLooking(); if (!document.hidden) again(); });
  showThatIAmLooking();
  if (allowed()) follow();
}
