// @ts-check
/** The words of the service for people: offices, formats and states. */
import { isolated, joined, numberText } from "../site/local.js";

/** @type {Record<string, string>} */
const ROLES = { member: gettext("member"), director: gettext("director"), admin: gettext("admin") };
/** @param {string} role */
export const roleName = (role) => ROLES[role] || role;

/** @type {Record<string, string>} */
export const FORMATS = {
  rotating: gettext("Everybody for themselves, with new partners each round"),
  swiss: gettext("Pairs; the best meet the best"),
  round_robin: gettext("Pairs; each meets each once"),
  double_round_robin: gettext("Pairs; each meets each twice"),
  knockout: gettext("Pairs; who loses is out"),
  swiss_individual: gettext("Everybody for themselves; the best meet the best"),
};

/** True if people enter one by one. @param {string} format */
export const isIndividual = (format) => format === "rotating" || format === "swiss_individual";

/** @type {Record<string, string>} */
const STATES = { draft: gettext("not announced"), open: gettext("open for entries"), running: gettext("at play"), finished: gettext("over"), cancelled: gettext("called off") };
/** @param {string} state */
export const stateName = (state) => STATES[state] || state;

/** "Ana, Ben" @param {{name: string}[]} people or entries */
export const names = (people) => people.map((each) => isolated(each.name)).join(", ");

/** "Ana & Ben" @param {{name: string}[]} people of one side */
export const pair = (people) => joined(people.map((each) => each.name));

/** Who may read a night, and in which words. @type {[string, string][]} */
export const VISIBILITIES = [["link", gettext("Everybody who has its link")], ["club", gettext("Members of the club only")], ["public", gettext("Everybody: it is in public lists")]];

/** True if its scores are counted in hundredths. @param {any} night */
export const hundredths = (night) => night.scoring.type === "vp";

/** A score in the unit of the night's scoring. @param {any} night @param {number} value */
export const scoreText = (night, value) => (hundredths(night) ? numberText(value / 100, 2) : numberText(value));

/** @type {Record<string, string>} */
const MEANINGS = {
  average: gettext("The score is the average per table."), score: gettext("The score is the sum of all rounds."),
  progress: gettext("The score is 2 for each round won, and 1 for third place."),
};
/** What the numbers of the standings are. @param {any} night @param {string} metric the one that decides first */
export const scoreMeaning = (night, metric) => [MEANINGS[metric], night.scoring.type === "vp" && metric !== "progress" && gettext("It is in victory points: at a table, the more of them the further a side is ahead in card points.")].filter(Boolean).join(" ");

/** "1,285 : 620" @param {number[]} points */
export const pointsText = (points) => points.map((each) => numberText(each)).join(" : ");
