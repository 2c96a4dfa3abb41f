// @ts-check
/** The score pads that this browser keeps. */
import { newKey } from "../site/api.js";

/** @typedef {import("./types.d.ts").Pad} Pad */
/** @typedef {import("./types.d.ts").HandSheet} HandSheet */

const EACH = "score-pad:";
const OPEN = "score-pad";
const MOST = 50;

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null; // no storage, or not ours
  }
}

/** @param {string} key @param {unknown} value undefined: nothing; false if the browser keeps nothing */
function write(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(EACH));
  } catch {
    return [];
  }
}

/** All pads, the newest first. @returns {Pad[]} */
export const pads = () => keys().map(read).filter(Boolean).sort((one, two) => two.begun.localeCompare(one.begun));

/** The pad that was open last. @returns {Pad | null} */
export const openPad = () => read(EACH + read(OPEN));

/** Keeps a pad; false if the browser keeps nothing. @param {Pad} pad */
export const keep = (pad) => write(EACH + pad.id, pad) && write(OPEN, pad.id);

/** @param {string} id */
export const forget = (id) => write(EACH + id, undefined);

/** The oldest of too many go. */
export const forgetOldest = () => pads().slice(MOST).forEach((pad) => forget(pad.id));

/** A hand in which nothing is entered. @param {number} sides @returns {HandSheet} */
export const blank = (sides) => ({ went_out: null, sides: Array.from({ length: sides }, (_, side) => ({ side })) });

/** @param {{ruleset: string, title: string, seats: number, sides: number, players: string[], cents: number | null}} terms @returns {Pad} */
export const newPad = (terms) => ({
  ...terms, id: newKey(), begun: new Date().toISOString(), hands: [], next: blank(terms.sides), correction: null, deleted: null, answer: null, stale: true,
});

/** The names of the sides, of those who sit there. @param {Pad} pad */
export function sideNames(pad) {
  return Array.from({ length: pad.sides }, (_, side) => {
    const players = pad.players.filter((name, seat) => name && seat % pad.sides === side);
    return players.join(" & ") || interpolate(gettext("Side %(number)s"), { number: side + 1 }, true);
  });
}

/** Notices that another tab changed what is kept. @param {(id: string) => void} changed */
export function listen(changed) {
  addEventListener("storage", (event) => { if (event.key?.startsWith(EACH)) changed(event.key.slice(EACH.length)); });
}
