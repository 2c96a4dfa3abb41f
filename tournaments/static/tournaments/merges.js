// @ts-check
/** Two names of one person on the list of a club: claimed by a code, agreed to, and undone. */
import { call, get, me, post } from "../site/api.js";
import { el, named, region, say, show } from "../site/dom.js";
import { form } from "../site/forms.js";
import { buttons } from "../site/lists.js";

const SHOWN = 20;

/** Shows what waits for somebody, and for directors what can be undone. @param {any} club @param {boolean} directs @param {() => Promise<unknown>} done after a change */
export async function merges(club, directs, done) {
  const found = (await get(`/clubs/${club.id}/merges?limit=${SHOWN}`)).results;
  const redraw = () => Promise.all([merges(club, directs, done), done()]);
  const press = buttons(redraw);
  /** @param {any} merge */
  const row = (merge) => {
    const path = `/clubs/${club.id}/members/${merge.merged.id}`, both = { one: merge.merged.name, other: merge.into.name }, names = `${both.one}, ${both.other}`;
    if (merge.state === "done") return directs && el("li", {}, say(gettext("%(one)s is %(other)s."), both), " ", named(press(`unmerge-${merge.id}`, gettext("Undo it"), () => post(`${path}/unmerge`)), names));
    if (merge.state !== "proposed") return null;
    return el("li", {}, say(gettext("Is %(one)s the same person as %(other)s?"), both), " ", el("span", { class: "soft small" }, waitsFor(merge)), " ",
      mayAgree(merge, directs) && named(press(`agree-${merge.id}`, gettext("Yes"), () => post(`${path}/merge/accept`)), names),
      named(press(`refuse-${merge.id}`, gettext("No"), () => call("DELETE", `${path}/merge`)), names));
  };
  const rows = found.map(row).filter(Boolean);
  show(region("merges"), rows.length > 0 && el("ul", { class: "list" }, ...rows), region("merges").querySelector("[data-key=claim]") || claim(redraw));
}

/** @param {any} merge @param {boolean} directs */
const mayAgree = ({ awaits, merged, into }, directs) => (directs && awaits.includes("director")) || (awaits.includes("merged") && merged.id === me) || (awaits.includes("into") && into.id === me);

/** @param {any} merge */
const waitsFor = ({ awaits, merged, into }) => awaits.map((/** @type {string} */ who) => say(gettext("%(who)s has to agree."), { who: who === "director" ? gettext("A director") : who === "merged" ? merged.name : into.name })).join(" ");

/** @param {() => Promise<unknown>} done */
const claim = (done) => el("details", { "data-key": "claim" }, el("summary", { class: "button" }, gettext("I am on the list by another name")),
  form({ id: "claim", title: gettext("Claim my name"), button: gettext("That is me"),
    fields: [{ name: "code", label: gettext("Code of that name"), help: gettext("A director has it. What was played under that name is yours once a director has confirmed it.") }],
    send: async ({ code }) => { await post("/clubs/join", { code }); await done(); },
    done: gettext("A director has to confirm that you are the same person.") }));
