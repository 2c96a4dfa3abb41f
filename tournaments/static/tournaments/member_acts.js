// @ts-check
/** What directors and admins do with one member: a name, an office, the end of a membership; each is undone beside it or asked about first. */
import { call, post } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { buttons } from "../site/lists.js";
import { askedBack } from "../site/reasons.js";

/** Who was removed on this page, until they are back. @type {any[]} */
let removed = [];

/** What a press gives to a member who has another office. @type {Record<string, () => string>} */
const OFFICES = { member: () => gettext("Dismiss from the office"), director: () => gettext("Make a director"), admin: () => gettext("Make an admin") };

/** The menu at a member's row; null where the reader may do nothing. @param {any} club @param {any} member @param {() => Promise<unknown>} draw shows the members again */
export function memberActs(club, member, draw) {
  const path = `/clubs/${club.id}/members/${member.id}`, press = buttons(draw);
  const admin = club.you.role === "admin" && member.id !== club.you.member;
  const acts = [!member.player && rename(path, member, draw),
    ...admin && member.player && !member.guest ? Object.keys(OFFICES).filter((role) => role !== member.role).map((role) => press(`${role}-${member.id}`, OFFICES[role]?.() || role, () => call("PATCH", path, { role }))) : [],
    admin && remove(path, member, draw)].filter(Boolean);
  return acts.length ? el("details", { "data-key": `member-${member.id}` }, el("summary", { class: "button" }, gettext("More"), el("span", { class: "only-read" }, ` ${member.name}`)),
    el("div", { class: "row" }, ...acts)) : null;
}

/** @param {string} path @param {any} member @param {() => Promise<unknown>} draw */
function rename(path, member, draw) {
  const key = `name-${member.id}`, press = buttons(draw);
  const input = /** @type {HTMLInputElement} */ (el("input", { id: key, value: member.name, maxlength: 50 }));
  return el("div", {}, el("label", { for: key }, gettext("Name")), input, el("p", {}, press(`rename-${member.id}`, gettext("Rename"), () => call("PATCH", path, { name: input.value }))));
}

/** A name comes back by one press, an account only by itself: so for that it is asked first. @param {string} path @param {any} member @param {() => Promise<unknown>} draw */
function remove(path, member, draw) {
  const key = `remove-${member.id}`, press = buttons(draw), text = gettext("Remove from the club");
  if (!member.player) return press(key, text, () => call("DELETE", path).then(() => { removed.push(member); }));
  return askedBack(key, text, say(gettext("Remove %(name)s? Only they can join again, by the code of the club."), member), press(`${key}-yes`, text, () => call("DELETE", path)));
}

/** Who was removed on this page, with a way back. @param {any} club @param {() => Promise<unknown>} draw */
export const removedMembers = (club, draw) => removed.map((member) => el("p", { class: "row", role: "status" }, say(gettext("%(name)s is removed."), member),
  buttons(draw)(`restore-${member.id}`, gettext("Undo it"), () => post(`/clubs/${club.id}/members/${member.id}/restore`).then(() => { removed = removed.filter((each) => each !== member); }))));
