// @ts-check
/** The points of a night's game beside its case: who directs the night adds some or takes some, and takes that back. */
import { asProblem, get, getAll, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { joined } from "../site/local.js";
import { withReason } from "../site/reasons.js";

/** @typedef {import("./types.d.ts").Case} Case */
/** @typedef {import("./types.d.ts").Game} Game */
/** What was adjusted so far, by side, and how a side gets points. @typedef {{sums: number[], add: (side: number, points: number, reason: string) => Promise<unknown>}} Points */

const MOST = 20_000; // points at once
const STEP = 5;
const REASON = 100; // characters
const PAGE = 100;

/** Shows the form to who directs the night of the case. @param {Case} found @param {(seat: number) => string} nameOf */
export async function casePoints(found, nameOf) {
  const own = found.night ? await getAll("/clubs?limit=50") : [];
  if (!own.some((club) => club.id === found.club?.id && club.you.role !== "member")) return;
  const said = el("p", { role: "status" });
  /** @type {import("./types.d.ts").Tried} */
  const tried = (what) => () => what().then(draw).then(() => show(said, gettext("Done.")), (problem) => show(said, el("span", { class: "bad" }, asProblem(problem).message)));
  const draw = async () => {
    /** @type {Game} */ const game = await get(`/games/${found.game}`);
    const points = game.status === "active" ? await ofGame(found) : await ofTable(found);
    if (!points) return show(region("case-points"), said);
    const names = points.sums.map((_, side) => joined(game.seats.filter((seat) => seat.side === side).map(({ seat }) => nameOf(seat))));
    show(region("case-points"), el("h3", {}, gettext("Points")),
      ...points.sums.map((sum, side) => sum !== 0 && el("div", { class: "row" }, say(gettext("%(who)s: adjusted by %(points)s points"), { who: names[side], points: signed(sum) }),
        short(withReason(`unadjust-${side}`, gettext("Take it back"), tried, (reason) => points.add(side, -sum, reason))))),
      short(withReason("adjust", gettext("Adjust the points"), tried, (reason, values) => points.add(Number(values.get("side")), Number(values.get("points")), reason), ...fields(names))), said);
  };
  await draw();
}

/** Which side, and how much. @param {string[]} names */
const fields = (names) => [
  el("label", { for: "adjust-side" }, gettext("Which side?")), el("select", { id: "adjust-side", name: "side", "data-key": "adjust-side" }, ...names.map((name, side) => el("option", { value: side }, name))),
  el("label", { for: "adjust-points" }, gettext("Points, below 0 to take some:")), el("input", { id: "adjust-points", name: "points", type: "number", step: STEP, min: -MOST, max: MOST, required: true, "data-key": "adjust-points" }),
  el("p", { class: "help" }, gettext("The table reads the reason, and the log of the night has it."))];

/** The reason of points is shorter than others. @param {HTMLElement} made */
function short(made) {
  made.querySelector("input")?.setAttribute("maxlength", String(REASON));
  return made;
}

/** "+100" @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : `−${-points}`);

/** While the game runs: the log of the night has what was adjusted. @param {Case} found @returns {Promise<Points>} */
async function ofGame(found) {
  const [table, log] = await Promise.all([tableOf(found), getAll(`/tournaments/${found.night?.id}/events?limit=${PAGE}`)]);
  const sums = table.sides.map(() => 0);
  for (const { type, facts } of log) if (type === "game_adjusted" && facts.table === table.id) sums[facts.side] += facts.points;
  return { sums, add: (side, points, reason) => post(`/games/${found.game}/adjustments`, { side, points, reason }) };
}

/** Once it is over its table is corrected; null where the table has no points of hands. @param {Case} found @returns {Promise<Points | null>} */
async function ofTable(found) {
  const { id, versions } = await get(`/tables/${(await tableOf(found)).id}`);
  const played = versions.find((/** @type {any} */ each) => each.kind === "game")?.points, now = versions.at(-1);
  if (!played || !now.hands?.length) return null;
  const add = (/** @type {number} */ side, /** @type {number} */ points, /** @type {string} */ reason) => {
    const hands = structuredClone(now.hands);
    hands.at(-1).sides[side].total += points;
    return post(`/tables/${id}/corrections`, { end: now.end, hands, reason, seen: now.id });
  };
  return { sums: played.map((/** @type {number} */ points, /** @type {number} */ side) => now.points[side] - points), add };
}

/** @param {Case} found @returns {Promise<{id: string, sides: unknown[]}>} */
async function tableOf({ game, night, round }) {
  const rounds = await getAll(`/tournaments/${night?.id}/rounds`);
  const { tables } = await get(`/rounds/${rounds.find((each) => each.number === round)?.id}`);
  return tables.find((/** @type {any} */ each) => each.game === game);
}
