// @ts-check
/** Texts that the service writes on pages too: the page of a table has them as data. */

/** @type {{templates: Record<string, string>, variants: string[], actors: string[], lines: Record<string, string>}} */
export const texts = JSON.parse(document.getElementById("table-texts")?.textContent || '{"templates":{},"variants":[],"actors":[],"lines":{}}');
