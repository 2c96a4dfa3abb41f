// @ts-check
/** The entry of a whole sheet: all of its hands one below the other, counted as one types. */
import { Counter } from "../games/pad_counting.js";
import { blank } from "../games/pads.js";
import { handEntry, isBlank, named } from "../games/sheet.js";
import { el, say, show } from "../site/dom.js";
import { numberText } from "../site/local.js";
import { pointsText } from "./words.js";

/** @typedef {import("../games/types.d.ts").HandSheet} HandSheet */
/** @typedef {{hands: HandSheet[], end: string}} Sheet */

export class SheetEntry {
  /** @type {import("../games/sheet.js").Entry[]} */
  entries = [];
  /** What was counted last. @type {any} */
  answer = null;
  /** True from a refusal of what was sent until something is changed. */
  rejected = false;

  /** @param {any} table @param {string[]} names of the sides @param {{count: (hands: HandSheet[]) => Promise<any>, keep: (hands: HandSheet[]) => void, send: (sheet: Sheet) => void}} does */
  constructor(table, names, does) {
    this.table = table;
    this.names = names;
    this.does = does;
    this.standing = el("div", { class: "sides standing strip-standing", role: "status", "aria-label": gettext("Totals") });
    this.state = el("p", { class: "soft small", role: "status" });
    this.problem = el("p", { class: "bad", role: "alert" });
    this.hands = el("div", {});
    this.early = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "early" }));
    this.counter = new Counter({
      counted: (answer) => this.counted(answer),
      refused: (errors, message) => this.refused(errors, message),
      state: (text) => { this.state.textContent = text; },
    }, (_, hands) => does.count(hands));
    const more = !table.hands_per_round || table.knockout;
    this.node = el("form", { class: "strip-entry", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.submit(); } },
      this.standing, this.hands,
      more && el("button", { type: "button", onclick: () => this.add(blank(names.length), true) }, gettext("One more hand")),
      table.hands_per_round > 1 && el("label", { class: "beside", for: "early" }, this.early, gettext("It ended early: leave the other hands empty")),
      this.state, this.problem,
      el("p", {}, el("button", { class: "primary", "data-key": "send" }, gettext("Send it to the server"))));
  }

  /** Begins with these hands. @param {HandSheet[]} hands */
  begin(hands) {
    this.entries = [];
    this.hands.replaceChildren();
    const number = Math.max(hands.length, this.table.hands_per_round || 1);
    for (let at = 0; at < number; at++) this.add(hands[at] || blank(this.names.length), at === 0);
    this.draw();
    if (hands.length) this.changed();
  }

  /** @param {HandSheet} sheet @param {boolean} open */
  add(sheet, open) {
    const number = this.entries.length + 1;
    const entry = handEntry({ id: `hand-${number}`, fields: this.table.fields, names: this.names, sheet, changed: () => this.changed() });
    this.entries.push(entry);
    this.hands.append(el("details", { open, "data-hand": number }, el("summary", { class: "button" }, say(gettext("Hand %(number)s"), { number }), " ", el("b", {})), entry.node));
  }

  /** The hands up to the last one in which something is entered. */
  written() {
    const hands = this.entries.map((entry) => entry.value());
    return hands.slice(0, hands.map((hand) => !isBlank(hand)).lastIndexOf(true) + 1);
  }

  changed() {
    const hands = this.written();
    this.does.keep(hands);
    this.rejected = false;
    this.problem.textContent = "";
    this.counter.ask(null, hands);
  }

  /** @param {any} answer */
  counted(answer) {
    this.answer = answer;
    this.refused([], "");
    this.draw();
  }

  /** What was sent is refused: said beside the button too, and the first wrong field has the focus. @param {{path: string, detail: string}[]} errors */
  reject(errors) {
    this.rejected = true;
    this.refused(errors, "");
    const wrong = /** @type {HTMLElement | null} */ (this.hands.querySelector("[aria-invalid]"));
    wrong?.scrollIntoView({ block: "center" });
    wrong?.focus({ preventScroll: true });
  }

  /** Each fault at its field; what has no field is said below. @param {{path: string, detail: string}[]} errors @param {string} message */
  refused(errors, message) {
    const rest = this.entries.flatMap((entry, number) => {
      const prefix = `hands.${number}.`;
      return entry.show(errors.filter((fault) => fault.path.startsWith(prefix)).map((fault) => ({ ...fault, path: fault.path.slice(prefix.length) })));
    });
    const others = errors.filter((fault) => !/^hands\.\d+\./.test(fault.path));
    this.problem.textContent = errors.length ? (this.rejected ? errors : [...rest, ...others]).map((fault) => named(fault.detail, this.names)).join(" ") : message;
    for (const fault of errors) this.hands.children[Number(fault.path.split(".")[1])]?.setAttribute("open", "");
  }

  /** The totals, what the next first melds need, and each hand in its head. */
  draw() {
    const totals = this.answer?.totals ?? this.table.start_scores ?? this.names.map(() => 0);
    const minimum = this.answer?.next_minimum ?? this.table.next_minimum;
    show(this.standing, ...this.names.map((name, side) => el("div", { "data-total": side }, el("h2", {}, name), el("b", {}, numberText(totals[side])),
      el("p", { class: "soft" }, say(gettext("First melds need %(points)s"), { points: minimum[side] })))));
    [...this.hands.children].forEach((each, number) => {
      const score = this.answer?.hands[number]?.score;
      const head = each.querySelector("summary b");
      if (head) head.textContent = score ? pointsText(score.map((/** @type {any} */ side) => side.total)) : "";
    });
  }

  submit() {
    const hands = this.written();
    const planned = this.table.hands_per_round;
    if (!hands.length) { this.problem.textContent = gettext("Nothing is entered yet."); return; }
    if (planned && hands.length < planned && !this.early.checked) {
      this.problem.textContent = gettext("Hands are missing. If it ended early, say so above.");
      return;
    }
    this.does.send({ hands, end: planned && hands.length < planned ? "unfinished" : "played" });
  }
}
