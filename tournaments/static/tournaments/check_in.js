// @ts-check
/** The left of the desk: who is here, who has left, who could come. */
import { call, post, Problem } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { placeNow } from "./chairs.js";
import { isIndividual } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const AT_ONCE = 200; // rows of one call
const PLAYERS_OF_A_PAIR = 2;

/** What is searched for, as it is typed. */
let wanted = "";
/** Members who are to be entered together. @type {string[]} */
let chosen = [];

/** @param {Desk} desk @param {Tried} tried */
export function drawEntries(desk, tried) {
  const { night, entries, directs } = desk;
  const over = !["draft", "open", "running"].includes(night.state);
  if (!directs || over) return show(region("entries"));
  const here = entries.filter((entry) => entry.checked_in && !entry.withdrawn);
  const list = el("ul", { class: "list" }, ...entries.map((entry) => entryRow(desk, entry, tried)), ...freeMembers(desk).map((member) => memberRow(desk, member, tried)));
  const search = el("input", { type: "search", id: "who", "data-key": "who", autocomplete: "off", oninput: (/** @type {Event} */ event) => {
    wanted = /** @type {HTMLInputElement} */ (event.target).value.trim();
    sought();
  } });
  const nobody = el("div", { role: "status" });
  const sought = () => show(nobody, ...narrow(list) ? [] : unknown(desk, wanted, tried));
  show(region("entries"), el("h2", {}, say(gettext("%(here)s of %(all)s are here"), { here: here.length, all: entries.length })),
    isDrawn(desk) && freeMembers(desk).length > 0 && el("p", { class: "soft", "data-key": "drawn" }, gettext("No draw follows. Who comes now plays instead of somebody: press “Substitute”, or “Into a chair now” where a place is free.")),
    el("p", { class: "row" }, ...together(desk, tried)),
    el("label", { for: "who" }, gettext("Search")), search, nobody, list);
  sought();
}

/** Hides who is not searched for; false if that is everybody. @param {HTMLElement} list */
function narrow(list) {
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  for (const each of rows) each.hidden = !(each.getAttribute("data-name") || "").includes(wanted.toLowerCase());
  return !wanted || rows.some((each) => !each.hidden);
}

/** What may be done with a name that nobody has. @param {Desk} desk @param {string} name @param {Tried} tried */
function unknown(desk, name, tried) {
  /** @param {boolean} guest */
  const add = (guest) => tried(async () => {
    const member = await post(`/clubs/${desk.night.club.id}/members`, { name, guest });
    wanted = /** @type {HTMLInputElement} */ (region("who")).value = "";
    if (!isDrawn(desk)) await pick(desk.night, member.id);
  });
  return [el("p", {}, say(gettext("Nobody is called %(name)s."), { name })), el("p", { class: "row" },
    el("button", { type: "button", "data-key": "new-guest", onclick: add(true) }, isDrawn(desk) ? gettext("Add as a guest") : gettext("Enter as a guest")),
    el("button", { type: "button", "data-key": "new-member", onclick: add(false) }, gettext("Add to the club")))];
}

/** Enters one who is here, or chooses them for a pair: its second makes it. @param {any} night @param {string} member */
async function pick(night, member) {
  if (isIndividual(night.format)) return come(night, [member]);
  chosen = chosen.includes(member) ? chosen.filter((each) => each !== member) : [...chosen, member];
  if (chosen.length < PLAYERS_OF_A_PAIR) return;
  const pair = chosen;
  chosen = [];
  await come(night, pair);
}

/** Members and guests who do not play yet. @param {Desk} desk */
function freeMembers({ entries, members }) {
  const playing = new Set(entries.flatMap((entry) => entry.players.map((/** @type {any} */ player) => player.id)));
  return members.filter((member) => !playing.has(member.id) && !playing.has(member.player));
}

/** True if the last round has been published, after which nobody is entered. @param {Desk} desk */
const isDrawn = ({ night, round }) => ["published", "closed"].includes(round?.state) && round.number >= (night.format === "knockout" ? 1 : night.rounds);

/** Enters members as one entry. @param {any} night @param {string[]} members */
const enter = (night, members) => post(`/tournaments/${night.id}/entries`, { members });

/** Enters members as one entry that is here. @param {any} night @param {string[]} members */
const come = async (night, members) => arrive(night, [await enter(night, members)]);

/** Checks many in. @param {any} night @param {any[]} entries */
async function arrive(night, entries) {
  for (let first = 0; first < entries.length; first += AT_ONCE) {
    const { results } = await call("PATCH", `/tournaments/${night.id}/entries`, entries.slice(first, first + AT_ONCE).map(({ id }) => ({ id, checked_in: true })));
    requireAll(results);
  }
}

/** Throws what was refused of many. @param {any[]} results */
function requireAll(results) {
  const refused = results.filter((each) => each.problem).map((each) => [each.copy_of?.name, each.problem.detail].filter(Boolean).join(": "));
  if (refused.length) throw new Problem(409, { detail: [...new Set(refused)].join(" ") });
}

/** Buttons that concern many. @param {Desk} desk @param {Tried} tried */
function together(desk, tried) {
  const { night, entries } = desk;
  const absent = entries.filter((entry) => !entry.checked_in && !entry.withdrawn && !entry.invited);
  const free = freeMembers(desk).filter((member) => !member.guest && member.id !== desk.club.you.member); // a director may only direct
  /** @param {string} key @param {string} text @param {() => Promise<unknown>} what */
  const button = (key, text, what) => el("button", { type: "button", "data-key": key, onclick: tried(what) }, text);
  return [
    absent.length > 0 && button("all-here", say(ngettext("%(count)s who is entered is here", "All %(count)s who are entered are here", absent.length), { count: absent.length }), () => arrive(night, absent)),
    isIndividual(night.format) && free.length > 0 && !isDrawn(desk) && button("everybody", say(ngettext("Enter %(count)s more member", "Enter all %(count)s other members", free.length), { count: free.length }),
      async () => {
        const entered = [];
        for (const member of free) entered.push(await enter(night, [member.id]));
        await arrive(night, entered);
      }),
    entries.length === 0 && desk.before && button("last-week", gettext("Everybody from the last night"), () => enterLast(desk)),
  ];
}

/** Enters those who played the last night of the club, and checks them in. @param {Desk} desk */
async function enterLast({ night, before }) {
  const entered = await post(`/tournaments/${night.id}/entries`, { from: before.id });
  await arrive(night, entered.results.map((/** @type {any} */ each) => each.entry).filter((/** @type {any} */ entry) => entry && !entry.invited));
  requireAll(entered.results);
}

/** @param {Desk} desk @param {any} entry @param {Tried} tried */
function entryRow(desk, entry, tried) {
  /** @param {Record<string, unknown>} changes */
  const change = (changes) => tried(() => call("PATCH", `/entries/${entry.id}`, changes));
  return el("li", { class: entry.withdrawn ? "person gone" : "person", "data-name": entry.name.toLowerCase() },
    entry.withdrawn ? el("span", {}, entry.name) : el("label", { class: "beside" },
      el("input", { type: "checkbox", "data-entry": entry.id, "data-key": `here-${entry.id}`, checked: entry.checked_in, onchange: change({ checked_in: !entry.checked_in }) }), entry.name,
      entry.late && el("span", { class: "soft small" }, gettext("late")), entry.invited && el("span", { class: "soft small" }, gettext("invited"))),
    el("span", { class: "soft small" }, say(gettext("no. %(number)s"), { number: entry.number })),
    el("button", { type: "button", "data-key": `leave-${entry.id}`, onclick: change({ withdrawn: !entry.withdrawn }) },
      entry.withdrawn ? gettext("Plays again") : gettext("Leaves"), el("span", { class: "only-read" }, ` ${entry.name}`)),
    !entry.withdrawn && !entry.invited && placeNow(desk, { key: entry.id, name: entry.name, who: entry.players.map((/** @type {any} */ player) => player.id),
      come: () => call("PATCH", `/entries/${entry.id}`, { checked_in: true }) }, tried),
    desk.round && !entry.withdrawn && substitute(desk, entry, tried));
}

/** A form for somebody else who plays on for the entry. @param {Desk} desk @param {any} entry @param {Tried} tried */
function substitute(desk, entry, tried) {
  const free = freeMembers(desk), { round } = desk;
  if (!free.length) return null;
  const from = round.state === "published" ? round.number : round.state === "closed" ? round.number + 1 : round.number;
  /** @param {string} name @param {string} label @param {[string, string][]} options */
  const choice = (name, label, options) => [el("label", { for: `${name}-${entry.id}` }, label), el("select", { id: `${name}-${entry.id}`, name, "data-key": `${name}-${entry.id}` }, ...options.map(([value, text]) => el("option", { value }, text)))];
  return el("details", { "data-key": `substitute-${entry.id}` }, el("summary", { class: "button" }, gettext("Substitute"), el("span", { class: "only-read" }, ` ${entry.name}`)),
    el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
      tried(() => post(`/entries/${entry.id}/substitutes`, { ...values, from_round: from }))();
    } },
      ...choice("out", gettext("Who goes"), entry.players.map((/** @type {any} */ player) => [player.id, player.name])),
      ...choice("member", say(gettext("Who plays from round %(number)s on"), { number: from }), free.map((member) => [member.id, member.name])),
      el("button", { class: "primary" }, gettext("Exchange them"))));
}

/** @param {Desk} desk @param {any} member @param {Tried} tried */
function memberRow(desk, member, tried) {
  const { night } = desk;
  const single = isIndividual(night.format), picked = chosen.includes(member.id);
  const now = single && placeNow(desk, { key: member.id, name: member.name, who: [member.player || member.id], come: () => come(night, [member.id]) }, tried);
  return el("li", { class: "person", "data-name": member.name.toLowerCase() }, el("span", { class: "soft" }, member.name),
    !isDrawn(desk) && el("button", { type: "button", "data-key": `enter-${member.id}`, "aria-pressed": single ? null : String(picked), onclick: tried(() => pick(night, member.id)) },
      now ? gettext("For the next draw") : single ? gettext("Is here") : picked ? gettext("Choose the partner") : gettext("Make a pair"), el("span", { class: "only-read" }, ` ${member.name}`)), now);
}
