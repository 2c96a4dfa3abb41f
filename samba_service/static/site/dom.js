// @ts-check
/** Elements written as calls, and regions redrawn only where they changed. */

/**
 * An element. `attributes`: strings, true for one without a value, false or null for none;
 * `on…` is a listener, `class` and `data-…` are as in HTML.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child != null && child !== false) made.append(child instanceof Node ? child : String(child));
  }
  return made;
}

const FIELDS = "input[data-key], select[data-key], textarea[data-key]";

/**
 * Shows `children` in `region`. The focus, what is typed and what is open stay with the same `data-key`.
 * What is scrolled keeps its place, for nothing here asks how the page is laid out before all is there.
 * What is being pressed stays until the press is over: a button that is replaced under a finger is not pressed.
 * @param {Element} region
 * @param {...(Node | string | null | undefined | false)} children
 */
export function show(region, ...children) {
  if (pressed && region.contains(pressed)) {
    late.set(region, children);
    return;
  }
  late.delete(region);
  const held = document.activeElement;
  const key = held && region.contains(held) ? keyOf(held.matches("summary") ? held.parentElement || held : held) : "";
  const open = [...region.querySelectorAll("details[open][data-key]")].map((each) => keyOf(each));
  const typed = new Map([...region.querySelectorAll(FIELDS)].map((each) => [keyOf(each), /** @type {HTMLInputElement} */ (each).value]));
  region.replaceChildren(
    ...children.filter((child) => child != null && child !== false).map((child) => /** @type {Node | string} */ (child)),
  );
  for (const each of region.querySelectorAll("details[data-key]")) each.toggleAttribute("open", open.includes(keyOf(each)));
  for (const each of region.querySelectorAll(FIELDS)) /** @type {HTMLInputElement} */ (each).value = typed.get(keyOf(each)) ?? /** @type {HTMLInputElement} */ (each).value;
  const again = key ? region.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  /** @type {HTMLElement | null} */ (again?.matches("details") ? again.querySelector("summary") : again)?.focus();
}

const PRESSABLE = "button, a, summary, label, [role=option], .pile";
const CLICK_MS = 100; // after a press that ends, until no click follows it any more

/** What a finger or the mouse is on, from its press to its click. @type {Node | null} */
let pressed = null;
/** What is to be shown when the press is over. @type {Map<Element, Parameters<typeof show>[1][]>} */
const late = new Map();

/** The press is over: shows what has waited for that, unless it has been shown by now. */
function release() {
  pressed = null;
  setTimeout(() => { for (const [region, children] of [...late]) show(region, ...children); });
}

document.addEventListener("pointerdown", (event) => { pressed = /** @type {Element} */ (event.target).closest(PRESSABLE); }, true);
for (const over of ["click", "pointercancel"]) document.addEventListener(over, release, true);
document.addEventListener("pointerup", () => setTimeout(release, CLICK_MS), true);

const PRESSED_MS = 1000; // after an act, until a press counts again: the page may be leaving

/** A listener that does `what`, and nothing while that is under way: a double click does it once. @template T @param {(given: T) => Promise<unknown>} what */
export function once(what) {
  let busy = false;
  return (/** @type {T} */ given) => {
    if (busy) return;
    busy = true;
    what(given).finally(() => setTimeout(() => { busy = false; }, PRESSED_MS));
  };
}

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") || "";

/** @param {string} id @returns {HTMLElement} */
export function region(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** A button, with whom or what it concerns for those who hear it. @template {HTMLElement} T @param {T} button @param {string} of @returns {T} */
export function named(button, of) {
  button.append(el("span", { class: "only-read" }, ` ${of}`));
  return button;
}

/** A text with its values: `say("%(count)s cards", {count: 3})`. @param {string} text @param {Record<string, any>} values */
export const say = (text, values) => interpolate(text, values, true);
