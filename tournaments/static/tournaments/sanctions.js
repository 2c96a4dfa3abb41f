// @ts-check
/** Warnings and exclusions of a club: a member reads their own, an admin makes and lifts them. */
import { getAll, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { day } from "../site/local.js";
import { reasonField, withReason } from "../site/reasons.js";

/** @typedef {import("./types.d.ts").Tried} Tried */

const ASK = "ask";

/**
 * The page of a club: the reader's own warnings, and what its admins do.
 * @param {any} club
 * @param {() => Promise<unknown>} done after a change
 */
export async function sanctions(club, done) {
  /** @type {Tried} */
  const tried = (what) => () => what()
    .then(() => Promise.all([sanctions(club, done), done()])).then(() => {}, failed);
  const found = await inForce(club);
  show(region("warnings"), ...found.filter((each) => each.member.id === me).map(ownWarning));
  if (club.you.role !== "admin") return;
  const members = await getAll(`/clubs/${club.id}/members?limit=200`);
  const others = members.filter((each) => each.id !== club.you.member);
  show(region("sanctions"), ...sanctionActs(club, others, found, tried));
}

/** The warnings and exclusions that the reader may see. @param {any} club */
export const inForce = async (club) =>
  (await getAll(`/clubs/${club.id}/sanctions?limit=100`)).filter((each) => !each.lifted_at);

/** @param {any} sanction */
const ownWarning = (sanction) => el("p", { class: "notice bad" },
  say(gettext("An admin of the club has warned you on %(day)s: %(reason)s"),
    { day: day(sanction.created_at), reason: sanction.reason }));

/**
 * What an admin does: takes back what is in force, warns and excludes.
 * @param {any} club
 * @param {any[]} people of whom one is chosen
 * @param {any[]} found in force
 * @param {Tried} tried
 */
export function sanctionActs(club, people, found, tried) {
  const lift = (/** @type {any} */ each) => withReason(
    `lift-${each.id}`,
    [each.kind === "warning" ? gettext("Take the warning back") : gettext("Readmit"),
      each.member.name],
    tried,
    (reason) => post(`/clubs/${club.id}/sanctions/${each.id}/lift`, { reason }),
  );
  const row = (/** @type {any} */ each) =>
    el("li", {}, text(each), " ", each.member.id !== me && lift(each));
  return [
    found.length > 0 && el("ul", { class: "list" }, ...found.map(row)),
    el("details", { "data-key": "sanction" },
      el("summary", { class: "button" }, gettext("Warn or exclude somebody")),
      choice(club, people, tried)),
  ];
}

/** @param {any} sanction */
const text = ({ kind, member, reason }) => say(
  kind === "warning" ? gettext("%(who)s is warned: %(reason)s")
    : gettext("%(who)s is excluded: %(reason)s"),
  { who: member.name, reason },
);

/** Asks once before somebody is excluded. @param {Element} question @param {string} who */
const ask = (question, who) => show(question,
  el("p", {}, say(gettext("Exclude %(who)s from the club?"), { who })),
  el("p", { class: "row" },
    el("button", { class: "grave", value: "exclusion" }, gettext("Yes, exclude")),
    el("button", { type: "button", onclick: () => show(question) }, gettext("No"))));

/**
 * Whom, why, and which of the two.
 * @param {any} club
 * @param {any[]} people
 * @param {Tried} tried
 */
function choice(club, people, tried) {
  const question = el("div", { role: "status" });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const kind = /** @type {HTMLButtonElement} */ (event.submitter).value;
    const values = Object.fromEntries(new FormData(form));
    if (kind === ASK) {
      return ask(question, people.find((each) => each.id === values["member"])?.name);
    }
    show(question);
    tried(async () => {
      await post(`/clubs/${club.id}/sanctions`, { kind, ...values });
      form.reset();
    })();
  };
  const key = "sanction-member";
  const options = people.map((each) => el("option", { value: each.id }, each.name));
  return el("form", { onsubmit: submit, oninput: () => show(question) },
    el("label", { for: key }, gettext("Whom?")),
    el("select", { id: key, name: "member", required: true, "data-key": key },
      el("option", { value: "" }, gettext("Choose")), ...options),
    ...reasonField("sanction"),
    el("p", { class: "row" },
      el("button", { value: "warning" }, gettext("Warn")),
      el("button", { class: "grave", value: ASK }, gettext("Exclude from the club"))),
    question,
    el("p", { class: "help" }, gettext("They read the reason. Who is excluded plays in no coming night; in a night that has begun a director withdraws them.")));
}
