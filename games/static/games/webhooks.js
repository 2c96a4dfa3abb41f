// @ts-check
/** The own webhooks: addresses of programs that are sent news, and what they were sent. */
import { call, get, post, Problem } from "../site/api.js";
import { el, say, show } from "../site/dom.js";
import { failed, form } from "../site/forms.js";
import { rows } from "../site/lists.js";
import { moment } from "../site/local.js";

const PAGE = /\/(game|tournament|club)s\/([0-9a-f-]{36})/;
const EVENTS = { game: ["game.moved", "game.started", "game.ended"],
  tournament: ["tournament.changed", "tournament.round_published", "tournament.round_closed", "tournament.result", "tournament.finished"] };

const stateText = (/** @type {string} */ state) => ({ unverified: gettext("its address has not answered yet"), active: gettext("in use"), disabled: gettext("off") })[state] || state;

const sentText = (/** @type {string} */ state) => ({ waiting: gettext("waits"), delivered: gettext("taken"), given_up: gettext("given up"), withheld: gettext("not sent: you may not see it any more") })[state] || state;

/** A secret that was just made; it stays until the page is left. */
const secret = el("p", { role: "status" });

/** @param {{secret: string}} made */
const shown = (made) => show(secret, gettext("Made. Copy it now: it is shown this once."), " ", el("code", {}, made.secret));

/** @typedef {(key: string, text: string, what: () => Promise<unknown>) => HTMLElement} Button draws the page again */

/** The panel. @param {any[]} hooks @param {Button} button @param {() => Promise<unknown>} draw */
export const webhooksPanel = (hooks, button, draw) => el("section", { class: "panel", id: "webhooks" }, el("h2", {}, gettext("Webhooks")),
  el("p", { class: "help" }, gettext("An address that is sent what happens in a game, a tournament or a club: the kind of news and a number, never cards or names.")),
  el("ul", { class: "list" }, ...rows(hooks, (hook) => row(hook, button))), adding(draw), secret);

/** @param {any} hook @param {Button} button */
function row(hook, button) {
  const path = `/webhooks/${hook.id}`;
  const on = hook.state !== "disabled";
  return el("li", {}, el("b", { class: "wrap" }, hook.url), " ", el("a", { href: `/${hook.about}s/${hook.subject}` }, { game: gettext("a game"), tournament: gettext("a tournament"), club: gettext("a club") }[/** @type {string} */ (hook.about)] || hook.about),
    " ", el("span", { class: "soft small" }, [stateText(hook.state), hook.failing_since && say(gettext("has failed since %(moment)s"), { moment: moment(hook.failing_since) }), hook.events.join(" ")].filter(Boolean).join(" · ")), " ",
    button(`switch-${hook.id}`, on ? gettext("Switch off") : gettext("Switch on"), () => call("PATCH", path, { enabled: !on })), " ",
    button(`secret-${hook.id}`, gettext("Another secret"), () => post(`${path}/secret`).then(shown)), " ",
    button(`remove-${hook.id}`, gettext("Remove"), () => call("DELETE", path)), deliveries(path, hook.id, button));
}

/** What it was sent, once somebody looks. @param {string} path @param {string} id @param {Button} button */
function deliveries(path, id, button) {
  const list = el("ul", { class: "list" });
  const load = () => get(`${path}/deliveries?limit=20`).then(({ results }) => show(list, ...rows(results, (sent) => el("li", {}, `${sent.type} `,
    el("span", { class: "soft small" }, [moment(sent.created_at), sentText(sent.state), sent.attempts > 1 && say(gettext("%(count)s attempts"), { count: sent.attempts }), sent.status, sent.failure].filter(Boolean).join(" · ")), " ",
    button(`again-${sent.id}`, gettext("Send again"), () => post(`${path}/deliveries/${sent.id}/redeliver`)))))).catch(failed);
  return el("details", { "data-key": `sent-${id}`, ontoggle: (/** @type {Event} */ event) => /** @type {HTMLDetailsElement} */ (event.target).open && load() },
    el("summary", { class: "button" }, gettext("What it was sent")), list);
}

/** @param {() => Promise<unknown>} draw */
const adding = (draw) => form({ id: "webhook", title: gettext("A new webhook"), button: gettext("Add the webhook"),
  fields: [{ name: "url", label: gettext("Address of the program (https)"), type: "url" },
    { name: "subject", label: gettext("The page of the game, the tournament or the club"), help: gettext("Copy its address from the browser.") },
    { name: "events", label: gettext("Kinds of news"), required: false, help: say(gettext("Empty: all. Of a game: %(game)s; else: %(other)s."), { game: EVENTS.game.join(" "), other: EVENTS.tournament.join(" ") }) }],
  send: async ({ url, subject, events }) => {
    const [, about, id] = PAGE.exec(subject || "") || [];
    if (!about) throw new Problem(422, { errors: [{ path: "subject", detail: gettext("This is no such page.") }] });
    const wanted = (events || "").split(/\s+/).filter(Boolean);
    const made = await call("POST", "/webhooks", { url, about, subject: id, events: wanted.length ? wanted : EVENTS[about === "game" ? "game" : "tournament"] });
    shown(made);
    await draw();
  } });
