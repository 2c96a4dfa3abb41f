// @ts-check
/** Links that open the wall of a night on a screen where nobody signs in: made and revoked by directors. */
import { call, get, post } from "../site/api.js";
import { el, named, show } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { buttons, rows } from "../site/lists.js";
import { moment } from "../site/local.js";

/** It stays on the page when that is drawn again: a link is shown once. @type {HTMLElement | null} */ let part = null;

/** @param {string} night its id */
export function wallLinks(night) {
  if (part) return part;
  const path = `/tournaments/${night}/wall-links`, made = el("div", { role: "status" }), list = el("ul", { class: "list" });
  const draw = async () => {
    const found = (await get(path)).results;
    show(list, ...rows(found, (/** @type {any} */ link) => el("li", { class: "row" }, el("span", {}, moment(link.made_at)),
      named(press(`revoke-${link.id}`, gettext("Revoke this link"), () => call("DELETE", `${path}/${link.id}`).then(() => show(made))), moment(link.made_at)))));
  };
  const press = buttons(draw);
  const make = press("make-wall-link", gettext("Make a link"), () => post(path).then((link) => {
    const address = `${location.origin}${link.page}`;
    show(made, el("p", {}, gettext("Open this address on the screen. It is shown only now:")), el("p", {}, el("a", { href: address, target: "_blank", rel: "noopener", "data-key": "wall-link" }, address)));
  }));
  part = el("details", { "data-key": "wall-links", ontoggle: (/** @type {Event} */ event) => { if (event.target instanceof HTMLDetailsElement && event.target.open) draw().catch(failed); } },
    el("summary", { class: "button" }, gettext("A link for the screen in the club")),
    el("p", { class: "help" }, gettext("It opens the wall without an account, with full names, and nothing else of the night. It ends when you revoke it, or with the archive.")),
    make, made, list);
  return part;
}
