// @ts-check
/** Adding members from a list that is pasted or chosen as a file; bad lines are shown in place. */
import { asProblem, post } from "../site/api.js";
import { el, once, say, show } from "../site/dom.js";

const PAUSE_MS = 300; // after the last change, before the list is checked

/** The names of a list as the file that the service reads: a name on each line, or the columns of a file with titles. @param {string} text */
export function asFile(text) {
  const lines = text.replace(/^\ufeff/, "").replace(/\r/g, "").split("\n");
  const titles = (lines[0] || "").toLowerCase().split(/[,;\t]/).map((each) => each.trim());
  if (titles.includes("name")) return { csv: lines.join("\n"), first: 1 };
  const named = titles.includes("first name") || titles.includes("last name") ? lines.slice(1) : lines;
  const names = named.map((line) => line.split(/[,;\t]/).map((each) => each.trim()).filter(Boolean).join(" "));
  return { csv: ["name", ...names.map((name) => `"${name.replaceAll('"', '""')}"`)].join("\n"), first: 2 - (lines.length - named.length) };
}

/** A file's text: UTF-8, or else Latin-1. @param {File} file */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** @param {string} club @param {() => Promise<void>} added */
export function membersForm(club, added) {
  const list = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "names", rows: 6, "aria-describedby": "names-help names-faults" }));
  const said = el("div", { id: "names-faults", role: "status" });
  const add = /** @type {HTMLButtonElement} */ (el("button", { class: "primary", disabled: true }, gettext("Add them")));
  let timer = 0, checks = 0;

  /** @param {boolean} dry @param {string} text */
  const send = (dry, text) => post(`/clubs/${club}/members/import${dry ? "?dry_run=true" : ""}`, { csv: asFile(text).csv });

  /** @param {unknown} thrown */
  function refused(thrown) {
    const { message, errors } = asProblem(thrown), { first } = asFile(list.value), lines = list.value.split("\n");
    add.disabled = true;
    show(said, ...errors.length ? errors.map(({ path, detail }) => {
      const line = Number(path.split(".")[1]) - first;
      return el("p", { class: "bad" }, Number.isInteger(line) && line >= 0 ? say(gettext("Line %(line)s, %(text)s: %(detail)s"), { line: line + 1, text: (lines[line] || "").trim(), detail }) : detail);
    }) : [el("p", { class: "bad" }, message)]);
  }

  async function check() {
    const number = ++checks, text = list.value;
    if (!text.trim()) { add.disabled = true; return show(said); }
    try {
      const tried = await send(true, text);
      if (number !== checks) return;
      const count = tried.members.length;
      add.textContent = say(ngettext("Add %(count)s member", "Add %(count)s members", count), { count });
      add.disabled = count === 0;
      show(said);
    } catch (problem) {
      if (number === checks) refused(problem);
    }
  }

  const submit = once(async () => {
    try {
      const done = await send(false, list.value);
      list.value = "";
      add.disabled = true;
      show(said, el("p", { class: "good" }, say(ngettext("%(count)s member is added.", "%(count)s members are added.", done.members.length), { count: done.members.length })));
      await added();
    } catch (problem) {
      refused(problem);
    }
  });
  list.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(check, PAUSE_MS); });
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "names-file", accept: ".csv,.txt,text/csv,text/plain" }));
  file.addEventListener("change", async () => {
    const [chosen] = file.files || [];
    if (!chosen) return;
    list.value = await textOf(chosen);
    check();
  });
  return el("details", { "data-key": "add-members" }, el("summary", { class: "button" }, gettext("Add members")),
    el("form", { id: "add-members", onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); submit(event); } },
      el("label", { for: "names" }, gettext("Their names, one on each line")), list,
      el("p", { class: "help", id: "names-help" }, gettext("They need no account. Each gets a code by which they may claim their name later.")),
      el("label", { for: "names-file" }, gettext("Or a file with the names")), file,
      said, el("p", {}, add)));
}
