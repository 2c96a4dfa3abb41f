// @ts-check
/** Adding members from a list that is pasted or chosen as a file; bad lines are shown in place. */
import { asProblem, post } from "../site/api.js";
import { el, once, say, show } from "../site/dom.js";
import { textOf } from "./name_file.js";
import { asFile } from "./name_list.js";

const PAUSE_MS = 300; // after the last change, before the list is checked
const FIRST_ROW = 2; // of the file that the service reads; the first has the titles

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
    const { message, errors } = asProblem(thrown), { lines } = asFile(list.value), typed = list.value.split("\n");
    add.disabled = true;
    show(said, ...errors.length ? errors.map(({ path, detail }) => {
      const line = lines[Number(path.split(".")[1]) - FIRST_ROW];
      return el("p", { class: "bad" }, line ? say(gettext("Line %(line)s, %(text)s: %(detail)s"), { line, text: (typed[line - 1] || "").trim().replaceAll("\t", " "), detail }) : detail);
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
      const good = el("p", { class: "good" }, say(ngettext("%(count)s member is added.", "%(count)s members are added.", done.members.length), { count: done.members.length }));
      await added().finally(() => show(said, good)); // once they are in the list, and counted
    } catch (problem) {
      refused(problem);
    }
  });
  list.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(check, PAUSE_MS); });
  const file = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "names-file", accept: ".csv,.txt,.xlsx,text/csv,text/plain" }));
  file.addEventListener("change", async () => {
    const [chosen] = file.files || [];
    if (!chosen) return;
    try {
      list.value = await textOf(chosen);
    } catch (problem) {
      return show(said, el("p", { class: "bad" }, /** @type {Error} */ (problem).message));
    }
    check();
  });
  return el("details", { "data-key": "add-members" }, el("summary", { class: "button" }, gettext("Add members")),
    el("form", { id: "add-members", onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); submit(event); } },
      el("label", { for: "names" }, gettext("Their names, one on each line")), list,
      el("p", { class: "help", id: "names-help" }, gettext("They need no account. Each gets a code by which they may claim their name later.")),
      el("label", { for: "names-file" }, gettext("Or a file with the names, as a text (.csv) or a workbook (.xlsx)")), file,
      said, el("p", {}, add)));
}
