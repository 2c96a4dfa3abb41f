// @ts-check
/** The entry of one hand: steppers for all that its sheet takes, side by side. It counts nothing. */
import { el, say } from "../site/dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").HandSheet} HandSheet */
/** @typedef {import("./types.d.ts").SideSheet} SideSheet */
/** @typedef {import("./types.d.ts").SheetField} SheetField */
/** @typedef {{path: string, detail: string}} Fault */
/**
 * @typedef {object} Entry
 * @property {HTMLElement} node
 * @property {() => HandSheet} value what is entered; a text that is no number stays one
 * @property {(faults: Fault[]) => Fault[]} show faults at their fields, by paths within the hand; returns those without
 */

const CARD_POINTS = 5; // all cards and corrections are worth a multiple
const ONE = 1;

/** What one field asks for. @param {SheetField} field */
function fieldName(field) {
  const code = field.path.split(".").pop() || "";
  const name = texts.lines[code] || code;
  if (field.path.startsWith("debt_dismantled.")) return say(gettext("%(canastas)s dismantled for debt"), { canastas: name });
  if (field.unit === "players") return gettext("Players with red threes in hand");
  if (field.path === "melded_cards") return say(gettext("%(cards)s, points"), { cards: name });
  if (field.path === "hand_cards") return say(gettext("%(cards)s, points (minus)"), { cards: name });
  return name;
}

/** What is typed: a number where it is one. @param {string} text @returns {any} */
const typed = (text) => (/^[-+]?\d+$/.test(text.trim()) ? Number(text) : text.trim().replace("−", "-"));

/**
 * An input between two buttons; the arrow keys step too.
 * @param {{name: string, path: string, id: string, step: number, lowest?: number, value: unknown, changed: () => void}} options
 */
function stepper({ name, path, id, step, lowest, value, changed }) {
  const input = /** @type {HTMLInputElement} */ (el("input", {
    id, "data-path": path, value: value ?? "", autocomplete: "off", placeholder: "0", oninput: changed, "aria-describedby": `${id}-fault`, enterkeyhint: "next",
    inputmode: lowest === undefined ? "text" : "numeric",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0;
      if (by) { event.preventDefault(); move(by); }
    },
  }));
  /** @param {number} by */
  function move(by) {
    const now = Number(input.value) || 0;
    input.value = String(Math.max(lowest ?? -Infinity, now + by));
    changed();
  }
  /** @param {number} by @param {string} sign @param {string} label */
  const button = (by, sign, label) => el("button", { type: "button", tabindex: -1, "aria-label": say(label, { name }), onclick: () => move(by) }, sign);
  return el("div", { class: "field" }, el("label", { for: id }, name),
    el("div", { class: "stepper" }, button(-step, "−", gettext("%(name)s: less")), input, button(step, "+", gettext("%(name)s: more"))),
    el("p", { class: "fault bad", id: `${id}-fault` }));
}

/** How much one earns, behind the name. @param {SheetField} field */
const worth = (field) => (field.each ? ` × ${String(field.each).replace("-", "−")}` : "");

/** @param {Record<string, any>} sheet @param {string} path */
const at = (sheet, path) => path.split(".").reduce((found, name) => found?.[name], sheet);

/** Corrections of one kind: rows of points and a reason, and a button for one more. */
class Corrections {
  /** @param {{kind: "penalties" | "adjustments", name: string, path: string, id: string, given: any[], changed: () => void}} options */
  constructor({ kind, name, path, id, given, changed }) {
    this.kind = kind; this.path = path; this.id = id; this.changed = changed;
    this.rows = el("div", {});
    for (const each of given) this.add(each);
    this.node = el("div", { class: "corrections" }, this.rows, el("p", { class: "fault bad", "data-fault": `${path}.${kind}` }),
      el("button", { type: "button", onclick: () => { this.add({ points: "", reason: "" }).querySelector("input")?.focus(); } }, name));
  }

  /** @param {{points: unknown, reason: string}} each */
  add(each) {
    const id = `${this.id}-${this.kind}-${Corrections.made++}`;
    const row = el("div", { class: "correction", "data-kind": this.kind },
      stepper({ name: texts.lines[this.kind === "penalties" ? "penalty" : "adjustment"] || this.kind, path: "", id: `${id}-points`, step: CARD_POINTS, value: each.points, changed: this.changed }),
      el("label", { for: `${id}-reason` }, gettext("Reason")),
      el("input", { id: `${id}-reason`, value: each.reason, maxlength: 200, oninput: this.changed }),
      el("p", { class: "fault bad" }),
      el("button", { type: "button", onclick: () => { row.remove(); this.number(); this.changed(); } }, gettext("Remove")));
    this.rows.append(row);
    this.number();
    return row;
  }

  /** The faults of a row are named by its place. */
  number() {
    [...this.rows.children].forEach((row, place) => {
      row.querySelectorAll(".fault").forEach((each, which) => each.setAttribute("data-fault", `${this.path}.${this.kind}.${place}.${which ? "reason" : "points"}`));
    });
  }

  value() {
    return [...this.rows.children].map((row) => {
      const [points, reason] = row.querySelectorAll("input");
      return { points: typed(points?.value || "0"), reason: reason?.value.trim() || "" };
    });
  }
}
Corrections.made = 0;

/** The column of a side. @param {{place: number, name: string, id: string, fields: SheetField[], sheet: SideSheet, changed: () => void}} options */
function sideEntry({ place, name, id, fields, sheet, changed }) {
  const path = `sides.${place}`;
  const numbers = fields.map((field) => stepper({ name: fieldName(field) + worth(field), path: field.path, id: `${id}-${field.path.replace(".", "-")}`,
    step: field.unit === "points" ? CARD_POINTS : ONE, lowest: 0, value: at(sheet, field.path), changed }));
  fields.forEach((field, index) => numbers[index]?.querySelector(".fault")?.setAttribute("data-fault", `${path}.${field.path}`));
  const lists = /** @type {const} */ (["penalties", "adjustments"]).map((kind) => new Corrections({
    kind, name: kind === "penalties" ? gettext("Add a penalty") : gettext("Add a correction"), path, id, given: sheet[kind] || [], changed }));
  const total = stepper({ name: gettext("Total of the hand: enough by itself, or a check"), path: "total", id: `${id}-total`, step: CARD_POINTS, value: sheet.total, changed });
  total.querySelector(".fault")?.setAttribute("data-fault", `${path}.total`);
  total.classList.add("total");
  const node = el("div", { class: "side", role: "group", "aria-labelledby": `${id}-name`, "data-side": place },
    el("div", {}, el("h3", { id: `${id}-name` }, name), el("p", { class: "fault bad", "data-fault": path })),
    ...numbers, ...lists.map((each) => each.node), total);
  return { node, value: () => sideValue(place, node, lists) };
}

/** @param {number} side @param {HTMLElement} node @param {Corrections[]} lists @returns {SideSheet} */
function sideValue(side, node, lists) {
  /** @type {Record<string, any>} */
  const found = { side };
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (node.querySelectorAll("input[data-path]"))) {
    const [name = "", inner] = (input.dataset.path || "").split(".");
    if (!name || input.value.trim() === "") continue;
    if (inner) (found[name] ??= {})[inner] = typed(input.value);
    else found[name] = typed(input.value);
  }
  for (const list of lists) if (list.value().length) found[list.kind] = list.value();
  return /** @type {SideSheet} */ (found);
}

/** Who went out: one of the sides, or nobody. @param {string} id @param {string[]} names @param {number | null} chosen @param {() => void} changed */
function wentOut(id, names, chosen, changed) {
  /** @param {string} text @param {number | null} side */
  const choice = (text, side) => el("label", { class: "beside" },
    el("input", { type: "radio", name: `${id}-out`, value: side ?? "", checked: side === chosen, onchange: changed }), text);
  return el("fieldset", { class: "out" }, el("legend", {}, gettext("Who went out")),
    choice(gettext("Nobody"), null), ...names.map((name, side) => choice(name, side)), el("p", { class: "fault bad", "data-fault": "went_out" }));
}

/** @param {{id: string, fields: SheetField[], names: string[], sheet: HandSheet, changed: () => void}} options names: of the sides @returns {Entry} */
export function handEntry({ id, fields, names, sheet, changed }) {
  const out = wentOut(id, names, sheet.went_out ?? null, changed);
  const sides = names.map((name, place) => sideEntry({ place, name, id: `${id}-${place}`, fields, changed,
    sheet: sheet.sides.find((each) => each.side === place) || { side: place } }));
  const node = el("div", { class: "entry", onkeydown: toNext }, out, el("p", { class: "fault bad", "data-fault": "sides" }),
    el("div", { class: "sides" }, ...sides.map((each) => each.node)));
  const value = () => {
    const chosen = /** @type {HTMLInputElement | null} */ (out.querySelector("input:checked"))?.value || "";
    return { went_out: chosen === "" ? null : Number(chosen), sides: sides.map((each) => each.value()) };
  };
  return { node, value, show: (faults) => showFaults(node, faults, names) };
}

/** Enter goes on to the next field: a hand is saved by its button. @param {KeyboardEvent} event */
function toNext(event) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...(event.target.closest(".entry")?.querySelectorAll("input") || [])];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

/** True if nothing is entered yet. @param {HandSheet} sheet */
export const isBlank = (sheet) => sheet.went_out == null && sheet.sides.every((side) => Object.keys(side).length === 1);

/** The commonest faults of what is typed, for pages in another language than the API's. @type {[RegExp, string][]} */
const TYPED = [[/come in fives\.?$/, gettext("Points come in fives.")], [/^A whole number is needed here/, gettext("A whole number is needed here.")]];

/** A fault in the reader's language if it is a common one, else in the sides' own names. @param {string} detail @param {string[]} names */
export const named = (detail, names) => (document.documentElement.lang !== "en" && TYPED.find(([pattern]) => pattern.test(detail))?.[1]) || detail.replace(/\bside (\d)\b/gi, (text, side) => names[Number(side)] ?? text);

/** @param {HTMLElement} node @param {Fault[]} faults @param {string[]} names @returns {Fault[]} */
function showFaults(node, faults, names) {
  const places = new Map([...node.querySelectorAll("[data-fault]")].map((each) => [each.getAttribute("data-fault") || "", each]));
  for (const place of places.values()) place.textContent = "";
  for (const input of node.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  return faults.filter(({ path, detail }) => {
    const place = nearest(path, places);
    place?.append(el("span", {}, named(detail, names)));
    place?.parentElement?.querySelector("input:not([type=radio])")?.setAttribute("aria-invalid", "true");
    return !place;
  });
}

/** The field of a path, or else of what it is within. @param {string} path @param {Map<string, Element>} places */
function nearest(path, places) {
  for (let wanted = path; wanted; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf(".")))) {
    const found = places.get(wanted);
    if (found) return found;
  }
  return undefined;
}
