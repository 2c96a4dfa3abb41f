// @ts-check
/** The terms of a new table. */
import { get, post } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { failed } from "../site/forms.js";

/** @param {string} id */
const field = (id) => /** @type {HTMLSelectElement} */ (region(id));

async function fetchRulesets() {
  const page = await get("/rulesets?limit=100");
  const wanted = new URLSearchParams(location.search).get("ruleset") || "classic";
  show(field("ruleset"), ...page.results.map((/** @type {any} */ each) => el("option", { value: each.slug }, each.owner ? say(gettext("%(name)s (house rules)"), { name: each.name }) : each.name)));
  field("ruleset").value = wanted;
  if (!field("ruleset").value) field("ruleset").value = "classic";
  await describe();
}

/** The chosen rules in words: how they differ from Samba, and how many play. */
async function describe() {
  const slug = field("ruleset").value;
  const ruleset = await get(`/rulesets/${slug}`);
  if (field("ruleset").value !== slug) return;
  const players = ruleset.document.seating.players;
  const before = field("seats").value;
  show(field("seats"), ...players.map((/** @type {number} */ count) => el("option", { value: count }, String(count))));
  field("seats").value = [before, "4"].find((each) => players.includes(Number(each))) || String(players[0]);
  const described = slug === "classic" ? ruleset
    : await get(`/rulesets/${slug}/diff?against=classic`);
  if (field("ruleset").value !== slug) return;
  show(region("about"), el("details", { "data-key": "about" }, el("summary", { class: "button" }, slug === "classic" ? gettext("These rules in words") : gettext("How these rules differ from Samba")),
    el("dl", {}, ...described.words.flatMap((/** @type {any} */ { topic, text }) =>
      [el("dt", {}, el("b", {}, topic)), el("dd", {}, text)]))),
    el("p", { class: "row" }, el("a", { class: "button", href: `/rules/${slug}`, "data-key": "read" }, gettext("Read all of them")),
      el("a", { class: "button", href: `/rulesets/new?base=${encodeURIComponent(slug)}`, "data-key": "change" }, gettext("Change these rules"))));
}

/** The bots' seats. @param {number} seats @param {string} who @returns {Record<string, string>} */
function bots(seats, who) {
  const others = Array.from({ length: seats - 1 }, (_, index) => index + 1);
  const wanted = who === "all" ? others : who === "others" ? others.filter((seat) => seat !== seats / 2) : [];
  return Object.fromEntries(wanted.map((seat) => [String(seat), "novice"]));
}

async function make() {
  const seats = Number(field("seats").value);
  const game = await post("/games", {
    ruleset: field("ruleset").value, seats, bots: bots(seats, field("bots").value),
    clock: field("clock").value || null, visibility: field("visibility").value,
  });
  location.assign(`/games/${game.id}`);
}

const form = document.getElementById("terms");
if (form) {
  const press = once(() => make().catch(failed));
  form.addEventListener("submit", (event) => { event.preventDefault(); press(event); });
  field("ruleset").addEventListener("change", () => { describe().catch(failed); });
  fetchRulesets().then(() => { /** @type {HTMLButtonElement} */ (region("make")).disabled = false; }).catch(failed);
}
