// @ts-check
/** Forms made by scripts: what is refused appears at its field, and what was typed stays. */
import { asProblem } from "./api.js";
import { el, region, show } from "./dom.js";

/** Shows on the page what was refused. @param {unknown} thrown */
export function failed(thrown) {
  region("problem").textContent = asProblem(thrown).message;
}

/** Shows all that is asked for, and the first fault. @param {(() => Promise<void>)[]} parts */
export async function showParts(...parts) {
  const outcomes = await Promise.allSettled(parts.map((part) => part()));
  const fault = outcomes.find((each) => each.status === "rejected");
  if (fault) failed(/** @type {PromiseRejectedResult} */ (fault).reason);
  else region("problem").textContent = "";
}

/** @typedef {{name: string, label: string, type?: string, value?: string, help?: string, autocomplete?: string, required?: boolean}} Field */

/**
 * A form whose values go to `send`; afterwards it says `done`. What is `grave` cannot be undone.
 * @param {{id: string, title: string, fields: Field[], button: string, grave?: boolean, done?: string, send: (values: Record<string, string>) => Promise<unknown>}} wanted
 */
export function form({ id, title, fields, button, grave, done, send }) {
  const said = el("p", { role: "status" });
  const faults = new Map(fields.map((field) => [field.name, el("p", { class: "bad", id: `${id}-${field.name}-fault` })]));
  /** @param {Field} field */
  const input = (field) => el("input", { id: `${id}-${field.name}`, name: field.name, type: field.type || "text", value: field.value || "",
    autocomplete: field.autocomplete, required: field.required !== false, "aria-describedby": `${id}-${field.name}-fault` });
  const made = /** @type {HTMLFormElement} */ (el("form", { id },
    el("h2", {}, title),
    ...fields.flatMap((field) => [el("label", { for: `${id}-${field.name}` }, field.label), input(field),
      field.help ? el("p", { class: "help" }, field.help) : null, faults.get(field.name) || null]),
    el("p", {}, el("button", { class: grave ? "grave" : "primary" }, button)), said));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    for (const fault of faults.values()) show(fault);
    const pressed = /** @type {HTMLButtonElement} */ (made.querySelector("button"));
    pressed.disabled = true; // a second press would send it twice
    try {
      await send(Object.fromEntries([...new FormData(made)].map(([name, value]) => [name, String(value)])));
      show(said, el("span", { class: "good" }, done || gettext("Saved.")));
    } catch (problem) {
      const found = asProblem(problem);
      const placed = found.errors.filter((error) => faults.has(error.path));
      for (const error of placed) show(/** @type {HTMLElement} */ (faults.get(error.path)), error.detail);
      show(said, el("span", { class: "bad" }, placed.length ? gettext("Look at what is marked.") : found.message));
    } finally {
      pressed.disabled = false;
    }
  });
  return made;
}
