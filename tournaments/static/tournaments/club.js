// @ts-check
/** A club: its nights, members and seasons, and what was done in it. */
import { get, getAll, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { failed, form, showParts } from "../site/forms.js";
import { buttons, readLines, rows, showPages } from "../site/lists.js";
import { day, printed, timeOf } from "../site/local.js";
import { withReason } from "../site/reasons.js";
import { memberActs, removedMembers } from "./member_acts.js";
import { merges } from "./merges.js";
import { membersForm } from "./new_members.js";
import { nightForm } from "./new_night.js";
import { publicResults } from "./public_results.js";
import { sanctions } from "./sanctions.js";
import { roleName, stateName } from "./words.js";

const id = region("club").dataset["club"] || "";
let memberCount = 0;

async function open() {
  const club = await get(`/clubs/${id}`);
  const directs = club.you.role !== "member";
  region("name").textContent = club.name;
  document.title = club.name;
  region("log").hidden = !directs;
  region("complaints").hidden = club.you.role !== "admin";
  publicResults(club);
  const changed = () => Promise.all([members(club, directs), directs && log()]);
  await showParts(() => nights(club, directs), () => members(club, directs), () => merges(club, directs, changed), () => sanctions(club, changed), () => seasons(club, directs), ...directs ? [log] : []);
}

/** @param {any} night */
const nightRow = (night) => el("li", {}, el("a", { href: `/tournaments/${night.id}`, "data-key": night.id }, night.name), " ",
  el("span", { class: "badge quiet" }, stateName(night.state)),
  night.starts_at && el("span", { class: "soft small" }, " ", day(night.starts_at), ", ", timeOf(night.starts_at)));

/** @param {any} club @param {boolean} directs */
async function nights(club, directs) {
  const [latest, found] = await Promise.all([get(`/tournaments?club=${id}&limit=20`), getAll(`/clubs/${id}/seasons?limit=100`)]);
  if (directs) show(region("new-night"), await nightForm(club, latest.results, found.filter((/** @type {any} */ each) => !each.closed_at), () => memberCount));
  await showPages(region("night-list"), `/tournaments?club=${id}&limit=20`, nightRow);
}

/** @param {any} club @param {any} member @param {boolean} directs @param {() => Promise<unknown>} draw */
const memberRow = (club, member, directs, draw) => el("li", { class: "person", "data-name": member.name.toLowerCase() }, el("span", {}, member.name, " ",
  member.role !== "member" && el("span", { class: "badge quiet" }, roleName(member.role)), member.guest && el("span", { class: "soft small" }, " ", gettext("guest")),
  member.claim_code && el("a", { class: "small", href: `/clubs#${member.claim_code}`, title: gettext("Send this link to them: it makes an account theirs.") }, " ", say(gettext("code %(code)s"), { code: member.claim_code }))), directs && memberActs(club, member, draw));

/** @param {any} club @param {boolean} directs */
async function members(club, directs) {
  const found = await getAll(`/clubs/${id}/members?limit=200`);
  const draw = () => Promise.all([members(club, directs), log()]);
  memberCount = found.length;
  if (directs && !region("new-members").hasChildNodes()) show(region("new-members"), membersForm(id, async () => { await draw(); }));
  const list = el("ul", { class: "list" }, ...rows(found, (member) => memberRow(club, member, directs, draw)));
  region("ratings").hidden = found.some((/** @type {any} */ each) => each.id === club.you.member && each.guest);
  const search = el("input", { type: "search", id: "search", "data-key": "search", oninput: (/** @type {Event} */ event) => {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value.toLowerCase();
    for (const each of list.children) /** @type {HTMLElement} */ (each).hidden = !(each.getAttribute("data-name") || "").includes(wanted);
  } });
  show(region("member-list"), ...removedMembers(club, draw),
    el("p", {}, say(ngettext("%(count)s member", "%(count)s members", found.length), { count: found.length }),
      club.join_code && el("span", {}, ". ", gettext("Who has an account joins by this code:"), " ", el("code", {}, club.join_code))),
    found.length > 10 && el("label", { for: "search" }, gettext("Search")), found.length > 10 && search, list);
}

/** @param {any} club @param {any} season @param {() => Promise<void>} draw */
const seasonRow = (club, season, draw) => el("li", {}, el("a", { href: `/seasons/${season.id}`, "data-key": season.id }, season.name), " ",
  el("span", { class: "soft small" }, say(ngettext("the best night counts", "the best %(count)s nights count", season.best), { count: season.best })), " ",
  el("a", { class: "button", href: printed(`/api/v1/seasons/${season.id}/standings.pdf`) }, gettext("Standings on paper")),
  club.you.role === "admin" && (season.closed_at
    ? withReason(`reopen-${season.id}`, gettext("Open the season again"), (what) => () => what().then(draw, failed), (reason) => post(`/seasons/${season.id}/reopen`, { reason }))
    : el("details", { "data-key": `season-${season.id}` }, el("summary", { class: "button" }, gettext("More"), el("span", { class: "only-read" }, ` ${season.name}`)),
      el("p", { class: "help" }, gettext("Its nights go into the archive: nothing in them changes until it is opened again.")), buttons(draw)(`close-${season.id}`, gettext("Close the season"), () => post(`/seasons/${season.id}/close`)))));

/** @param {any} club @param {boolean} directs */
async function seasons(club, directs) {
  const draw = async () => { await Promise.all([seasons(club, directs), log()]); };
  await showPages(region("season-list"), `/clubs/${id}/seasons?limit=50`, (season) => seasonRow(club, season, draw));
  if (!directs || region("new-season").hasChildNodes()) return;
  show(region("new-season"), el("details", { "data-key": "season" }, el("summary", { class: "button" }, gettext("A new season")),
    form({ id: "season", title: gettext("A new season"), button: gettext("Begin the season"),
      fields: [{ name: "name", label: gettext("Its name") }, { name: "best", label: gettext("How many of a person's best nights count"), type: "number", value: "8" }],
      send: async ({ name, best }) => {
        const season = await post(`/clubs/${id}/seasons`, { name, best: Number(best) });
        document.getElementById("night-season")?.prepend(el("option", { value: season.id, selected: true }, season.name));
        await draw();
      } })));
}

const log = () => showPages(region("log-list"), `/clubs/${id}/log`, (line) => line, undefined, readLines);

open().catch(failed);
