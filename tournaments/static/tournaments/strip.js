// @ts-check
/** The page of a strip: whose table it is, what its sides wrote, and the entry of one of them. */
import { asProblem } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { isolated, joined, numberText, timeOf } from "../site/local.js";
import { Strip, isAway, kept } from "./strip_calls.js";
import { SheetEntry } from "./strip_entry.js";
import { pointsText } from "./words.js";

const LOOK_MS = 5000;
const AGREED_MS = 30_000;
const code = location.hash.slice(1);
const id = region("strip").dataset["table"] || "";
const place = `sheet-draft:${id}:${code}`, sure = `sheet-table:${id}:${code}`;

/** What a refusal means to who holds the strip. @type {Record<string, string>} */
const REFUSALS = {
  wrong_code: gettext("This is no code of this table. Scan the strip again, or ask the director for a new one."),
  code_revoked: gettext("The director has withdrawn this strip. Ask for a new one."),
  same_device: gettext("This phone has written for the other side. Somebody else has to confirm with another phone, or the director does it."),
  wrong_state: gettext("The round is not open: nothing can be entered now. Ask the director if something is missing."),
  archived: gettext("This night is archived: nothing can be entered any more."),
  result_confirmed: gettext("The result has been agreed meanwhile."),
  sheet_superseded: gettext("They have just changed what they wrote. Look at it again."),
};
const FINAL = ["wrong_code", "code_revoked", "archived"];

/** The table as the server showed it last. @type {any} */
let table = null;
/** @type {SheetEntry | null} */
let entry = null;
/** True while the own side writes its figures although there are some. */
let writes = false;
let timer = 0;

/** @param {string} text @param {string} kind */
function state(text, kind = "") {
  region("state").textContent = text;
  region("state").className = `notice ${kind}`;
  region("state").hidden = !text;
}

/** @param {import("../site/api.js").Problem} problem */
const meaning = (problem) => REFUSALS[problem.code] || problem.message;

const strip = new Strip(id, code, {
  waits: () => state(gettext("Not sent yet: no connection. Leave this page open, it is sent as soon as there is one."), "warn"),
  arrived: () => {
    state(say(gettext("The server has it, since %(time)s."), { time: timeOf(Date.now()) }), "good");
    writes = false;
    kept(place, null);
    if (entry) entry.node.inert = false;
    look().then(() => { if (table) drawSaid(); }); // what arrived may have been seen while it was under way
  },
  refused: (problem) => {
    state(problem.errors.length ? "" : meaning(problem), "bad");
    if (entry) entry.node.inert = false;
    if (problem.errors.length) entry?.reject(problem.errors);
    else region("state").scrollIntoView({ block: "nearest" });
    look();
  },
});

/** "Gus & Karl" @param {number} side */
const names = (side) => joined(table.sides[side].players);

async function look() {
  clearTimeout(timer);
  try {
    const found = await strip.look();
    const changed = JSON.stringify(found.sheets) !== JSON.stringify(table?.sheets);
    table = found;
    region("problem").textContent = "";
    if (changed) draw();
  } catch (thrown) {
    const problem = asProblem(thrown);
    const away = isAway(problem);
    if (problem.code === "wrong_state" && isAgreed()) return; // the round was closed with it
    if (!away || !table) region("problem").textContent = away ? gettext("No connection. The page tries again.") : meaning(problem);
    if (!away) { region("work").hidden = true; region("who").hidden = true; }
    if (FINAL.includes(problem.code)) return;
    if (!away) table = null; // it is drawn again once the round is open again
  }
  timer = setTimeout(look, isAgreed() ? AGREED_MS : LOOK_MS);
}

/** True if the result counts. */
const isAgreed = () => table?.sheets[table.sheets.length - 1]?.status === "confirmed";

function draw() {
  region("who").hidden = false;
  const others = table.sides.filter((/** @type {any} */ side) => side.side !== table.side);
  show(region("who"),
    el("h1", {}, say(gettext("Table %(number)s"), { number: table.number })),
    el("p", { class: "soft" }, say(gettext("Round %(number)s"), { number: table.round }), " · ", table.tournament),
    el("p", { class: "strip-names" }, ...table.sides[table.side].players.map(each)),
    el("p", { class: "soft" }, gettext("against")),
    ...others.map((/** @type {any} */ side) => el("p", { class: "strip-names others" }, ...side.players.map(each))),
    !kept(sure) && el("div", {}, el("h2", {}, gettext("Is this your table?")),
      el("p", {}, say(gettext("This strip is for %(who)s."), { who: names(table.side) })),
      el("p", { class: "row" }, el("button", { class: "primary", type: "button", "data-key": "mine", onclick: () => { kept(sure, true); agreed = true; draw(); } }, gettext("Yes, this is us")),
        el("button", { type: "button", "data-key": "not-mine", onclick: () => state(gettext("Then take the strip of your own side at your own table. Nothing was entered."), "warn") }, gettext("No")))));
  region("work").hidden = !(agreed || kept(sure));
  drawSaid();
}
/** For a browser that keeps nothing. */
let agreed = false;

/** @param {string} name */
const each = (name) => el("span", {}, isolated(name));

/** True if a sheet only says that another one is wrong. @param {any} sheet */
const objects = (sheet) => sheet.status === "disputed" && !sheet.hands;

/** What was written, and what may be done about it. */
function drawSaid() {
  const own = table.sheets.find((/** @type {any} */ sheet) => sheet.side === table.side) || null;
  const others = table.sheets.filter((/** @type {any} */ sheet) => sheet !== own), theirs = others.filter((/** @type {any} */ sheet) => !objects(sheet)).pop() || null;
  const counts = isAgreed(), asked = counts ? null : theirs;
  show(region("said"),
    counts && el("div", { class: "notice good" }, el("h2", {}, gettext("Agreed")), figures(table.sheets[table.sheets.length - 1]), el("p", {}, gettext("If this is wrong, call the director."))),
    !counts && own && !writes && el("div", {}, el("h2", {}, ownWords(own)), !objects(own) && figures(own), el("p", { class: "soft" }, advice(own, others, asked))),
    ...counts ? [] : others.filter(objects).map((/** @type {any} */ sheet) => el("div", { class: "notice warn" }, el("h2", {}, say(gettext("%(who)s object: %(reason)s"), { who: author(sheet), reason: sheet.reason || "" })))),
    asked && question(own, others, asked),
    !counts && own && !writes && !asked && el("button", { type: "button", "data-key": "change", onclick: () => write(own) }, gettext("Change what we wrote")));
  const fresh = !counts && !own && !asked;
  region("entry").hidden = !(fresh || writes) || counts;
  if (fresh && !entry) begin(kept(place) || []);
}

/** @param {any} sheet */
const author = (sheet) => (sheet.side === null ? gettext("The director") : names(sheet.side));

/** @param {any} own */
const ownWords = (own) => (objects(own) ? say(gettext("You object: %(reason)s"), { reason: own.reason || "" }) : say(gettext("You wrote %(points)s"), { points: pointsText(own.points) }));

/** What the own side does next. @param {any} own @param {any[]} others @param {any} asked */
function advice(own, others, asked) {
  if (!others.length) return gettext("The other side has not agreed yet. You may put the phone away.");
  if (asked && mayAgree(others, asked)) return objects(own) ? gettext("The director reads it. You may still agree, or write your own figures.") : gettext("The sides do not agree: agree to theirs, change yours, or call the director.");
  return gettext("The sides do not agree: change yours, or call the director.");
}

/** True if no third side says something else. @param {any[]} others @param {any} theirs */
const mayAgree = (others, theirs) => others.every((sheet) => sheet === theirs || !objects(sheet) && String(sheet.points) === String(theirs.points));

/** What others wrote, and the answers to it. @param {any} own @param {any[]} others @param {any} theirs */
function question(own, others, theirs) {
  const may = mayAgree(others, theirs), said = { who: author(theirs), points: pointsText(theirs.points) };
  const answered = own && objects(own) && table.sheets.indexOf(own) > table.sheets.indexOf(theirs);
  return el("div", { class: "notice" }, el("h2", {}, say(may ? gettext("%(who)s wrote %(points)s: agree?") : gettext("%(who)s wrote %(points)s"), said)), figures(theirs),
    el("p", { class: "row" }, may && el("button", { class: "primary", type: "button", "data-key": "agree", onclick: () => send("/confirm", { sheet: theirs.id }) }, gettext("Yes, we agree")),
      !writes && el("button", { type: "button", "data-key": "differ", onclick: () => write(own && !objects(own) ? own : theirs) }, gettext("No, we have other figures"))), !answered && objection(theirs));
}

/** What a sheet says: a row for each side, so that a phone shows all of it. @param {any} sheet */
function figures(sheet) {
  return el("div", {}, el("table", { class: "totals" }, el("tbody", {}, ...table.sides.map((/** @type {any} */ { side, players }) => el("tr", {},
    el("th", { scope: "row" }, joined(players)), el("td", { class: "number" }, el("b", {}, sheet.points ? numberText(sheet.points[side]) : "–")))))),
  sheet.reason && el("p", {}, sheet.reason));
}

/** For who sees a mistake and has no figures of their own. @param {any} theirs */
const objection = (theirs) => el("details", { "data-key": `objection-${theirs.id}` }, el("summary", { class: "button" }, gettext("Something is wrong, and we have no figures")),
  el("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason")).trim();
    if (reason) send("/dispute", { sheet: theirs.id, reason });
  } }, el("label", { for: "reason" }, gettext("What is wrong? The director reads it.")),
    el("input", { id: "reason", name: "reason", "data-key": "reason", maxlength: 200, required: true, autocomplete: "off" }), el("p", {}, el("button", { "data-key": "object" }, gettext("Tell the director")))));

/** The own figures, beginning with those of a sheet. @param {any} sheet */
function write(sheet) {
  writes = true;
  begin(kept(place) || sheet.hands || []);
  drawSaid();
  region("entry").scrollIntoView();
}

/** @param {any[]} hands */
function begin(hands) {
  entry = new SheetEntry(table, table.sides.map((/** @type {any} */ side) => joined(side.players)), {
    count: strip.count,
    keep: (written) => kept(place, written),
    send: (sheet) => send("", sheet),
  });
  show(region("entry"), el("h2", {}, gettext("Your sheet")), entry.node);
  entry.begin(hands);
}

/** @param {"" | "/confirm" | "/dispute"} act @param {any} body */
function send(act, body) {
  if (strip.letter) return;
  state(gettext("It is being sent …"));
  if (entry) entry.node.inert = true;
  strip.write(act, body);
}

addEventListener("hashchange", () => location.reload()); // another strip was scanned
document.addEventListener("visibilitychange", () => { if (!document.hidden && table) look(); });
if (!code) region("problem").textContent = gettext("Scan the code on the strip of your score sheet: this address has none.");
else {
  look();
  if (strip.letter) { state(gettext("It is being sent …")); strip.send(); }
}
