// @ts-check
/** The terms of a new pad: rules, players and their names, a stake. */
import { asProblem, get } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";

/** @typedef {{ruleset: string, title: string, seats: number, sides: number, players: string[], cents: number | null}} Terms */

/** @param {string} id */
const field = (id) => /** @type {HTMLSelectElement} */ (region(id));

/** @type {Record<string, any>} The seating of the chosen rules. */
let seating = {};
/** @type {(terms: Terms) => void} */
let begin = () => undefined;
/** @type {(message: string) => void} */
let fail = () => undefined;

/** @param {(terms: Terms) => void} chosen @param {(message: string) => void} failed */
export function chooseTerms(chosen, failed) {
  begin = chosen;
  fail = failed;
  attempt(fetchRulesets());
}

/** @param {Promise<void>} work */
function attempt(work) {
  work.then(() => fail(""), (problem) => fail(asProblem(problem).message));
}

async function fetchRulesets() {
  if (field("ruleset").options.length) return;
  const page = await get("/rulesets?limit=100");
  show(field("ruleset"), ...page.results.map((/** @type {any} */ each) => el("option", { value: each.slug, selected: each.slug === "classic" }, each.name)));
  await fetchSeating();
}

async function fetchSeating() {
  const slug = field("ruleset").value;
  const ruleset = await get(`/rulesets/${encodeURIComponent(slug)}`);
  if (field("ruleset").value !== slug) return;
  seating = ruleset.document.seating;
  const before = Number(field("seats").value); // it may have been chosen while the rules were on their way
  const chosen = seating.players.includes(before) ? before : 4;
  show(field("seats"), ...seating.players.map((/** @type {number} */ seats) => el("option", { value: seats, selected: seats === chosen },
    say(gettext("%(players)s players, %(sides)s sides"), { players: seats, sides: seating.sides[seats] }))));
  drawPlayers();
}

/** A name for each player, partners together; what is typed stays. */
function drawPlayers() {
  const seats = Number(field("seats").value);
  const sides = seating.sides[seats];
  show(region("players"), ...Array.from({ length: sides }, (_, side) => el("div", { role: "group", "aria-label": say(gettext("Side %(number)s"), { number: side + 1 }) },
    el("h3", {}, say(gettext("Side %(number)s"), { number: side + 1 })),
    ...Array.from({ length: seats / sides }, (_, row) => side + row * sides).map((seat) => el("div", {},
      el("label", { for: `player-${seat}` }, say(gettext("Player %(number)s"), { number: seat + 1 })),
      el("input", { id: `player-${seat}`, "data-key": `player-${seat}`, maxlength: 40, autocomplete: "off" }))))));
}

/** @returns {Terms} */
function terms() {
  const seats = Number(field("seats").value);
  const cents = /** @type {HTMLInputElement} */ (region("cents")).value.trim();
  const players = [...region("players").querySelectorAll("input")].sort((one, two) => one.id.localeCompare(two.id)).map((input) => input.value.trim());
  return { ruleset: field("ruleset").value, title: field("ruleset").selectedOptions[0]?.text || "", seats, sides: seating.sides[seats], players, cents: cents === "" ? null : Number(cents) };
}

/** @param {string} text */
const isCents = (text) => /^\d{0,7}$/.test(text) && Number(text) <= 1_000_000;

region("terms").addEventListener("submit", (event) => {
  event.preventDefault();
  const cents = /** @type {HTMLInputElement} */ (region("cents"));
  const sound = isCents(cents.value.trim());
  cents.setAttribute("aria-invalid", String(!sound));
  if (!sound) return fail(gettext("Cents are a whole number up to 1000000, or nothing."));
  if (!field("ruleset").value || !seating.players) return attempt(fetchRulesets());
  fail("");
  begin(terms());
});
field("ruleset").addEventListener("change", () => attempt(fetchSeating()));
field("seats").addEventListener("change", drawPlayers);
