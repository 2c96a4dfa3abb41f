// @ts-check
/** The fair shuffle samba-shuffle/1, computed again from what is published. Knows no page and no service. */

/** @typedef {{algorithm: string, server_seed: string, context: {deal_id: string, hand: number, decks: number, jokers: number, scope: string}, commitment: string, entropy: string[][], order: string[]}} Proof */

export const ALGORITHM = "samba-shuffle/1";

// SHA-256 of its own: the browser's is missing on a plain-http network.

/** @param {number} value @returns {number} its fraction, as 32 bits */
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const PRIMES = [...Array(312).keys()].filter((each) => each > 1 && [...Array(each).keys()].every((one) => one < 2 || each % one));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** One block of 64 bytes. @param {Int32Array} state @param {DataView} view @param {number} at */
function compress(state, view, at) {
  const words = new Int32Array(64);
  /** @param {number} place */
  const word = (place) => /** @type {number} */ (words[place]);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const near = word(i - 2), far = word(i - 15);
    words[i] = word(i - 16) + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + word(i - 7) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ (/** @type {unknown} */ ([...state]));
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + /** @type {number} */ (ROUNDS[i]) + word(i);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => { state[place] = /** @type {number} */ (state[place]) + value; });
}

/** @param {Uint8Array} key @param {Uint8Array} message */
function hmac(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  /** @param {number} mask @param {Uint8Array} rest */
  const round = (mask, rest) => sha256(concatenated(padded.map((byte) => byte ^ mask), rest));
  return round(0x5c, round(0x36, message));
}

/** @param {...Uint8Array} parts */
function concatenated(...parts) {
  const all = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of parts) { all.set(each, at); at += each.length; }
  return all;
}

const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);
/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A big-endian number. @param {number} value @param {number} size */
const numbered = (value, size) => Uint8Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** (size - 1 - place)) % 256);
/** Each field after its length. @param {...Uint8Array} fields */
const prefixed = (...fields) => concatenated(...fields.flatMap((field) => [numbered(field.length, 4), field]));

/** The one way to write a JSON value. @param {any} value @returns {string} */
function canonText(value) {
  if (Array.isArray(value)) return `[${value.map(canonText).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonText(value[name])}`).join(",")}}`;
}
/** @param {any} value */
export const canon = (value) => bytesOf(canonText(value));

/** What has to be published before the deal. @param {Proof} proof */
export const commitmentOf = (proof) =>
  toHex(sha256(prefixed(bytesOf(`${ALGORITHM}/commit`), fromHex(proof.server_seed), canon(proof.context))));

/** By source, then by what it gave. @param {string[][]} entropy */
export const sorted = (entropy) => [...entropy].sort((one, two) => {
  const [left, right] = [JSON.stringify(one), JSON.stringify(two)];
  return left < right ? -1 : Number(left > right);
});

/** The key that decides the deal. @param {Proof} proof */
const keyOf = (proof) =>
  hmac(fromHex(proof.server_seed), prefixed(bytesOf(`${ALGORITHM}/key`), canon(proof.context), canon(sorted(proof.entropy))));

/** What the moves of a hand give the next one. @param {{seat: number, action: any}[]} moves */
export const movesEntropy = (moves) => toHex(sha256(canon(moves.map(({ seat, action }) => ({ seat, action })))));

/** Draws without end: uniform numbers below a bound. @param {Uint8Array} key @returns {(bound: number) => number} */
function numbers(key) {
  let block = 0;
  /** @type {number[]} */ let left = [];
  return (bound) => {
    for (;;) {
      if (!left.length) left = [...hmac(key, concatenated(bytesOf(`${ALGORITHM}/stream`), numbered(block++, 8)))];
      const value = Number(left.shift()) * 256 + Number(left.shift());
      if (value < 65536 - (65536 % bound)) return value % bound;
    }
  };
}

/** The shuffled pack, the first card first. @param {Proof} proof @returns {string[]} */
export function orderOf(proof) {
  const { decks, jokers } = proof.context;
  const deck = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const pack = [...Array(decks).fill(deck).flat(), ...Array(jokers).fill("JK")];
  const below = numbers(keyOf(proof));
  for (let i = pack.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/** The seat that the shuffle draws as a game's first dealer. @param {Proof} proof @param {number} seats */
export const dealerOf = (proof, seats) => numbers(hmac(keyOf(proof), bytesOf(`${ALGORITHM}/dealer`)))(seats);
