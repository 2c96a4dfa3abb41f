// @ts-check
/** The text of a file of names: of a text file, or of the first sheet of a workbook (.xlsx, ECMA-376). */

const FULL_BYTES = 5_000_000, PART_BYTES = 20_000_000, ROWS = 5_000, COLUMNS = 100;
const ZIP = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50; // signatures of PKWARE's APPNOTE 4.3
const END_BYTES = 22, STORED = 0;
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A file's text: UTF-8, or else Latin-1; tabs between the cells of a workbook. @param {File} file */
export async function textOf(file) {
  if (file.size > FULL_BYTES) throw new Error(gettext("The file is too large."));
  const bytes = await file.arrayBuffer();
  if (bytes.byteLength > END_BYTES && new DataView(bytes).getUint32(0, true) === ZIP) return workbookText(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A workbook has more in it than a list of names can have. */
class TooLarge extends Error {}

/** @param {ArrayBuffer} bytes */
async function workbookText(bytes) {
  try {
    const parts = partsOf(bytes);
    const [book, targets] = await Promise.all(["xl/workbook.xml", "xl/_rels/workbook.xml.rels"].map((name) => parts.get(name)?.()));
    const [sheet, strings] = await Promise.all([firstSheet(book, targets), "xl/sharedStrings.xml"].map((name) => parts.get(name)?.()));
    if (!sheet) throw new Error("no sheet");
    return rowsOf(xml(sheet), strings ? all(xml(strings), "si").map(stringOf) : []);
  } catch (problem) {
    if (problem instanceof TooLarge) throw new Error(gettext("The file is too large."));
    throw new Error(gettext("This file is no list of names: choose a workbook (.xlsx), or a text (.csv)."));
  }
}

/** The part with the sheet that the workbook has first; empty for none. @param {string} [book] @param {string} [targets] the files of its parts */
function firstSheet(book = "", targets = "") {
  const id = all(xml(book), "sheet")[0]?.getAttributeNS(RELATIONS, "id");
  const target = all(xml(targets), "Relationship").find((each) => each.getAttribute("Id") === id)?.getAttribute("Target") || "";
  return new URL(target, "zip:///xl/").pathname.slice(1);
}

/** The parts of a zip file by name, each read when it is asked for. @param {ArrayBuffer} bytes @returns {Map<string, () => Promise<string>>} */
function partsOf(bytes) {
  const view = new DataView(bytes), parts = new Map();
  let end = bytes.byteLength - END_BYTES;
  while (view.getUint32(end, true) !== END) end--; // beyond the beginning it throws
  for (let at = view.getUint32(end + 16, true), left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === ENTRY; left--) {
    const [method, size, name, extra, comment, local] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint16(at + 28, true), view.getUint16(at + 30, true),
      view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    parts.set(new TextDecoder().decode(new Uint8Array(bytes, at + 46, name)), () => inflated(bytes.slice(begin, begin + size), method));
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** @param {ArrayBuffer} part @param {number} method */
async function inflated(part, method) {
  if (method === STORED) return new TextDecoder().decode(part);
  const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader(), decoder = new TextDecoder();
  let text = "", bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.byteLength;
    if (bytes > PART_BYTES) {
      await reader.cancel();
      throw new TooLarge();
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** @param {string} text */
const xml = (text) => new DOMParser().parseFromString(text, "application/xml");

/** @param {Document | Element} within @param {string} name */
const all = (within, name) => [...within.getElementsByTagNameNS("*", name)];

/** A text without how it is pronounced. @param {Element} string */
const stringOf = (string) => all(string, "t").filter((text) => text.parentElement?.localName !== "rPh").map((text) => text.textContent || "").join("");

/** @param {Document} sheet @param {string[]} strings */
function rowsOf(sheet, strings) {
  const rows = all(sheet, "row");
  if (rows.length > ROWS) throw new TooLarge();
  return rows.map((row) => {
    /** @type {string[]} */ const cells = [];
    for (const cell of all(row, "c")) {
      const value = all(cell, "v")[0]?.textContent || "", column = columnOf(cell.getAttribute("r"));
      if ((column ?? cells.length) >= COLUMNS) throw new TooLarge();
      cells[column ?? cells.length] = (cell.getAttribute("t") === "s" ? strings[Number(value)] || "" : cell.getAttribute("t") === "inlineStr" ? stringOf(cell) : value).replace(/[\t\n]/g, " ");
    }
    return Array.from(cells, (cell) => cell ?? "").join("\t");
  }).join("\n");
}

/** The column of a cell's name, from 0: of "C7" 2. @param {string | null} name */
function columnOf(name) {
  const letters = name?.match(/^[A-Z]{1,3}/)?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : null;
}
