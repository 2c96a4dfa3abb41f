// @ts-check
/** House rules as differences: a document on top of a base, and what differs between two. */

/** @typedef {Record<string, any>} Document */

/** @param {any} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What makes `base` into `changed`; empty for no difference. @param {Document} base @param {Document} changed @returns {Document} */
export function overridesOf(base, changed) {
  /** @type {Document} */
  const found = {};
  for (const [key, value] of Object.entries(changed)) {
    const old = base[key];
    if (isObject(old) && isObject(value)) {
      const inner = overridesOf(old, value);
      if (Object.keys(inner).length) found[key] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(value)) found[key] = value;
  }
  return found;
}

/** `base` with the values of `overrides`. @param {Document} base @param {Document} overrides @returns {Document} */
export function overridden(base, overrides) {
  const result = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    result[key] = isObject(base[key]) && isObject(value) ? overridden(base[key], value) : value;
  }
  return result;
}
