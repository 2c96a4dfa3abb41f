// @ts-check
/** Acts for which somebody gives a reason first: the log has it. */
import { el, named } from "./dom.js";

/** The field in which somebody says why. @param {string} key */
export const reasonField = (key) => [el("label", { for: `${key}-reason` }, gettext("Why?")), el("input", { id: `${key}-reason`, name: "reason", required: true, maxlength: 200, "data-key": `${key}-reason` })];

/** The form has done its work: it is closed, and empty when it is opened again. @param {Event} event its submission */
export function close(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  form.reset();
  form.closest("details")?.removeAttribute("open");
}

/** @param {string} [text] @param {string} [of] */
const titled = (text = "", of = "") => (of ? named(el("summary", { class: "button" }, text), of) : el("summary", { class: "button" }, text));

/**
 * A button that asks why first.
 * @param {string} key @param {string | [string, string]} text with whom it concerns, for those who hear it @param {(what: () => Promise<unknown>) => () => Promise<void>} tried
 * @param {(reason: string, values: FormData) => Promise<unknown>} what @param {...(Node | string)} more fields that it asks for too
 */
export const withReason = (key, text, tried, what, ...more) => el("details", { "data-key": key }, titled(...[text].flat()),
  el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.target));
    tried(async () => { await what(String(values.get("reason")), values); close(event); })();
  } }, ...reasonField(key), ...more,
  el("p", {}, el("button", { class: "primary" }, gettext("Do it")))));

/** A button that asks back before the one that does it. @param {string} key @param {string} text @param {string} question @param {HTMLElement} press that does it */
export const askedBack = (key, text, question, press) => el("details", { "data-key": key }, el("summary", { class: "button" }, text), el("p", {}, question), el("p", {}, press));
