// @ts-check
/** The caller's clubs: to open one, to join by a code, to found one. */
import { post } from "../site/api.js";
import { el, region, show } from "../site/dom.js";
import { form, showParts } from "../site/forms.js";
import { showPages } from "../site/lists.js";
import { roleName } from "./words.js";

const CODE = "club-code";

/** The code that a link has behind `#`: it is kept while somebody signs in, and the server never sees it in an address. */
function codeOfLink() {
  if (location.hash.length > 1) sessionStorage.setItem(CODE, location.hash.slice(1));
  return sessionStorage.getItem(CODE) || "";
}

const linked = codeOfLink();

/** @param {any} club */
const row = (club) => el("li", {}, el("a", { href: `/clubs/${club.id}` }, club.name), " ", el("span", { class: "badge quiet" }, roleName(club.you.role)));

const mine = () => showPages(region("clubs"), "/clubs?limit=50", row);

const founding = () => form({ id: "found", title: gettext("Found a club"), button: gettext("Found the club"),
  fields: [{ name: "name", label: gettext("Its name") }],
  send: async ({ name }) => { location.assign(`/clubs/${(await post("/clubs", { name })).id}`); } });

const joining = () => form({ id: "join", title: gettext("Join a club"), button: gettext("Join"),
  fields: [{ name: "code", label: gettext("Code"), value: linked, help: gettext("Of the club; or your own, if your name is on its list already: a director has both.") },
    { name: "name", required: false, label: gettext("What the club calls you, if another member has your name") }],
  send: async ({ code, name }) => {
    const joined = await post("/clubs/join", { code, ...name ? { name } : {} });
    sessionStorage.removeItem(CODE);
    if (joined.you) location.assign(`/clubs/${joined.id}`);
  },
  done: gettext("A director has to confirm that you are the same person.") });

if (document.getElementById("clubs")) {
  show(region("founding"), founding());
  show(region("joining"), joining());
  showParts(mine);
}
