// @ts-check
/** The games that a complaint may be about: found by player, day, club, table or game. */
import { getAll } from "../site/api.js";
import { el, once, region, say, show } from "../site/dom.js";
import { failed } from "../site/forms.js";
import { showPages } from "../site/lists.js";
import { day } from "../site/local.js";
import { names } from "./words.js";

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const PAGE = 20;

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (region(id));

/** A case in the list. @param {any} found */
const row = (found) => el("li", {}, el("a", { href: `/games/${found.game}/case` }, names(found.players)), el("br"),
  el("span", { class: "soft small" }, [day(found.created_at), found.club?.name, found.night?.name,
    found.round && say(gettext("round %(round)s, table %(table)s"), { round: found.round, table: found.table }),
    found.finished_at === null && gettext("is being played")].filter(Boolean).join(" · ")));

/** What is looked for, as the API takes it. */
function query() {
  const wanted = new URLSearchParams({ limit: String(PAGE) });
  for (const name of ["player", "table", "club"]) if (field(name).value.trim()) wanted.set(name, field(name).value.trim());
  const typed = field("game").value;
  if (typed.trim()) wanted.set("game", typed.match(ID)?.[0] ?? typed.trim());
  if (field("day").value) {
    const from = new Date(`${field("day").value}T00:00`);
    const until = new Date(from);
    until.setDate(from.getDate() + 1); // a day may have 23 or 25 hours
    wanted.set("since", from.toISOString());
    wanted.set("until", until.toISOString());
  }
  return wanted;
}

async function find() {
  region("problem").textContent = "";
  await showPages(region("found"), `/cases?${query()}`, row);
}

/** The clubs that the caller administers, if there is a choice. */
async function clubs() {
  const own = (await getAll("/clubs?limit=50")).filter((club) => club.you.role === "admin");
  const asked = new URLSearchParams(location.search).get("club") || "";
  show(field("club"), el("option", { value: "" }, gettext("any")), ...own.map((club) => el("option", { value: club.id, selected: club.id === asked }, club.name)));
  region("club-choice").hidden = own.length === 0;
}

if (document.getElementById("wanted")) {
  const press = once(() => find().catch(failed));
  region("wanted").addEventListener("submit", (event) => { event.preventDefault(); press(event); });
  clubs().then(find).catch(failed);
}
