// @ts-check
/** What a night would be for this many people: tables, sit-outs, who meets again; asked while its form is filled in. */
import { asProblem, post } from "../site/api.js";
import { el, say, show } from "../site/dom.js";
import { isIndividual } from "./words.js";

const PAUSE_MS = 400;
const PAIR = 2, TABLE = 4;
const MOST_ROUNDS = 12, MOST_ENTRIES = 100; // that the service previews

/** "3 tables of 4, 1 of 6" @param {number[]} tables */
function tablesText(tables) {
  /** @type {Map<number, number>} */ const sizes = new Map();
  for (const size of [...tables].sort((one, other) => one - other)) sizes.set(size, (sizes.get(size) || 0) + 1);
  return [...sizes].map(([size, count]) => say(ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count), { count, size })).join(", ");
}

/** Who is without a table, over all rounds. @param {any} found */
function sitOuts({ sit_outs_fewest: fewest, sit_outs_most: most }) {
  if (!most) return gettext("Everybody plays in every round.");
  if (fewest === most) return say(ngettext("Everybody sits out once.", "Everybody sits out %(count)s times.", most), { count: most });
  return say(ngettext("Nobody sits out more than once.", "Nobody sits out more than %(count)s times.", most), { count: most });
}

/** @param {any} found @param {"partners_again" | "opponents_again"} key */
const again = (found, key) => found.rounds.reduce((/** @type {number} */ sum, /** @type {any} */ round) => sum + round[key], 0);

/** @param {any} found @param {boolean} individual */
function repeats(found, individual) {
  const partners = again(found, "partners_again"), opponents = again(found, "opponents_again");
  return [individual && (partners ? say(ngettext("Partners meet again %(count)s time.", "Partners meet again %(count)s times.", partners), { count: partners }) : gettext("Nobody has the same partner twice.")),
    opponents ? say(ngettext("Opponents meet again %(count)s time.", "Opponents meet again %(count)s times.", opponents), { count: opponents }) : gettext("Nobody meets the same opponents twice.")].filter(Boolean).join(" ");
}

/** The preview in words, and round by round. @param {any} found @param {string} format */
function previewView(found, format) {
  const individual = isIndividual(format), seats = sideOf(format);
  return el("div", {},
    el("p", {}, [say(ngettext("%(count)s round.", "%(count)s rounds.", found.rounds.length), { count: found.rounds.length }), sitOuts(found), repeats(found, individual)].join(" ")),
    el("ol", { class: "small" }, ...found.rounds.map((/** @type {any} */ round) => el("li", {}, [tablesText(round.tables.map((/** @type {number} */ size) => size * seats)),
      round.without_table && say(individual ? ngettext("%(count)s sits out", "%(count)s sit out", round.without_table) : ngettext("%(count)s pair sits out", "%(count)s pairs sit out", round.without_table), { count: round.without_table })].filter(Boolean).join(", ")))));
}

/** How many people enter together. @param {string} format */
const sideOf = (format) => isIndividual(format) ? 1 : PAIR;

/** Why there is no preview for so many, or nothing. @param {string} format @param {number} people */
function unseen(format, people) {
  const most = MOST_ENTRIES * sideOf(format);
  if (people < TABLE) return gettext("A table takes four people.");
  return people >= most + sideOf(format) && say(gettext("What it would be can be seen for %(count)s people at most; more may come."), { count: most });
}

/** Asks for a preview. @param {string} club @param {{format: string, ruleset: any, rounds: number}} terms @param {number} people */
const askPreview = (club, { format, ruleset, rounds }, people) => post(`/clubs/${club}/night-preview`, { format, ruleset, rounds: Math.min(rounds, MOST_ROUNDS), entries: Math.floor(people / sideOf(format)) });

/**
 * Shows in `place` what the night would be, again after each change.
 * @param {Element} place @param {string} club @param {() => {terms: any, people: number}} asked what the form says now
 */
export function previewOf(place, club, asked) {
  let timer = 0, latest = 0;
  return () => {
    clearTimeout(timer);
    const number = ++latest;
    timer = setTimeout(async () => {
      const { terms, people } = asked(), why = unseen(terms.format, people);
      if (why) return show(place, el("p", { class: "small" }, why));
      let view;
      try {
        view = previewView(await askPreview(club, terms, people), terms.format);
      } catch (problem) {
        const found = asProblem(problem);
        view = el("p", { class: "bad" }, found.errors.map((error) => error.detail).join(" ") || found.message);
      }
      if (number === latest) show(place, view);
    }, PAUSE_MS);
  };
}
