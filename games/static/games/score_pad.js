// @ts-check
/** The score pad: sheets are typed here, and counted by the API. */
import { el, region, say, show } from "../site/dom.js";
import { day } from "../site/local.js";
import { Counter } from "./pad_counting.js";
import { drawHands, drawStanding } from "./pad_regions.js";
import { chooseTerms } from "./pad_terms.js";
import { blank, forget, forgetOldest, keep, listen, newPad, openPad, pads, sideNames } from "./pads.js";
import { handEntry, isBlank, named } from "./sheet.js";

/** @typedef {import("./types.d.ts").Pad} Pad */
/** @typedef {import("./types.d.ts").HandSheet} HandSheet */
/** @typedef {import("./sheet.js").Fault} Fault */

/** @type {Pad | null} */
let pad = null;
/** @type {import("./sheet.js").Entry | null} */
let entry = null;
/** @type {Fault[]} Of hands that were saved before they were counted. */
let faults = [];

/** The hand in the form. @param {Pad} pad */
const entered = (pad) => (pad.correction ? pad.correction.sheet : pad.next);

/** The place of the hand in the form. @param {Pad} pad */
const place = (pad) => (pad.correction ? pad.correction.place : pad.hands.length);

/** The hands as they would be with the one in the form. @param {Pad} pad */
function withEntered(pad) {
  if (pad.correction) return pad.hands.map((hand, number) => (number === place(pad) ? entered(pad) : hand));
  return isBlank(pad.next) ? pad.hands : [...pad.hands, pad.next];
}

function kept() {
  if (pad && !keep(pad)) region("problem").textContent = gettext("This browser keeps nothing. Print the pad before you close the page.");
}

const counter = new Counter({
  counted(answer, hands) {
    if (!pad) return;
    const first = !pad.answer;
    const saved = pad.stale && hands === pad.hands;
    if (saved) Object.assign(pad, { answer, stale: false });
    faults = [];
    entry?.show([]);
    kept();
    if (first) drawEntry();
    draw(answer);
    if (saved && !isBlank(entered(pad))) count();
  },
  refused(errors, message) {
    if (!pad) return;
    const names = sideNames(pad);
    const prefix = `hands.${place(pad)}.`;
    const own = errors.filter((fault) => fault.path.startsWith(prefix));
    const rest = entry?.show(own.map((fault) => ({ ...fault, path: fault.path.slice(prefix.length) }))) || [];
    faults = errors.filter((fault) => !own.includes(fault));
    region("problem").textContent = errors.length ? [...rest, ...faults].map((fault) => named(fault.detail, names)).join(" ") : message;
    draw(null);
  },
  state(text) {
    region("state").hidden = !text;
    region("state").textContent = text;
  },
});

/** Counts again, soon, so that not each letter is a call: first what is saved, then with the hand in the form. */
function count() {
  if (!pad) return;
  region("problem").textContent = "";
  counter.ask(pad, pad.stale && !pad.correction ? pad.hands : withEntered(pad));
}

function changed() {
  if (!pad || !entry) return;
  if (pad.correction) pad.correction.sheet = entry.value();
  else pad.next = entry.value();
  kept();
  count();
}

/** @param {Pad["answer"]} answer what was counted last; with the hand in the form if it is sound */
function draw(answer) {
  if (!pad) return;
  const current = pad;
  drawStanding(region("standing"), current);
  drawPreview(current, answer);
  drawHands(region("hands"), current, faults, { correct, remove });
  region("undo").hidden = !current.deleted;
  if (current.deleted) show(region("undo"), say(gettext("Hand %(number)s is deleted."), { number: current.deleted.place + 1 }), " ",
    el("button", { type: "button", "data-key": "undo", onclick: undo }, gettext("Undo")));
}

/** What the hand in the form comes to. @param {Pad} pad @param {Pad["answer"]} answer */
function drawPreview(pad, answer) {
  const preview = document.getElementById("preview");
  if (!preview) return;
  const hand = isBlank(entered(pad)) ? undefined : answer?.hands[place(pad)];
  show(preview, ...(hand ? hand.score.map((side) => el("p", { "data-side": side.side }, `${sideNames(pad)[side.side]}: `, el("b", {}, String(side.total)),
    el("br"), el("span", { class: "soft" }, say(gettext("new total %(points)s"), { points: hand.totals[side.side] })))) : []));
}

/** The form of a hand; drawn once, so that nothing typed is lost. */
function drawEntry() {
  const fields = pad?.answer?.fields;
  if (!pad || !fields) return show(region("hand"));
  const number = place(pad) + 1;
  entry = handEntry({ id: "hand", fields, names: sideNames(pad), sheet: entered(pad), changed });
  show(region("hand"),
    el("h2", { tabindex: -1 }, say(pad.correction ? gettext("Correct hand %(number)s") : gettext("Hand %(number)s"), { number })),
    entry.node,
    el("div", { class: "preview" }, el("div", { id: "preview", class: "sides", role: "status", "aria-label": gettext("This hand") }),
      el("p", { class: "row" }, el("button", { class: "primary", "data-key": "save" }, pad.correction ? gettext("Save the correction") : gettext("Save the hand")),
        pad.correction && el("button", { type: "button", "data-key": "cancel", onclick: cancel }, gettext("Cancel")))));
}

/** Puts the hand in the form among the others, unless it cannot be right. Without an answer it is counted later. */
async function save() {
  if (!pad) return;
  const current = pad;
  const hands = current.correction || !isBlank(current.next) ? withEntered(current) : [...current.hands, current.next];
  region("hand").inert = true; // nothing is typed into a hand that is being saved
  const { answer, refused } = await counter.askNow(current, hands).finally(() => { region("hand").inert = false; });
  if (pad !== current) return;
  if (refused) return focusFault();
  Object.assign(current, { hands, deleted: null, stale: !answer, answer: answer || current.answer });
  if (current.correction) current.correction = null;
  else current.next = blank(current.sides);
  refresh();
  focusHand();
}

/** To the head of the hand in the form. */
function focusHand() {
  region("hand").scrollIntoView();
  region("hand").querySelector("h2")?.focus();
}

function focusFault() {
  const field = /** @type {HTMLElement | null} */ (region("hand").querySelector("[aria-invalid=true]"));
  (field || region("problem")).scrollIntoView({ block: "center" });
  field?.focus();
}

/** @param {number} number */
function correct(number) {
  if (!pad) return;
  const sheet = pad.hands[number];
  if (!sheet) return;
  pad.correction = { place: number, sheet: structuredClone(sheet) };
  refresh();
  focusHand();
}

function cancel() {
  if (!pad) return;
  pad.correction = null;
  refresh();
  focusHand();
}

/** @param {number} number */
function remove(number) {
  if (!pad) return;
  const sheet = pad.hands[number];
  Object.assign(pad, { hands: pad.hands.filter((each) => each !== sheet), deleted: { place: number, sheet }, stale: true });
  refresh();
  document.querySelector("[data-key=undo]")?.scrollIntoView({ block: "center" });
}

function undo() {
  if (!pad?.deleted) return;
  const { place, sheet } = pad.deleted;
  Object.assign(pad, { hands: [...pad.hands.slice(0, place), sheet, ...pad.hands.slice(place)], deleted: null, stale: true });
  refresh();
}

/** All of the pad that is open, and what it comes to. */
function refresh() {
  kept();
  region("terms").hidden = Boolean(pad);
  region("open").hidden = !pad;
  drawOthers();
  if (!pad) return;
  region("title").textContent = say(gettext("Score pad: %(rules)s"), { rules: pad.title });
  faults = [];
  drawEntry();
  draw(pad.answer);
  count();
}

/** @param {Pad | null} other */
function open(other) {
  pad = other;
  entry = null;
  refresh();
}

function drawOthers() {
  const others = pads().filter((each) => each.id !== pad?.id);
  show(region("others"), others.length > 0 && el("h2", {}, gettext("Other pads")),
    others.length > 0 && el("ul", { class: "list" }, ...others.map((each) => el("li", {},
      el("button", { type: "button", "data-key": each.id, onclick: () => { open(each); scrollTo(0, 0); } },
        `${sideNames(each).join(" – ")}, ${each.title}, ${day(each.begun)}`)))));
}

/** @param {string} question */
function sure(question) {
  const dialog = /** @type {HTMLDialogElement} */ (region("sure"));
  region("question").textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true }));
}

function newTerms() {
  region("terms").hidden = false;
  region("open").hidden = true;
  region("back").hidden = !pad;
  chooseTerms((terms) => { open(newPad(terms)); forgetOldest(); }, (message) => { region("problem").textContent = message; });
}

region("hand").addEventListener("submit", (event) => { event.preventDefault(); save(); });
region("print").addEventListener("click", () => print());
region("back").addEventListener("click", () => open(pad));
region("new").addEventListener("click", async () => {
  if (await sure(gettext("Begin a new pad? This one stays in the list below."))) newTerms();
});
region("remove").addEventListener("click", async () => {
  if (!pad || !(await sure(gettext("Remove this pad for good?")))) return;
  forget(pad.id);
  open(pads()[0] || null);
  if (!pad) newTerms();
});
listen((id) => {
  const found = pads().find((each) => each.id === pad?.id);
  if (found && id === found.id) open(found);
  else drawOthers();
});

open(openPad());
if (!pad) newTerms();
