// @ts-check
/** Acts for which somebody gives a reason first: the log has it. */
import { el } from "./dom.js";

/** The field in which somebody says why. @param {string} key */
export const reasonField = (key) => [el("label", { for: `${key}-reason` }, gettext("Why?")), el("input", { id: `${key}-reason`, name: "reason", required: true, maxlength: 200, "data-key": `${key}-reason` })];

/** The form has done its work: it is closed, and empty when it is opened again. @param {Event} event its submission */
export function close(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  form.reset();
  form.closest("details")?.removeAttribute("open");
}

/**
 * A button that asks why first.
 * @param {string} key @param {string} text @param {(what: () => Promise<unknown>) => () => Promise<void>} tried
 * @param {(reason: string, values: FormData) => Promise<unknown>} what @param {...(Node | string)} more fields that it asks for too
 */
export const withReason = (key, text, tried, what, ...more) => el("details", { "data-key": key }, el("summary", { class: "button" }, text),
  el("form", { class: "row", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.target));
    tried(async () => { await what(String(values.get("reason")), values); close(event); })();
  } }, ...reasonField(key), ...more,
  el("button", { class: "primary" }, gettext("Do it"))));
