// @ts-check
/** A form made from a JSON Schema: a field for each value, with its help, and its fault in place. */
import { el, say } from "../site/dom.js";
import { rankText } from "./cards.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {{element: HTMLElement, read: () => any}} Field what is on the page, and the value that it has */

/** "two_naturals" as "Two naturals". @param {string} key */
const wordsOf = (key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

const MEANING_OF_NULL = /(;)? ?\bnull ((?:where|for) [^.]*)\./i;

/** A description as people read it: code marks and keys are for programs. @param {Schema} schema */
const helpOf = (schema) => (schema["description"] || "").replaceAll("`", "").replace(MEANING_OF_NULL, "$1").replace(/;$/, ".")
  .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (/** @type {string} */ key) => key.replaceAll("_", " "));

/** @param {string[]} path */
const idOf = (path) => `value-${path.join("-")}`;

/** True if the schema allows null. @param {Schema} schema */
const nullable = (schema) => Array.isArray(schema["type"]) && schema["type"].includes("null");

/** The field of a value. @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
export function fieldOf(path, schema, value) {
  if (nullable(schema)) return optional(path, schema, value);
  if (schema["properties"]) return section(path, schema, value);
  if (schema["propertyNames"]) return numbersByKey(path, schema, value);
  if (schema["type"] === "array") {
    if (schema["items"].enum) return choices(path, schema, value);
    return schema["items"].type === "array" ? pairs(path, schema, value) : numberList(path, schema, value);
  }
  if (schema["type"] === "boolean") return onOrOff(path, schema, value);
  return schema["enum"] ? choice(path, schema, value) : number(path, schema, value);
}

/** What all fields have: help, and room for a fault. @param {string[]} path @param {Schema} schema */
const notes = (path, schema) => [
  helpOf(schema) && el("p", { class: "help", id: `${idOf(path)}-help` }, helpOf(schema)),
  el("p", { class: "bad fault", id: `${idOf(path)}-fault`, "data-fault": path.join(".") }),
];

/** @param {string[]} path @param {Schema} schema */
const described = (path, schema) => `${helpOf(schema) ? `${idOf(path)}-help ` : ""}${idOf(path)}-fault`;

/** An element that is known to be an input. @param {Record<string, any>} attributes */
const input = (attributes) => /** @type {HTMLInputElement} */ (el("input", attributes));

/** A number as typed; text that is none is left for the service to refuse. @param {HTMLInputElement} from */
const typed = (from) => (from.value.trim() === "" || !Number.isFinite(Number(from.value)) ? from.value : Number(from.value));

/** The smallest value that the schema allows. @param {Schema} schema @returns {any} */
function simplest(schema) {
  if (schema["properties"]) return Object.fromEntries(Object.entries(schema["properties"]).map(([key, each]) => [key, nullable(each) ? null : simplest(each)]));
  if (schema["type"] === "boolean") return false;
  if (schema["type"] === "array") return [];
  return schema["enum"] ? schema["enum"][0] : schema["minimum"] ?? 0;
}

/** @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function optional(path, schema, value) {
  const type = schema["type"].find((/** @type {string} */ each) => each !== "null");
  const inner = { ...schema, type };
  const field = fieldOf(path, inner, value ?? simplest(inner));
  const [, , meaning] = (schema["description"] || "").match(MEANING_OF_NULL) || [];
  const none = input({ type: "checkbox", id: `${idOf(path)}-none`, checked: value === null });
  const follow = () => { field.element.classList.toggle("unused", none.checked); };
  none.addEventListener("change", follow);
  follow();
  return {
    element: el("div", { class: "optional" }, field.element,
      el("label", { class: "beside", for: none.id }, none, meaning ? say(gettext("None, %(meaning)s"), { meaning }) : gettext("None"))),
    read: () => (none.checked ? null : field.read()),
  };
}

/** @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function section(path, schema, value) {
  const fields = Object.entries(schema["properties"]).map(([key, each]) => /** @type {[string, Field]} */ ([key, fieldOf([...path, key], each, value[key])]));
  return {
    element: el("fieldset", {}, el("legend", {}, schema["title"]), ...notes(path, schema), ...fields.map(([, field]) => field.element)),
    read: () => Object.fromEntries(fields.map(([key, field]) => [key, field.read()])),
  };
}

/** @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function number(path, schema, value) {
  const { minimum, maximum, multipleOf } = schema;
  const box = input({ id: idOf(path), type: "number", inputmode: "numeric", min: minimum, max: maximum, step: multipleOf || 1, value, "aria-describedby": described(path, schema) });
  return { element: el("div", {}, el("label", { for: box.id }, schema["title"]), box, ...notes(path, schema)), read: () => typed(box) };
}

/** @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function onOrOff(path, schema, value) {
  const [, rule] = helpOf(schema).match(/^True if (.*)$/) || [];
  const about = rule ? {} : schema;
  const box = input({ id: idOf(path), type: "checkbox", checked: value, "aria-describedby": described(path, about) });
  const label = rule ? rule.charAt(0).toUpperCase() + rule.slice(1) : el("b", {}, schema["title"]);
  return { element: el("div", {}, el("label", { class: "beside", for: box.id }, box, label), ...notes(path, about)), read: () => box.checked };
}

/** @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function choice(path, schema, value) {
  const options = schema["enum"].map((/** @type {string} */ each) => el("option", { value: each, selected: each === value }, wordsOf(each)));
  const box = /** @type {HTMLSelectElement} */ (el("select", { id: idOf(path), "aria-describedby": described(path, schema) }, ...options));
  return { element: el("div", {}, el("label", { for: box.id }, schema["title"]), box, ...notes(path, schema)), read: () => box.value };
}

/** Any of some words. @param {string[]} path @param {Schema} schema @param {string[]} value @returns {Field} */
function choices(path, schema, value) {
  const boxes = schema["items"].enum.map((/** @type {string} */ each) => input({ id: idOf([...path, each]), type: "checkbox", value: each, checked: value.includes(each) }));
  return {
    element: el("fieldset", { "aria-describedby": described(path, schema) }, el("legend", {}, schema["title"]), ...notes(path, schema),
      ...boxes.map((/** @type {HTMLInputElement} */ box) => el("label", { class: "beside", for: box.id }, box, wordsOf(box.value)))),
    read: () => boxes.filter((/** @type {HTMLInputElement} */ box) => box.checked).map((/** @type {HTMLInputElement} */ box) => box.value),
  };
}

/** Numbers by the size of the table, or by rank; an empty one is left out. @param {string[]} path @param {Schema} schema @param {any} value @returns {Field} */
function numbersByKey(path, schema, value) {
  const { minimum, maximum, multipleOf } = schema["additionalProperties"];
  const bySize = schema["propertyNames"].enum.every((/** @type {string} */ key) => /^\d+$/.test(key));
  const boxes = schema["propertyNames"].enum.map((/** @type {string} */ key) => /** @type {const} */ ([key, input({
    id: idOf([...path, key]), type: "number", inputmode: "numeric", min: minimum, max: maximum, step: multipleOf || 1, value: value[key] ?? "" })]));
  return {
    element: el("fieldset", { "aria-describedby": described(path, schema), "data-by": bySize && "seats" }, el("legend", {}, schema["title"]), ...notes(path, schema),
      el("div", { class: "row small-numbers" }, ...boxes.map((/** @type {any} */ [key, box]) => el("div", {}, el("label", { for: box.id }, bySize ? say(gettext("%(count)s players"), { count: key }) : rankText(key)), box)))),
    read: () => Object.fromEntries(boxes.filter((/** @type {any} */ [, box]) => box.value !== "").map((/** @type {any} */ [key, box]) => [key, typed(box)])),
  };
}

/** Numbers, as one types them. @param {string[]} path @param {Schema} schema @param {number[]} value @returns {Field} */
function numberList(path, schema, value) {
  const box = input({ id: idOf(path), type: "text", inputmode: "numeric", value: value.join(", "), "aria-describedby": described(path, schema) });
  const read = () => box.value.split(/[\s,;]+/).filter(Boolean).map((each) => (Number.isFinite(Number(each)) ? Number(each) : each));
  return { element: el("div", {}, el("label", { for: box.id }, schema["title"]), box, ...notes(path, schema)), read };
}

/** A table of two columns. @param {string[]} path @param {Schema} schema @param {number[][]} value @returns {Field} */
function pairs(path, schema, value) {
  const rows = el("tbody", {});
  /** @param {any[]} pair */
  const add = (pair) => {
    const remove = () => { const form = rows.closest("form"); row.remove(); form?.dispatchEvent(new Event("input")); };
    const row = el("tr", {}, ...[gettext("Score or hand from"), gettext("Points needed")].map((name, column) => el("td", {},
      input({ type: "number", inputmode: "numeric", "aria-label": name, value: pair[column] ?? "" }))),
      el("td", {}, el("button", { type: "button", "aria-label": gettext("Remove this row"), onclick: remove }, "×")));
    rows.append(row);
  };
  value.forEach(add);
  return {
    element: el("fieldset", { "aria-describedby": described(path, schema) }, el("legend", {}, schema["title"]), ...notes(path, schema),
      el("table", { class: "small-numbers" }, el("thead", {}, el("tr", {}, el("th", {}, gettext("Score or hand from")), el("th", {}, gettext("Points needed")), el("td", {}))), rows),
      el("button", { type: "button", "data-add": path.join("."), onclick: () => add([]) }, gettext("Add a row"))),
    read: () => [...rows.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("input")].map(typed)),
  };
}
