// @ts-check
/** The own hand: a list of cards to select from, by touch, mouse or keyboard. */
import { el, region, say, show } from "../site/dom.js";
import { cardFace, grouped } from "./cards.js";
import { without } from "./plays.js";

/** The hand and what is selected of it. */
export class HandRegion {
  /** @param {() => void} changed is called after each selection */
  constructor(changed) {
    this.changed = changed;
    /** @type {"rank" | "suit"} */
    this.by = localStorage.getItem("samba.sort") === "suit" ? "suit" : "rank";
    /** @type {string[]} All that is held, with what is staged. */ this.held = [];
    /** @type {string[]} What is shown. */ this.cards = [];
    /** @type {number | undefined} */ this.deal = undefined;
    /** @type {number | null} */ this.worth = null;
    /** @type {string[]} Cards that came with the last change. */ this.fresh = [];
    /** @type {Set<string>} Keys like "KH.2": the third king of hearts. */ this.selected = new Set();
    this.at = "";
    /** @type {HTMLElement | null} The cards as they were drawn last. */ this.list = null;
    this.drawn = "";
  }

  /** The selected cards. @returns {string[]} */
  get chosen() {
    return [...this.selected].map((key) => key.split(".")[0] || "");
  }

  /** @param {string[]} held @param {string[]} staged of these @param {number | null} worth of the others @param {number | undefined} deal the hand's number */
  hold(held, staged = [], worth = null, deal = undefined) {
    this.worth = worth;
    const came = without(held, this.held);
    if (deal !== this.deal) this.fresh = [];
    else if (came.length) this.fresh = came;
    this.deal = deal;
    this.held = held;
    this.cards = without(held, staged);
    const keys = new Set(this.keyed(this.cards).map(([key]) => key));
    this.selected = new Set([...this.selected].filter((key) => keys.has(key)));
    this.draw();
  }

  clear() {
    this.selected.clear();
    this.draw();
    this.changed();
  }

  /** @param {"rank" | "suit"} by */
  sort(by) {
    this.by = by;
    localStorage.setItem("samba.sort", by);
    this.draw();
  }

  /** Each card with a key that equal cards do not share. @param {string[]} cards @returns {[string, string][]} */
  keyed(cards) {
    /** @type {Record<string, number>} */ const seen = {};
    return cards.map((card) => [`${card}.${(seen[card] = (seen[card] ?? -1) + 1)}`, card]);
  }

  draw() {
    if (!this.cards.length) {
      this.drawn = "";
      return show(region("hand"));
    }
    const groups = grouped(this.cards, this.by);
    const keyed = this.keyed(groups.flat());
    const fresh = [...this.fresh];
    if (!keyed.some(([key]) => key === this.at)) this.at = keyed[0]?.[0] || "";
    const drawn = JSON.stringify([keyed, this.by, this.fresh, this.worth]);
    if (drawn === this.drawn) return this.mark(); // a card that is replaced while it is pressed is not pressed
    this.drawn = drawn;
    let next = 0;
    this.list = el("div", { class: "hand", role: "listbox", "aria-multiselectable": "true", "aria-label": gettext("Your hand"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.moved(event, keyed.map(([key]) => key)) },
      ...groups.map((group) => el("div", { class: "group", role: "presentation" }, ...group.map(() => {
        const [key, card] = /** @type {[string, string]} */ (keyed[next++]);
        const isNew = fresh.includes(card) && fresh.splice(fresh.indexOf(card), 1).length > 0;
        return this.option(key, card, isNew);
      }))));
    const heading = el("div", { class: "row" },
      el("span", {}, say(ngettext("%(count)s card", "%(count)s cards", this.cards.length), { count: this.cards.length }),
        this.worth !== null && el("span", { class: "soft" }, say(gettext(", %(points)s points"), { points: this.worth }))),
      ...(/** @type {const} */ (["rank", "suit"])).map((by) => el("button", { type: "button", "data-key": `sort-${by}`,
        "aria-pressed": String(this.by === by), onclick: () => this.sort(by) }, by === "rank" ? gettext("By rank") : gettext("By suit"))));
    this.mark();
    show(region("hand"), heading, this.list);
  }

  /** Shows what is selected, and where the keys are. */
  mark() {
    for (const each of this.list?.querySelectorAll("[role=option]") || []) {
      const key = each.getAttribute("data-key") || "";
      each.setAttribute("aria-selected", String(this.selected.has(key)));
      each.setAttribute("tabindex", key === this.at ? "0" : "-1");
    }
  }

  /** @param {string} key @param {string} card @param {boolean} isNew */
  option(key, card, isNew) {
    return cardFace(card, "span", { role: "option", "data-key": key, class: isNew ? "new" : "",
      onclick: () => this.toggle(key) });
  }

  /** @param {string} key */
  toggle(key) {
    if (!this.selected.delete(key)) this.selected.add(key);
    this.at = key;
    this.draw();
    this.changed();
  }

  /** @param {KeyboardEvent} event @param {string[]} keys */
  moved(event, keys) {
    const at = keys.indexOf(this.at);
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 };
    const to = steps[event.key];
    if (event.key === " " || event.key === "Enter") this.toggle(this.at);
    else if (to === undefined) return;
    else {
      this.at = keys[Math.max(0, Math.min(keys.length - 1, to))] || "";
      this.draw();
    }
    event.preventDefault();
    /** @type {HTMLElement | null} */ (region("hand").querySelector(`[data-key="${this.at}"]`))?.focus();
  }
}
