// @ts-check
/** The club's page of results for everybody: a link to it, and for admins the switch. */
import { call } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { failed } from "../site/forms.js";

/** @param {any} club */
export function publicResults(club) {
  const path = `/clubs/${club.id}/results`, address = `${location.origin}${path}`;
  const change = once((/** @type {boolean} */ shown) => call("PATCH", `/clubs/${club.id}`, { results_public: shown }).then(publicResults).catch(failed));
  show(region("public-results"),
    club.results_public && el("p", {}, el("a", { href: path }, gettext("Results for everybody"))),
    club.you.role === "admin" && el("label", { class: "beside" }, el("input", { type: "checkbox", "data-key": "results-public", checked: club.results_public,
      onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked) }), gettext("Show public nights and open seasons to everybody, on a page of their own")),
    club.you.role === "admin" && club.results_public && el("p", { class: "help" }, gettext("To show them on another site, put this into its page:"), " ",
      el("code", {}, say('<iframe src="%(address)s"></iframe>', { address }))));
}
