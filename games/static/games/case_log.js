// @ts-check
/** Who looked into a game to settle a complaint, and what they wrote. */
import { call, get, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { form } from "../site/forms.js";
import { buttons, showPages } from "../site/lists.js";
import { day, timeOf } from "../site/local.js";

/** @typedef {import("./types.d.ts").CaseEntry} CaseEntry */

const PAGE = 20;

/** Shows the log of a case, and the form for a note. @param {string} game */
export async function caseLog(game) {
  const path = `/games/${game}/case-log`;
  /** @type {Map<string, string>} */ const names = new Map();
  /** @type {Set<number>} Notes that do not hold any more. */ const takenBack = new Set();
  const learn = async (/** @type {CaseEntry[]} */ entries) => {
    for (const each of entries) if (each.takes_back !== null) takenBack.add(each.takes_back);
    const unknown = [...new Set(entries.map((each) => each.by))].filter((id) => !names.has(id));
    await Promise.all(unknown.map(async (id) => names.set(id, await get(`/players/${id}`).then((player) => player.display_name, () => gettext("somebody")))));
  };
  const draw = () => showPages(region("case-log"), `${path}?limit=${PAGE}`, row, learn);
  const press = buttons(draw);
  /** @param {CaseEntry} entry */
  const row = (entry) => el("li", {}, el("span", { class: "soft" }, `${day(entry.at)}, ${timeOf(entry.at, true)} · `), entryText(entry, names.get(entry.by) || ""), " ",
    entry.act === "noted" && (takenBack.has(entry.id) ? el("span", { class: "soft" }, gettext("(taken back)")) : press(`back-${entry.id}`, gettext("Take it back"), () => call("DELETE", `${path}/${entry.id}`))));
  const made = form({ id: "note", title: gettext("Write a note"), button: gettext("Write it"),
    fields: [{ name: "note", label: gettext("Note"), help: gettext("For those who settle it; the players do not see it.") }],
    send: async ({ note }) => { await post(path, { note }); made.reset(); await draw(); } });
  show(region("new-note"), made);
  await draw();
}

/** @param {CaseEntry} entry @param {string} who */
function entryText({ act, note }, who) {
  if (act === "noted") return say(gettext("%(who)s: %(note)s"), { who, note });
  return say(act === "looked" ? gettext("%(who)s looked into the game.") : gettext("%(who)s took a note back."), { who });
}
