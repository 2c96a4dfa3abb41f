// @ts-check
/** Calls of the public API from our own pages, with the session's cookie. */
import { el, say } from "./dom.js";
import { makeLocal, moment } from "./local.js";

const BASE = "/api/v1";
const PATIENCE_MS = 60_000;

/** The player who is signed in; empty for nobody. */
export const me = document.body?.dataset.player || "";

/** A refusal: what the API answers as problem+json. */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body */
  constructor(status, body) {
    super(ownWords(status, body) || body.detail || gettext("The service does not answer."));
    this.status = status;
    /** @type {string} */
    this.code = body.code || "";
    /** @type {string | undefined} The paragraph of the rules. */
    this.rule = body.rule;
    /** @type {string} A page that explains the code. */
    this.page = body.type ? new URL(body.type).pathname : "";
    /** @type {{path: string, detail: string}[]} */
    this.errors = body.errors || [];
    /** @type {Record<string, any>} */
    this.facts = body.facts || {};
  }
}

/** Why somebody who was signed in is not any more; empty for other refusals. @param {number} status @param {Record<string, any>} body */
function ownWords(status, { code, facts }) {
  if (code === "account_suspended") {
    return facts.until ? say(gettext("Your account is suspended until %(until)s: %(reason)s"), { until: moment(facts.until), reason: facts.reason })
      : say(gettext("Your account is banned: %(reason)s"), { reason: facts.reason });
  }
  return status === 401 && code === "not_authenticated" && me ? gettext("You are signed out. Sign in again.") : "";
}

/** Says so at the head of the page, whatever it was doing: most of it does nothing any more. @param {Problem} problem */
function sayShutOut(problem) {
  if (!ownWords(problem.status, problem) || document.getElementById("shut-out")) return;
  document.querySelector("main")?.prepend(el("p", { id: "shut-out", class: "notice bad", role: "alert" }, problem.message, " ",
    el("a", { href: `/sign-in?next=${encodeURIComponent(location.pathname)}` }, gettext("Sign in"))));
}

/** True if the same call may work when it is sent again with its key: it got no answer, or the first one is still under way. @param {unknown} thrown */
export const isLost = (thrown) => thrown instanceof Problem && ([0, 503].includes(thrown.status) || thrown.code === "key_in_flight");

/** Whatever was thrown, as a refusal to show. @param {unknown} thrown */
export const asProblem = (thrown) => (thrown instanceof Problem ? thrown : new Problem(0, {}));

/** Null for a 404; what else was thrown is thrown again. @param {unknown} thrown */
export function noneIfNotThere(thrown) {
  if (asProblem(thrown).status !== 404) throw thrown;
  return null;
}

/** What a form or a call needs to be taken for ours. */
export function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] || "";
}

/** A key that no other call has; `crypto.randomUUID` is missing on a plain-http network. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The parsed answer; throws Problem. Status 0: there was no answer, or not from the service.
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 * @param {{version?: number, key?: string, authorization?: string, patience?: number}} [options] authorization: by a code, instead of the session
 * @returns {Promise<any>}
 */
export async function call(method, path, body, { version, key, authorization, patience = PATIENCE_MS } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (authorization) headers["Authorization"] = authorization;
  else if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
  if (method === "POST") headers["Idempotency-Key"] = key || newKey();
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  let answer, text;
  try {
    answer = await fetch(BASE + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: authorization ? "omit" : "same-origin",
      signal: AbortSignal.timeout(patience),
    });
    text = await answer.text();
  } catch {
    throw new Problem(0, {});
  }
  const found = text ? parsed(text) : null;
  if (answer.ok) return found;
  const problem = new Problem(answer.status, found || {});
  if (!authorization) sayShutOut(problem);
  throw problem;
}

/** The path of a link in an answer, to be called. @param {string} link */
export const pathOf = (link) => link.slice(link.indexOf(BASE) + BASE.length);

/** @param {string} path */
export const get = (path) => call("GET", path);

/** A page that the server writes in the language of its reader, to take a part of it. @param {string} address @returns {Promise<Document>} */
export async function getPage(address) {
  let answer, text;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    text = await answer.text();
  } catch {
    throw new Problem(0, {});
  }
  if (!answer.ok || answer.redirected) throw new Problem(answer.status, {}); // to the form to sign in
  const page = new DOMParser().parseFromString(text, "text/html");
  makeLocal(page);
  return page;
}

/** All items of a list in pages. @param {string} path @returns {Promise<any[]>} */
export async function getAll(path) {
  const items = [];
  for (let next = path; next;) {
    const page = await get(next);
    items.push(...page.results);
    next = page.next ? pathOf(page.next) : "";
  }
  return items;
}

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
