// @ts-check
/** What the staff of the site do with an account: suspend it, let it in again, anonymise it. */
import { get, post } from "../site/api.js";
import { el, say } from "../site/dom.js";
import { day } from "../site/local.js";
import { withReason } from "../site/reasons.js";

const DAY_MS = 86_400_000;
/** How long, in days; 0 until somebody lifts it. @type {[number, () => string][]} */
const SPANS = [[1, () => gettext("1 day")], [7, () => gettext("7 days")], [30, () => gettext("30 days")], [0, () => gettext("until somebody lifts it")]];

/** @typedef {import("./types.d.ts").Tried} Tried */

/** What is so now, and what can be done. Rejects for an account that is not shown here. @param {string} id @param {Tried} tried @returns {Promise<HTMLElement[]>} */
export async function staffActs(id, tried) {
  const path = `/players/${id}`;
  const [account, acts] = await Promise.all([get(path), get(`${path}/staff-acts?limit=1`)]);
  if (account.former || account.kind !== "human") return [];
  const [last] = acts.results;
  const out = last && (last.act === "banned" || (last.act === "suspended" && Date.parse(last.until) > Date.now()));
  const state = out && el("p", { class: "notice bad" }, last.until ? say(gettext("Suspended until %(day)s: %(reason)s"), { day: day(last.until), reason: last.reason })
    : say(gettext("Suspended until somebody lifts it: %(reason)s"), { reason: last.reason }));
  return [...(state ? [state] : []), out ? withReason(`let-in-${id}`, gettext("Let in again"), tried, (reason) => post(`${path}/suspend/lift`, { reason }))
    : withReason(`suspend-${id}`, gettext("Suspend on this site"), tried, (reason, values) => post(`${path}/suspend`, { reason, until: end(Number(values.get("days"))) }),
      el("label", { for: `suspend-${id}-days` }, gettext("How long?")), el("select", { id: `suspend-${id}-days`, name: "days", "data-key": `suspend-${id}-days` }, ...SPANS.map(([days, text]) => el("option", { value: days }, text())))),
  withReason(`anonymise-${id}`, gettext("Anonymise for good"), tried, (reason, values) => post(`${path}/anonymise`, { reason, name: values.get("name") }),
    el("label", { for: `anonymise-${id}-name` }, say(gettext("Nothing undoes this. Type the name of the account, %(name)s:"), { name: account.display_name })),
    el("input", { id: `anonymise-${id}-name`, name: "name", required: true, autocomplete: "off", "data-key": `anonymise-${id}-name` }))];
}

/** @param {number} days */
const end = (days) => (days ? new Date(Date.now() + days * DAY_MS).toISOString() : null);
