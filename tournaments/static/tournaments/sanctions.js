// @ts-check
/** Warnings and exclusions of a club: a member reads their own, an admin makes and lifts them. */
import { getAll, me, post } from "../site/api.js";
import { el, named, region, say, show } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { day } from "../site/local.js";
import { reasonField, withReason } from "../site/reasons.js";

const ASK = "ask";

/** Shows what is in force. @param {any} club @param {() => Promise<unknown>} done after a change */
export async function sanctions(club, done) {
  const path = `/clubs/${club.id}/sanctions`;
  const found = (await getAll(`${path}?limit=100`)).filter((each) => !each.lifted_at);
  /** @type {import("./types.d.ts").Tried} */
  const tried = (what) => () => what().then(() => Promise.all([sanctions(club, done), done()])).then(() => {}, failed);
  show(region("warnings"), ...found.filter((each) => each.member.id === me).map((each) =>
    el("p", { class: "notice bad" }, say(gettext("An admin of the club has warned you on %(day)s: %(reason)s"), { day: day(each.created_at), reason: each.reason }))));
  if (club.you.role !== "admin") return;
  show(region("sanctions"), found.length > 0 && el("ul", { class: "list" }, ...found.map((each) => el("li", {}, text(each), " ",
    each.member.id !== me && withReason(`lift-${each.id}`, [each.kind === "warning" ? gettext("Take the warning back") : gettext("Readmit"), each.member.name], tried, (reason) => post(`${path}/${each.id}/lift`, { reason }))))),
  el("details", { "data-key": "sanction" }, el("summary", { class: "button" }, gettext("Warn or exclude somebody")), await choice(club, path, tried)));
}

/** @param {any} sanction */
const text = ({ kind, member, reason }) => say(kind === "warning" ? gettext("%(who)s is warned: %(reason)s") : gettext("%(who)s is excluded: %(reason)s"), { who: member.name, reason });

/** Asks once before somebody is excluded. @param {Element} question @param {string} who */
const ask = (question, who) => show(question, el("p", {}, say(gettext("Exclude %(who)s from the club?"), { who })),
  el("p", { class: "row" }, el("button", { class: "grave", value: "exclusion" }, gettext("Yes, exclude")), el("button", { type: "button", onclick: () => show(question) }, gettext("No"))));

/** Whom, why, and which of the two. @param {any} club @param {string} path @param {import("./types.d.ts").Tried} tried */
async function choice(club, path, tried) {
  const others = (await getAll(`/clubs/${club.id}/members?limit=200`)).filter((each) => each.id !== club.you.member);
  const question = el("div", { role: "status" });
  return el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const kind = /** @type {HTMLButtonElement} */ (event.submitter).value, values = Object.fromEntries(new FormData(form));
    if (kind === ASK) return ask(question, others.find((each) => each.id === values["member"])?.name);
    show(question);
    tried(async () => { await post(path, { kind, ...values }); form.reset(); })();
  }, oninput: () => show(question) },
  el("label", { for: "sanction-member" }, gettext("Whom?")), el("select", { id: "sanction-member", name: "member", required: true, "data-key": "sanction-member" }, el("option", { value: "" }, gettext("Choose")), ...others.map((each) => el("option", { value: each.id }, each.name))),
  ...reasonField("sanction"), el("p", { class: "row" }, el("button", { value: "warning" }, gettext("Warn")), el("button", { class: "grave", value: ASK }, gettext("Exclude from the club"))), question,
  el("p", { class: "help" }, gettext("They read the reason. Who is excluded plays in no coming night; in a night that has begun a director withdraws them.")));
}
