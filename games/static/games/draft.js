// @ts-check
/** House rules that are being made: kept by the browser's tab, so that nothing typed is lost. */

/** @typedef {{extends: string, overrides: Record<string, any>, name: string, slug: string}} Draft */

const KEY = "house-rules";

/** @returns {Draft | null} */
export function draft() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) || "null");
  } catch {
    return null;
  }
}

/** @param {Draft} kept */
export const keepDraft = (kept) => sessionStorage.setItem(KEY, JSON.stringify(kept));

export const dropDraft = () => sessionStorage.removeItem(KEY);
