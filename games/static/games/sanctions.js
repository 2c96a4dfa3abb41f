// @ts-check
/** Beside a case, what is done about who sat there: by an admin of the club, and by the staff of the site. */
import { asProblem, get, getAll, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { withReason } from "../site/reasons.js";
import { staffActs } from "./staff_acts.js";

/** @typedef {import("./types.d.ts").Tried} Tried */

const id = region("replay").dataset["game"] || "";
const isStaff = "staff" in region("sanctions").dataset;
const said = el("p", { role: "status" });

/** @type {Tried} */
const tried = (what) => () => what().then(open).then(() => show(said, gettext("Done.")), (problem) => show(said, el("span", { class: "bad" }, asProblem(problem).message)));

/** The club of the game, if the reader is its admin. */
async function clubOf() {
  const own = (await getAll("/clubs?limit=50")).filter((club) => club.you.role === "admin");
  const found = own.length ? (await get(`/cases?game=${id}&limit=1`)).results[0]?.club : null;
  return own.find((club) => club.id === found?.id);
}

async function open() {
  const club = await clubOf();
  if (!club && !isStaff) return;
  const game = await get(`/games/${id}`);
  /** @type {Map<string, any>} */
  const people = new Map(game.seats.filter((/** @type {any} */ seat) => seat.kind === "human" && seat.player.id !== me).map((/** @type {any} */ seat) => [seat.player.id, seat.player]));
  if (!people.size) return;
  const held = club ? (await getAll(`/clubs/${club.id}/sanctions?limit=100`)).filter((each) => !each.lifted_at) : [];
  const parts = await Promise.all([...people.values()].map(async (player) => [el("h2", {}, player.name), el("div", { class: "row" },
    ...(club ? clubActs(club, player, held.filter((each) => each.member.id === player.id)) : []), ...(isStaff ? await staffActs(player.id, tried).catch(hidden) : []))]));
  show(region("sanctions"), said, el("details", { "data-key": "sanctions" }, el("summary", { class: "button" }, gettext("What follows for a player")), ...parts.flat()));
}

/** @param {any} club @param {any} player @param {any[]} held what is in force */
function clubActs(club, player, held) {
  const path = `/clubs/${club.id}/sanctions`, out = held.some((each) => each.kind === "exclusion");
  /** @param {string} kind */
  const act = (kind) => (/** @type {string} */ reason) => post(path, { member: player.id, kind, reason });
  return [...held.map((each) => el("div", { class: "row" }, say(each.kind === "warning" ? gettext("Warned: %(reason)s") : gettext("Excluded from the club: %(reason)s"), { reason: each.reason }),
    withReason(`lift-${each.id}`, each.kind === "warning" ? gettext("Take the warning back") : gettext("Readmit"), tried, (reason) => post(`${path}/${each.id}/lift`, { reason })))),
  withReason(`warn-${player.id}`, gettext("Warn"), tried, act("warning")),
  ...(out ? [] : [withReason(`exclude-${player.id}`, gettext("Exclude from the club"), tried, act("exclusion"))])];
}

/** The club does not show whose account it is. */
const hidden = () => [el("p", { class: "help" }, gettext("The club hides this account. Whoever knows its page acts there."))];

if (me) open().catch((problem) => show(region("sanctions"), el("p", { class: "notice bad", role: "alert" }, asProblem(problem).message)));
