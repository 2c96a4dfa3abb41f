// @ts-check
/** The page of a night: for directors the desk, for others the tables and the standings. */
import { asProblem, get, getAll, me } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { day, printed, timeOf } from "../site/local.js";
import { drawEntries } from "./check_in.js";
import { askAdded } from "./night_acts.js";
import { drawRound } from "./round.js";
import { cardTable, cardTitle, scoreCard } from "./score_card.js";
import { drawSteps } from "./steps.js";
import { drawWall, isWall, wallConnected, wallLink, wallOf, wallShut } from "./wall.js";
import { wallLinks } from "./wall_links.js";
import { FORMATS, names, pair, scoreMeaning, scoreText, stateName } from "./words.js";

/** @typedef {import("./types.d.ts").Desk} Desk */
/** @typedef {import("./types.d.ts").Tried} Tried */

const id = region("night").dataset["tournament"] || "";
const SETTLE_MS = 150; // several changes at once are one fetch
const DRAWING_MS = 1000;
const RETRY_MS = 3000;
const WALL_MS = 15_000; // nobody reloads a wall, and a dead stream may look alive
const LINK_MS = 5_000; // of a link, which has no stream
const REFUSED = [401, 403, 404];

const asked = new URLSearchParams(location.search);
/** The number of a former round that is looked at; 0 for the last one. */ let looked = Number(asked.get("round")) || 0;
/** The table to which the address leads, until it is shown. */ let wantedTable = asked.get("table") || "";
let roundCount = 0;
/** The club, with the reader's office in it: asked for once. @type {Promise<any> | null} */ let office = null;
let timer = 0;
let fetching = false, again = false;
let busy = 0;
/** What directors have pressed is done in its order. */ let doing = Promise.resolve();
/** @type {EventSource | null} */ let source = null;
/** True if nothing more will come. */ let ended = false;

/** Null where the caller may not look, or there is nothing. @param {unknown} thrown */
function none(thrown) {
  if (!REFUSED.includes(asProblem(thrown).status)) throw thrown;
  return null;
}

/** @returns {Promise<Desk>} */
async function fetched() {
  const night = await get(`/tournaments/${id}`);
  office ||= (me ? get(`/clubs/${night.club.id}`).catch(none) : Promise.resolve(null)).catch((problem) => { office = null; throw problem; });
  const [club, entries, rounds, own] = await Promise.all([office, getAll(`/tournaments/${id}/entries?limit=200`),
    getAll(`/tournaments/${id}/rounds?limit=100`), me ? get(`/tournaments/${id}/my-table`).catch(none) : null]);
  const directs = Boolean(club && club.you.role !== "member");
  const last = rounds[rounds.length - 1];
  const played = rounds.some((round) => round.state === "closed");
  if (roundCount && rounds.length !== roundCount) looked = 0; // a new one is what matters now
  roundCount = rounds.length;
  const wanted = rounds.find((each) => each.number === looked);
  const asks = directs && !entries.length && ["draft", "open"].includes(night.state);
  const [before, round, shown, members, standings] = await Promise.all([asks ? get(`/tournaments?club=${club.id}&state=finished&limit=1`).then(({ results }) => results[0] ?? null) : null, last ? get(`/rounds/${last.id}`) : null, wanted && wanted !== last ? get(`/rounds/${wanted.id}`) : null, directs ? getAll(`/clubs/${club.id}/members?limit=200`) : [],
    played ? getAll(`/tournaments/${id}/standings?limit=200`) : [], directs && askAdded(night)]);
  const card = own && region("mine").querySelector("[data-key=card][open]") ? await scoreCard(night, rounds, entries, own.entry.id) : [];
  return { night, club, directs, before, entries, members, rounds, round, shown: shown || round, own, card, standings };
}

/** Fetches all and draws it; a wish that comes meanwhile, or while something is done, is granted once, afterwards. */
async function refresh() {
  if (busy || ended) return; // what is done ends with it
  if (fetching) { again = true; return; }
  fetching = true;
  try {
    if (isWall) {
      drawWall(await wallOf(id));
      wallConnected(true);
    } else draw(await fetched());
  } catch (problem) {
    const { code, status, message: said } = asProblem(problem);
    const message = code === "wall_link_revoked" ? gettext("A director has revoked this link to the wall. Ask for a new one.") : said;
    if (REFUSED.includes(status) || wallLink && status === 409) shut(message); // 409: in the archive
    else {
      tell(message);
      soon(RETRY_MS);
    }
  } finally {
    fetching = false;
  }
  if (again) { again = false; soon(); }
}

/** @param {number} [wait] */
function soon(wait = SETTLE_MS) {
  clearTimeout(timer);
  timer = setTimeout(refresh, wait);
}

/** @param {Desk} desk */
function draw(desk) {
  if (desk.round?.state === "drawing") soon(DRAWING_MS);
  if (desk.night.archived_at) { ended = true; source?.close(); }
  const { night } = desk;
  region("name").textContent = night.name;
  document.title = night.name;
  show(region("about"), el("a", { href: `/clubs/${night.club.id}` }, night.club.name), ` · ${[night.starts_at && `${day(night.starts_at)}, ${timeOf(night.starts_at)}`, stateName(night.state),
    say(ngettext("%(count)s round", "%(count)s rounds", night.rounds), { count: night.rounds }), FORMATS[night.format]].filter(Boolean).join(" · ")}`,
  night.season && " · ", night.season && el("a", { href: `/seasons/${night.season.id}` }, night.season.name));
  region("status").textContent = "";
  drawSteps(desk, tried);
  drawEntries(desk, tried);
  drawOwn(desk);
  drawRounds(desk);
  drawRound({ ...desk, round: desk.shown }, tried);
  if (wantedTable) goToTable();
  drawStandings(desk);
  drawPapers(desk);
}

/** Opens the table that the address names, and scrolls to it. */
function goToTable() {
  const tile = region("round").querySelector(`[data-table="${CSS.escape(wantedTable)}"]`);
  for (const part of tile?.querySelectorAll('[data-key^="tile-"], [data-key^="more-of-"]') || []) part.setAttribute("open", "");
  tile?.scrollIntoView();
  wantedTable = "";
}

/** @type {Tried} */
function tried(what) {
  let pressed = false; // a double click does it once
  return async () => {
    if (pressed) return;
    pressed = true;
    busy++;
    doing = doing.then(() => act(what));
    await doing;
    pressed = false;
    busy--;
    await refresh();
  };
}

/** @param {() => Promise<unknown>} what */
async function act(what) {
  region("problem").textContent = "";
  try {
    await what();
  } catch (problem) {
    region("problem").textContent = asProblem(problem).message;
    region("problem").scrollIntoView({ block: "nearest" });
  }
}

/** The caller may not look: somebody who is not signed in may, perhaps. @param {string} message */
function shut(message) {
  ended = true;
  source?.close();
  if (isWall) return wallShut(message);
  show(region("status"), message, " ", !me && el("a", { href: `/sign-in?next=${location.pathname}` }, gettext("Sign in")));
}

/** All rounds, to look at one of them. @param {Desk} desk */
function drawRounds({ rounds, shown }) {
  const seen = rounds.filter((round) => round.state !== "drawing");
  show(region("rounds"), ...seen.length > 1 ? seen.map((round) => el("button", { type: "button", "data-key": `round-${round.number}`, "aria-pressed": String(round.id === shown?.id),
    onclick: () => { looked = round.number; soon(0); } }, say(gettext("Round %(number)s"), { number: round.number }))) : []);
}

/** Where the caller sits. @param {Desk} desk */
function drawOwn({ own, card, entries }) {
  if (!own?.round) return show(region("mine"));
  const isNow = own.round.state === "published";
  const round = own.round.number, others = own.table?.sides.filter((/** @type {any} */ { side }) => side !== own.side) || [];
  const place = own.table ? say(gettext("Round %(round)s: you sit at table %(table)s, with %(partners)s against %(opponents)s."), { round, table: own.table.number,
    partners: names(own.partners) || gettext("nobody"), opponents: others.map((/** @type {any} */ { players }) => pair(players)).join(" / ") })
    : say(own.bye ? gettext("You sit out round %(round)s.") : gettext("You have no table in round %(round)s."), { round });
  show(region("mine"), isNow && el("p", { class: "notice" }, el("b", {}, place), " ", own.bye && el("span", { class: "soft small" }, own.bye.why.text),
    own.table?.game && el("a", { class: "button", href: `/games/${own.table.game}` }, gettext("To my table"))),
    el("details", { "data-key": "card", ontoggle: (/** @type {Event} */ event) => { if (event.target instanceof HTMLDetailsElement && event.target.open && !card.length) soon(0); } }, el("summary", { class: "button" }, cardTitle(entries, own.entry)), cardTable(card)));
}

/** @param {Desk} desk */
function drawStandings({ night, standings }) {
  if (!standings.length) return show(region("standings"));
  show(region("standings"), el("h2", {}, gettext("Standings")), el("div", { class: "wide" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, gettext("Rank")), el("th", { scope: "col" }, gettext("Name")), el("th", { scope: "col", class: "number" }, gettext("Score")))),
    el("tbody", {}, ...standings.map((row) => el("tr", {}, el("td", {}, row.rank ?? "–"), el("th", { scope: "row" }, row.name, row.withdrawn && el("span", { class: "soft" }, " ", gettext("withdrawn"))),
      el("td", { class: "number" }, row.metrics[0]?.value == null ? "" : scoreText(night, row.metrics[0].value))))))),
    el("p", { class: "soft small" }, scoreMeaning(night, standings[0].metrics[0]?.name), " ", standings.some((row) => row.rank === null && !row.withdrawn) && say(ngettext("A rank (–) takes %(count)s round.", "A rank (–) takes %(count)s rounds.", night.minimum_rounds), { count: night.minimum_rounds })));
}

/** @param {Desk} desk */
function drawPapers({ night, rounds, shown, standings, directs }) {
  const path = `/api/v1/tournaments/${night.id}`;
  const drawn = rounds.some((round) => round.state === "published" || round.state === "closed" || directs && round.state === "draft");
  /** @param {string} name @param {string} text */
  const paper = (name, text) => el("a", { class: "button", href: printed(`${path}/${name}`) }, text);
  show(region("papers"), el("a", { class: "button", href: "?wall=1" }, gettext("For the wall")), directs && !night.archived_at && wallLinks(night.id), shown?.deals?.open && el("a", { class: "button", href: `/rounds/${shown.id}/comparison` }, gettext("The same deals compared")), drawn && paper("pairings.pdf", gettext("Pairings on paper")), drawn && directs && paper("score-sheets.pdf", gettext("Score sheets")),
    drawn && directs && paper("round.pdf", gettext("All papers of the round")), standings.length > 0 && paper("standings.pdf", gettext("Standings on paper")));
}

/** Draws the page again whenever something changes, whoever did it. */
function follow() {
  if (ended || wallLink) return;
  const stream = new EventSource(`/api/v1/tournaments/${id}/stream`);
  source = stream;
  stream.addEventListener("snapshot", () => soon());
  stream.onmessage = () => soon();
  stream.onerror = () => {
    stream.close();
    if (ended) return;
    tell(gettext("The connection is lost. We try again."));
    setTimeout(follow, RETRY_MS);
  };
}

/** What is shown may be out of date. @param {string} text */
function tell(text) {
  if (isWall) wallConnected(false);
  else region("status").textContent = text;
}

refresh();
follow();
if (isWall) setInterval(() => soon(), wallLink ? LINK_MS : WALL_MS);
