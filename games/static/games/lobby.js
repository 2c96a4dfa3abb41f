// @ts-check
/** Before the game: who sits where, the link for friends, and the start. */
import { call, csrfToken, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { playerName } from "./regions.js";

/** @typedef {import("./types.d.ts").Game} Game */

/** The link and its code, made once: the code does not flicker. @type {HTMLElement | null} */
let shared = null;

/** @param {Game} game @param {import("./people.js").Tried} tried */
export function drawLobby(game, tried) {
  if (game.status !== "lobby") return show(region("lobby"));
  const seated = game.you !== null;
  const empty = game.seats.filter((seat) => !seat.player);
  const link = (region("table").dataset["public"] || location.origin) + location.pathname;
  show(region("lobby"),
    el("h2", {}, seated ? gettext("Who sits where") : me ? gettext("Choose a seat") : gettext("Give your name, then choose a seat")),
    !me && guestForm(),
    el("ul", { class: "list" }, ...game.seats.map((seat) => el("li", { class: "row" },
      el("span", {}, say(gettext("Seat %(number)s"), { number: seat.seat + 1 })),
      seat.player ? el("b", {}, playerName(game, seat.seat)) : null,
      el("span", { class: "soft small" }, partners(game, seat)),
      !seat.player && me && el("button", { type: "button", "data-key": `sit-${seat.seat}`,
        onclick: tried(() => post(`/games/${game.id}/seats`, { seat: seat.seat })) }, seated ? gettext("Move here") : gettext("Sit here")),
      !seat.player && seated && el("button", { type: "button", "data-key": `bot-${seat.seat}`,
        onclick: tried(() => call("PUT", `/games/${game.id}/seats/${seat.seat}`, { bot: "novice" })) }, gettext("Put a bot here")),
    ))),
    seated && el("p", { class: "row" }, el("button", { type: "button", class: "primary", "data-key": "start", disabled: empty.length > 0,
      onclick: tried(() => post(`/games/${game.id}/start`)) }, gettext("Deal the cards")),
      empty.length > 0 && el("span", { class: "soft" }, say(ngettext("%(count)s seat is empty.", "%(count)s seats are empty.", empty.length), { count: empty.length }))),
    seated && (shared ||= friends(game, link)));
}

/** With whom a seat plays. @param {Game} game @param {Game["seats"][number]} seat */
function partners(game, seat) {
  const others = game.seats.filter((each) => each.side === seat.side && each.seat !== seat.seat);
  const names = others.map((each) => each.player ? playerName(game, each.seat) : say(gettext("seat %(number)s"), { number: each.seat + 1 }));
  return names.length ? say(gettext("plays with %(who)s"), { who: names.join(", ") }) : "";
}

/** The link to the table: to copy, to send, and to scan. @param {Game} game @param {string} link */
const friends = (game, link) => el("div", {},
  el("label", { for: "link" }, gettext("The link for friends")),
  el("input", { id: "link", readonly: true, value: link, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
  el("p", { class: "row" },
    navigator.clipboard && el("button", { type: "button", "data-key": "copy", onclick: (/** @type {Event} */ event) => copy(event, link) }, gettext("Copy the link")),
    "share" in navigator && el("button", { type: "button", "data-key": "share",
      onclick: () => navigator.share({ title: document.title, url: link }).catch(() => {}) }, gettext("Send the link"))), // one who changes their mind has done nothing
  el("p", {}, el("img", { class: "code", src: `/games/${game.id}/qr.svg`, width: 196, height: 196, alt: gettext("The link as a QR code") })));

/** Copies the link; where the browser does not allow that, it is selected to be copied by hand. @param {Event} event @param {string} link */
async function copy(event, link) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = gettext("The link is copied");
  } catch {
    region("link").focus();
  }
}

/** One's name is enough to sit down at a table that somebody else made. */
export const guestForm = () => el("form", { method: "post", action: "/guest" },
  el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
  el("input", { type: "hidden", name: "next", value: location.pathname }),
  el("label", { for: "guest" }, gettext("Your name, as others see it")),
  el("input", { id: "guest", name: "display_name", maxlength: 40, required: true, autocomplete: "nickname", "data-key": "guest" }),
  el("p", { class: "row" }, el("button", { class: "primary" }, gettext("Play as a guest")),
    el("a", { class: "button", href: `/sign-in?next=${encodeURIComponent(location.pathname)}` }, gettext("Sign in"))));
