// @ts-check
/** A list of names as people have it: one on each line, or the columns of a table, with or without titles. */

/** Titles of columns, in the languages of the pages. @type {Record<string, "name" | "first" | "last" | "guest">} */
const TITLES = { name: "name", "full name": "name", "first name": "first", vorname: "first", "given name": "first", "last name": "last", nachname: "last", familienname: "last", surname: "last",
  "family name": "last", guest: "guest", gast: "guest" };

/** The cells of a text by line: commas, semicolons or tabs between them, quotes around those that have any. @param {string} text */
function cellsOf(text) {
  const [heading = ""] = text.split("\n"), between = ["\t", ";", ","].find((each) => heading.includes(each)) || ",";
  /** @type {string[][]} */ const rows = [[]];
  let cell = "", quoted = false;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at] ?? "\n", row = /** @type {string[]} */ (rows[rows.length - 1]);
    if (quoted && sign === '"' && text[at + 1] === '"') { cell += '"'; at++; }
    else if (quoted ? sign === '"' : sign === '"' && !cell.trim()) { quoted = !quoted; cell = cell.trim(); }
    else if (!quoted && (sign === between || sign === "\n") || at === text.length) {
      row.push(cell.trim());
      cell = "";
      if (sign === "\n" && at < text.length) rows.push([]);
    } else cell += sign === "\n" ? " " : sign;
  }
  return rows;
}

/** @param {string} cell */
const inQuotes = (cell) => `"${cell.replaceAll('"', '""')}"`;

/**
 * The list as the file that the service reads, and the line in `text` of each of its rows.
 * @param {string} text @returns {{csv: string, lines: number[]}} lines from 1
 */
export function asFile(text) {
  const rows = cellsOf(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  const titles = (rows[0] || []).map((cell) => TITLES[cell.toLowerCase()]);
  const titled = titles.some((title) => title && title !== "guest");
  /** @param {string[]} row @param {"name" | "first" | "last" | "guest"} title */
  const under = (row, title) => row[titles.indexOf(title)] || "";
  /** @param {string[]} row */
  const nameOf = (row) => (titled ? under(row, "name") || `${under(row, "first")} ${under(row, "last")}`.trim() : row.filter(Boolean).join(" "));
  const found = rows.map((row, place) => ({ name: nameOf(row), guest: titled && under(row, "guest"), line: place + 1 })).slice(titled ? 1 : 0).filter(({ name }) => name);
  const guests = titles.includes("guest");
  return { csv: [guests ? "name,guest" : "name", ...found.map(({ name, guest }) => [inQuotes(name), ...guests ? [inQuotes(guest || "no")] : []].join(","))].join("\n"), lines: found.map(({ line }) => line) };
}
