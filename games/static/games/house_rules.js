// @ts-check
/** House rules by a form: a base, what is different from it, and their name. */
import { asProblem, call, get, me, post } from "../site/api.js";
import { el, region, say, show } from "../site/dom.js";
import { draft, dropDraft, keepDraft } from "./draft.js";
import { overridden, overridesOf } from "./overrides.js";
import { fieldOf } from "./schema_form.js";

/** @typedef {{topic: string, text: string}} Chapter */
/** @typedef {{slug: string, name: string, document: any}} Ruleset */

const PAUSE_MS = 300; // after the last change, before the rules are checked
/** The club whose rules they are to be, of which the reader is an admin; empty for one's own. */
const club = new URLSearchParams(location.search).get("club") || "";
const owner = club || me;
const HEADING = ["schema", "slug", "version", "name"];

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (region(id));

/** @type {import("./schema_form.js").Schema} */ let schema = {};
/** @type {Ruleset} */ let base;
/** @type {Map<string, import("./schema_form.js").Field>} */ let sections = new Map();
/** Until the form is that of the chosen base. */ let building = Promise.resolve();
let slugTyped = false;
let timer = 0;
let checks = 0;

/**
 * Where the form begins: with the rules that the address names, own ones as they were saved, else with what was typed before.
 * @param {any[]} offered @returns {import("./draft.js").Draft}
 */
function beginning(offered) {
  const wanted = new URLSearchParams(location.search).get("base");
  const known = offered.find((each) => each.slug === wanted);
  const fresh = { extends: wanted || "classic", overrides: {}, name: "", slug: "" };
  if (known?.owner && known.owner.id === owner) return { ...fresh, extends: known.extends, overrides: known.overrides, name: known.name, slug: wanted?.split("/")[1] || "" };
  const kept = draft();
  return kept && (!wanted || kept.extends === wanted) ? kept : fresh;
}

async function open() {
  const [shape, list] = await Promise.all([get("/rulesets/schema"), get("/rulesets?limit=100")]);
  schema = shape;
  const begun = beginning(list.results);
  history.replaceState(null, "", location.pathname + (club && `?club=${club}`)); // what is typed from now on is kept under no address
  show(region("base"), ...list.results.map((/** @type {Ruleset} */ each) => el("option", { value: each.slug }, each.name)));
  field("base").value = begun.extends;
  if (!field("base").value) field("base").value = "classic";
  field("name").value = begun.name;
  field("slug").value = begun.slug;
  slugTyped = Boolean(begun.slug);
  rebuild(begun.overrides);
}

/** The form for the chosen base, with what is already different. @param {Record<string, any>} overrides */
async function build(overrides) {
  const wanted = field("base").value;
  const isWanted = () => field("base").value === wanted; // else another base was chosen meanwhile
  try {
    const found = await get(`/rulesets/${wanted}`);
    if (!isWanted()) return;
    base = found;
  } catch (problem) {
    if (base && isWanted()) field("base").value = base.slug;
    throw problem;
  }
  const values = overridden(base.document, overrides);
  const keys = Object.keys(schema["properties"]).filter((key) => !HEADING.includes(key));
  sections = new Map(keys.map((key) => [key, fieldOf([key], schema["properties"][key], values[key])]));
  show(region("sections"), ...[...sections].map(([key, each]) => el("details", { "data-key": key, "data-section": key },
    el("summary", {}, schema["properties"][key].title, " ", el("span", { class: "badge quiet", hidden: true }), el("span", { class: "bad" })), each.element)));
  await check();
}

/** Builds the form, and shows what is refused. @param {Record<string, any>} overrides */
function rebuild(overrides) {
  const own = (building = build(overrides));
  own.catch((problem) => {
    if (own !== building) return; // another base was chosen meanwhile
    refused(problem);
    building = Promise.resolve();
  });
}

/** What is different from the base. */
const overrides = () => overridesOf(base.document, Object.fromEntries([...sections].map(([key, each]) => [key, each.read()])));

/** Keeps what is typed; an answer about what was typed before is shown no more. @returns what is different from the base */
function keep() {
  clearTimeout(timer);
  checks++;
  const changed = overrides();
  keepDraft({ extends: base.slug, overrides: changed, name: field("name").value, slug: slugTyped ? field("slug").value : "" });
  return changed;
}

/** Shows what the rules say now, or what is wrong with them. */
async function check() {
  const changed = keep();
  const number = checks;
  for (const each of region("sections").querySelectorAll("[data-section]")) {
    const badge = /** @type {HTMLElement} */ (each.querySelector("summary .badge"));
    badge.hidden = !((each.getAttribute("data-section") || "") in changed);
    badge.textContent = gettext("changed");
  }
  try {
    const checked = await post("/rulesets/validate", { extends: base.slug, overrides: changed });
    if (number === checks) { faults([]); differences(checked.changed); }
  } catch (problem) {
    if (number === checks) refused(problem);
  }
}

/** @param {Chapter[]} changed */
function differences(changed) {
  region("verdict").textContent = changed.length ? say(gettext("What differs from %(base)s:"), { base: base.name })
    : say(gettext("So far these are the rules of %(base)s."), { base: base.name });
  show(region("differences"), ...changed.flatMap(({ topic, text }) => [el("dt", {}, el("b", {}, topic)), el("dd", {}, text)]));
}

/** Shows each fault at its field, and opens the section that has it. @param {{path: string, detail: string}[]} errors */
function faults(errors) {
  for (const each of region("rules-form").querySelectorAll(".fault, summary .bad")) each.textContent = "";
  for (const each of region("rules-form").querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  const homeless = errors.filter((error) => !placed(error.path.replace(/^overrides\./, "").split("."), error.detail));
  region("problem").textContent = homeless.map((error) => `${error.path}: ${error.detail}`).join(" ");
}

/** True if a field of the form shows the fault. @param {string[]} path @param {string} detail */
function placed(path, detail) {
  document.getElementById(`value-${path.join("-")}`)?.setAttribute("aria-invalid", "true");
  for (let length = path.length; length > 0; length--) {
    const place = region("rules-form").querySelector(`[data-fault="${CSS.escape(path.slice(0, length).join("."))}"]`);
    if (!place) continue;
    const rest = path.slice(length).join(" ");
    const text = place.parentElement?.dataset["by"] === "seats" ? say(gettext("With %(count)s players: %(detail)s"), { count: rest, detail }) : rest ? `${rest}: ${detail}` : detail;
    place.textContent ||= text; // the others may be the same for other sizes of the table
    const section = place.closest("details");
    section?.setAttribute("open", "");
    const mark = section?.querySelector("summary .bad");
    if (mark) mark.textContent = gettext("to be corrected");
    return true;
  }
  return false;
}

/** @param {unknown} problem */
function refused(problem) {
  const found = asProblem(problem);
  faults(found.errors);
  if (!found.errors.length) region("problem").textContent = found.message;
  const sections = [...region("sections").querySelectorAll("[data-section]")].filter((each) => each.querySelector("summary .bad")?.textContent).map((each) => schema["properties"][each.getAttribute("data-section") || ""].title);
  show(region("verdict"), found.errors.length > 0 && el("span", { class: "bad" }, say(gettext("These rules cannot be played yet. To be corrected: %(sections)s"), { sections: sections.join(", ") })));
  region("again").hidden = found.code !== "ruleset_taken";
}

const terms = () => ({ name: field("name").value, extends: base.slug, overrides: overrides() });

/** Stores the rules and goes on with a table by them, or in their club. @param {() => Promise<{slug: string}>} store */
async function save(store) {
  try {
    await building;
    keep();
    const stored = await store();
    dropDraft();
    location.assign(club ? `/clubs/${club}` : `/games/new?ruleset=${encodeURIComponent(stored.slug)}`);
  } catch (problem) {
    refused(problem);
    const fault = [...region("rules-form").querySelectorAll(".fault")].find((each) => each.textContent);
    fault?.closest("div, fieldset")?.scrollIntoView({ block: "center" });
  }
}

/** "Tuesday Samba" as "tuesday-samba". @param {string} name */
const slugged = (name) => name.normalize("NFD").toLowerCase().replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, "-").slice(0, 40).replace(/^-|-$/g, "");

const form = document.getElementById("rules-form");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  save(() => post("/rulesets", { ...terms(), slug: field("slug").value, ...club && { club } }));
});
form?.addEventListener("input", (event) => {
  if (event.target === region("slug")) slugTyped = field("slug").value !== "";
  if (event.target === region("name") && !slugTyped) field("slug").value = slugged(field("name").value);
  if (event.target === region("base")) return;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
});
if (form) {
  region("base").addEventListener("change", () => { rebuild(overrides()); });
  region("again").addEventListener("click", () => { save(() => call("PUT", `/rulesets/${owner}/${field("slug").value}`, terms())); });
  region("afresh").addEventListener("click", () => { rebuild({}); });
  open().catch(refused);
}
