// @ts-check
/** The own account: name, password, tokens, bots, webhooks, partners, blocks, export and erasure. */
import { call, get, post, Problem } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { failed, form } from "../site/forms.js";
import { buttons, rows } from "../site/lists.js";
import { day } from "../site/local.js";
import { webhooksPanel } from "./webhooks.js";

/** @param {string} id @param {string} title @param {...any} children */
const panel = (id, title, ...children) => el("section", { class: "panel", id }, el("h2", {}, title), ...children);

/** @param {any[]} items @param {(item: any) => HTMLElement} row */
const list = (items, row) => el("ul", { class: "list" }, ...rows(items, row));

const button = buttons(draw);

async function draw() {
  const [mine, tokens, blocks, partnerships, hooks] = await Promise.all([get("/players/me"), get("/auth/tokens?limit=100"),
    get("/players/me/blocks?limit=100"), get("/partnerships?limit=100"), webhooks()]);
  region("problem").textContent = "";
  show(region("account"), el("div", { class: "panel" }, profile(mine)), mine.guest && claimPanel(),
    mine.username && el("div", { class: "panel" }, password()), partnersPanel(mine, partnerships.results), blocksPanel(blocks.results),
    panel("export", gettext("What is kept about you"), el("p", {}, el("a", { class: "button", href: "/api/v1/players/me/export", download: true }, gettext("Download (JSON, for programs)"))),
      el("p", { class: "help" }, gettext("Download a game from its replay page."))),
    el("div", { class: "panel" }, erasure(mine)),
    mine.username && el("details", { id: "for-programs", "data-key": "for-programs" }, el("summary", { class: "button" }, gettext("For people who write programs")),
      tokensPanel(mine, tokens.results), botsPanel(mine), webhooksPanel(hooks, button, draw)));
}

/** None for guests, who may have none. @returns {Promise<any[]>} */
const webhooks = () => get("/webhooks?limit=100").then(({ results }) => results, () => []);

/** @param {any} mine */
const profile = (mine) => form({ id: "profile", title: gettext("Name and times"), button: gettext("Save"),
  fields: [{ name: "display_name", label: gettext("Your name, as others see it"), value: mine.display_name },
    { name: "time_zone", label: gettext("Time zone"), value: mine.time_zone || "", required: false,
      help: say(gettext("For quiet hours of slow games. Yours is %(zone)s, as this browser says; only you see it."), { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "Europe/Berlin" }) }],
  send: ({ display_name, time_zone }) => call("PATCH", "/players/me", { display_name, time_zone: time_zone || null }) });

const claimPanel = () => panel("claim", gettext("You play as a guest"),
  el("p", {}, gettext("A guest is erased some days after the last visit. With a name to sign in by and a password you keep your games, on every device.")),
  el("p", {}, el("a", { class: "button primary", href: "/claim" }, gettext("Make an account of it"))));

const password = () => form({ id: "password", title: gettext("Password"), button: gettext("Change the password"), done: gettext("Changed. All other tokens and sessions of yours have ended."),
  fields: [{ name: "current_password", label: gettext("The present one"), type: "password", autocomplete: "current-password" },
    { name: "new_password", label: gettext("The new one"), type: "password", autocomplete: "new-password", help: gettext("At least 8 characters, and not a common one.") }],
  send: (values) => post("/auth/password", values) });

/** A token that was just made; it stays until the page is left. */
const secret = el("p", { role: "status" });

/** @param {any} mine @param {any[]} tokens */
function tokensPanel(mine, tokens) {
  return panel("tokens", gettext("Tokens for programs"), list(tokens, (token) => el("li", {}, el("b", {}, token.name), ` ${token.prefix}… `,
    el("span", { class: "soft small" }, [token.player.id !== mine.id && token.player.name, token.scopes.join(" "), token.expires_at && say(gettext("until %(day)s"), { day: day(token.expires_at) }),
      token.last_used_at ? say(gettext("last used on %(day)s"), { day: day(token.last_used_at) }) : gettext("never used")].filter(Boolean).join(" · ")), " ",
    button(`revoke-${token.id}`, gettext("Revoke"), () => call("DELETE", `/auth/tokens/${token.id}`)))),
    form({ id: "token", title: gettext("A new token"), button: gettext("Make a token"), done: gettext("Made. Copy it now: it is shown this once."),
      fields: [{ name: "name", label: gettext("What it is for") }, { name: "scopes", label: gettext("Scopes"), value: "games:read games:play" },
        { name: "days", label: gettext("Days until it ends"), type: "number", value: "90", required: false, help: gettext("Empty: it does not end.") },
        { name: "password", label: gettext("Password"), type: "password", autocomplete: "current-password" }],
      send: async ({ name, scopes, days, password: typed }) => {
        const made = await call("POST", "/auth/tokens", { username: mine.username, password: typed, name, scopes: (scopes || "").split(/\s+/).filter(Boolean),
          expires_in_s: days ? Number(days) * 86400 : null });
        show(secret, el("code", {}, made.token));
      } }), secret);
}

/** @param {any} mine */
const botsPanel = (mine) => panel("bots", gettext("Bot accounts"), list(mine.bots, (bot) => el("li", {}, el("a", { href: `/players/${bot.id}` }, bot.name))),
  form({ id: "bot", title: gettext("A new bot account"), button: gettext("Make the bot account"), fields: [{ name: "display_name", label: gettext("Its name") }],
    send: ({ display_name }) => post("/players", { kind: "bot", display_name }).then(draw) }));

/** @param {any} mine @param {any[]} partnerships */
const partnersPanel = (mine, partnerships) => panel("partners", gettext("Partnerships"), list(partnerships.filter((each) => !each.ended_at), (each) => {
  const others = each.players.filter((/** @type {any} */ player) => player.id !== mine.id).map((/** @type {any} */ player) => el("a", { href: `/players/${player.id}` }, player.name));
  const accepted = each.history.some((/** @type {any} */ event) => event.player === mine.id && event.event !== "left");
  return el("li", {}, each.name && el("b", {}, `${each.name} `), ...others.flatMap((/** @type {HTMLElement} */ other) => [other, " "]), each.state === "invited" && el("span", { class: "soft" }, gettext("not accepted by all yet"), " "),
    !accepted && button(`accept-${each.id}`, gettext("Accept"), () => post(`/partnerships/${each.id}/accept`)),
    !accepted && button(`decline-${each.id}`, gettext("Decline"), () => post(`/partnerships/${each.id}/decline`)),
    accepted && button(`leave-${each.id}`, gettext("End the partnership"), () => post(`/partnerships/${each.id}/leave`)));
}));

/** @param {any[]} blocks */
const blocksPanel = (blocks) => panel("blocks", gettext("Whom you have blocked"), list(blocks, ({ player }) => el("li", {}, player.name, " ",
  button(`unblock-${player.id}`, gettext("Unblock"), () => call("DELETE", `/players/me/blocks/${player.id}`)))));

/** @param {any} mine */
const erasure = (mine) => form({ id: "erase", title: gettext("Erase this account"), button: gettext("Erase it for good"), grave: true, done: gettext("Erased."),
  fields: [...(mine.guest ? [] : [{ name: "password", label: gettext("Password"), type: "password", autocomplete: "current-password" }]),
    { name: "sure", label: gettext("Type your name to say that you are sure"), help: say(gettext("Your log-in, tokens, partnerships and bot accounts go. Results of games stay, under the name “Former player”. Your name here: %(name)s"), { name: mine.display_name }) }],
  send: async ({ password: typed, sure }) => {
    if (sure !== mine.display_name) throw new Problem(422, { errors: [{ path: "sure", detail: gettext("This is not your name.") }] });
    await call("POST", "/players/me/erase", mine.guest ? {} : { password: typed });
    location.assign("/");
  } });

if (document.getElementById("account")) draw().catch(failed);
