// @ts-check
/** Beside a case, what is done about who played there: by the club's admins, and by the staff. */
import { asProblem, get, getAll, me } from "../site/api.js";
import { el, region, show } from "../site/dom.js";
import { inForce, sanctionActs } from "../tournaments/sanctions.js";
import { staffActs } from "./staff_acts.js";

/** @typedef {import("./types.d.ts").Case} Case */
/** @typedef {import("./types.d.ts").Tried} Tried */

const id = region("replay").dataset["game"] || "";
const isStaff = "staff" in region("sanctions").dataset;
const said = el("p", { role: "status" });

/** @type {Tried} */
const tried = (what) => () => what().then(open).then(
  () => show(said, gettext("Done.")),
  (problem) => show(said, el("span", { class: "bad" }, asProblem(problem).message)),
);

async function open() {
  const clubs = await getAll("/clubs?limit=50");
  /** @type {Case | undefined} */
  const found = (await get(`/cases?game=${id}&limit=1`)).results[0];
  const club = clubs.find((each) => each.id === found?.club?.id && each.you.role === "admin");
  if (!found || !(club || isStaff)) return;
  const others = found.players.filter((each) => each.kind === "human" && each.id !== me);
  const people = [...new Map(others.map((each) => [each.id, each])).values()];
  if (!people.length) return;
  const parts = [
    ...(club ? await byClub(club, people) : []),
    ...(isStaff ? await byStaff(people) : []),
  ];
  show(region("sanctions"), said, el("details", { "data-key": "sanctions" },
    el("summary", { class: "button" }, gettext("What follows for a player")), ...parts));
}

/** @param {any} club @param {Case["players"]} people */
async function byClub(club, people) {
  const ids = people.map((each) => each.id);
  const held = (await inForce(club)).filter((each) => ids.includes(each.member.id));
  return sanctionActs(club, people, held, tried);
}

/** @param {Case["players"]} people */
async function byStaff(people) {
  const parts = people.map(async (each) => [el("h2", {}, each.name),
    el("div", { class: "row" }, ...await staffActs(each.id, tried).catch(hidden))]);
  return (await Promise.all(parts)).flat();
}

/** The club does not show whose account it is. */
const hidden = () => [el("p", { class: "help" },
  gettext("The club hides this account. Whoever knows its page acts there."))];

if (me) {
  open().catch((problem) => show(region("sanctions"),
    el("p", { class: "notice bad", role: "alert" }, asProblem(problem).message)));
}
