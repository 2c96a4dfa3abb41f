// @ts-check
/** The regions of the table, each drawn from the state. */
import { el, region, say, show } from "../site/dom.js";
import { cardBack, cardFace, cardsShort, isWild, rankName, rankText, ranksName, suitName, suitSign } from "./cards.js";
import { bookOf } from "./rules.js";
import { codesOf, texts } from "./texts.js";

/** @typedef {import("./types.d.ts").Game} Game */
/** @typedef {import("./types.d.ts").Meld} Meld */

/** A name that no other seat has: several bots have the same. @param {Game} game @param {number} seat */
export function playerName(game, seat) {
  const player = game.seats[seat]?.player;
  if (!player) return say(gettext("Seat %(number)s"), { number: seat + 1 });
  const alike = game.seats.filter((each) => each.player?.name === player.name).length > 1;
  return alike ? say(gettext("%(name)s %(number)s"), { name: player.name, number: seat + 1 }) : player.name;
}

/** A name that leads to the player's page; names of a tournament may be hidden. @param {Game} game @param {Game["seats"][number]} seat */
const playerLink = (game, seat) => game.of_tournament || seat.kind === "bot" ? playerName(game, seat.seat)
  : el("a", { href: `/players/${seat.player?.id}`, "data-key": `player-${seat.seat}` }, playerName(game, seat.seat));

/** The name of who sits at a seat. @param {Game} game @param {number | undefined | null} seat */
export function seatName(game, seat) {
  if (seat == null) return gettext("The table");
  const own = game.you?.seat === seat;
  const name = playerName(game, seat);
  return own ? say(gettext("%(name)s (you)"), { name }) : name;
}

/** "kings", "hearts from four to eight" @param {Pick<Meld, "kind" | "cards" | "wild_as">} meld */
export function meldName(meld) {
  if (meld.kind === "wild") return gettext("wild cards");
  const natural = meld.cards.find((card) => !isWild(card)) || meld.cards[0] || "";
  if (meld.kind !== "sequence") return ranksName(natural[0] || "");
  const ranks = meld.cards.map((card) => (isWild(card) ? meld.wild_as || "" : card[0] || "")).map(rankName);
  return say(texts.sequence, { suit: suitName(natural[1] || ""), low: ranks[0], high: ranks[ranks.length - 1] });
}

/** @param {Game} game @param {(game: Game, seat: number) => Node | string | null} timeLeft */
export function drawSeats(game, timeLeft) {
  const hand = game.hand;
  const places = game.seats.map((seat) => {
    const turn = hand?.to_act.includes(seat.seat) ?? false;
    const held = hand?.hands[seat.seat]?.count;
    const foot = hand?.feet.find((each) => each.seat === seat.seat)?.count;
    const own = game.you?.seat === seat.seat;
    const partner = game.you && !own && seat.side === game.you.seat % game.sides.length;
    return el("li", { class: turn ? "seat turn" : "seat", "data-seat": seat.seat },
      el("b", {}, seat.player ? playerLink(game, seat) : gettext("Empty")),
      el("span", { class: "soft small" }, [
        own && gettext("you"), partner && gettext("partner"),
        seat.kind === "bot" && gettext("bot"),
        held !== undefined && say(ngettext("%(count)s card", "%(count)s cards", held), { count: held }),
        foot && gettext("second hand waits"),
        seat.presence && seat.presence !== "online" && (seat.presence === "away" ? gettext("away") : gettext("gone")),
      ].filter(Boolean).join(" · ")), " ", turn && el("span", { class: "only-read" }, gettext("to act")), timeLeft(game, seat.seat));
  });
  show(region("seats"), el("ul", { class: "seats" }, ...places));
}

/** @param {Game} game */
export function drawMiddle(game) {
  const hand = game.hand;
  if (!hand) return show(region("middle"));
  const pile = hand.pile;
  const state = pile.blocked ? gettext("blocked") : pile.frozen ? gettext("frozen") : "";
  show(region("middle"),
    el("div", { class: "pile" }, cardBack(hand.stock.count), el("span", {}, gettext("Stock"), el("br"), String(hand.stock.count))),
    el("div", { class: "pile face" }, pile.top ? cardFace(pile.top) : cardBack(0),
      el("span", {}, gettext("Pile"), el("br"), String(pile.count), state && el("b", { class: "warn" }, ` ${state}`))),
    pile.cards.length > 1 && el("details", { "data-key": "pile" }, el("summary", { class: "button" }, gettext("Show all")),
      el("p", {}, cardsShort(pile.cards))),
    hand.aside && el("p", {}, say(ngettext("%(count)s card of the pile lies face down until the turn ends.", "%(count)s cards of the pile lie face down until the turn ends.", hand.aside.count), { count: hand.aside.count })));
}

/**
 * @param {Game} game @param {{open: number | null, fresh: Set<number>, toggle: (id: number) => void}} view
 * @param {import("./rules.js").Rules | null} rules
 */
export function drawMelds(game, view, rules = null) {
  const hand = game.hand;
  if (!hand) return show(region("melds"));
  const own = game.you ? game.you.seat % game.sides.length : -1;
  const sides = [...game.sides].sort((one, two) => Number(one.side === own) - Number(two.side === own));
  show(region("melds"), ...sides.map((side) => {
    const melds = hand.melds.filter((meld) => meld.side === side.side);
    const open = melds.find((meld) => meld.id === view.open);
    const needs = hand.initial_minimum[side.side];
    const threes = hand.red_threes[side.side] || [];
    return el("div", { class: "side" },
      el("h2", {}, side.side === own ? gettext("Your side") : own >= 0 && sides.length === 2 ? gettext("The others") : side.seats.map((seat) => seatName(game, seat)).join(", "),
        el("span", { class: "soft" }, " " + [side.score != null && say(gettext("score %(points)s"), { points: side.score }),
          needs != null && say(gettext("first melds need %(points)s"), { points: needs }),
          threes.length > 0 && say(gettext("red threes: %(count)s"), { count: threes.length }),
          rules && melds.length > 0 && bookOf(rules, melds)].filter(Boolean).join(" · "))),
      el("ul", { class: "melds" }, ...melds.map((meld) => el("li", {}, chip(meld, view)))),
      open && el("p", {}, meldText(open), say(gettext(", %(points)s points"), { points: open.points })),
      open && el("div", { class: "spread" }, ...open.cards.map((card) => cardFace(card))));
  }), hand.melds.length > 0 && el("p", { class: "soft small roomy" }, gettext("On a meld: the number of its cards, and ★ for each wild card.")));
}

/** "A", "♠ 7–K", "★": what a meld is in the least room @param {Meld} meld */
function meldHead(meld) {
  if (meld.kind === "wild") return "★";
  const natural = meld.cards.find((card) => !isWild(card)) || "";
  if (meld.kind !== "sequence") return rankText(natural[0] || "");
  const ends = [meld.cards[0] || "", meld.cards[meld.cards.length - 1] || ""].map((card) => rankText(isWild(card) ? meld.wild_as || "" : card[0] || ""));
  return `${suitSign(natural[1] || "")} ${ends.join("–")}`;
}

/** A meld in words. @param {Meld} meld */
function meldText(meld) {
  const wilds = meld.cards.filter(isWild).length;
  return [meldName(meld), say(ngettext("%(count)s card", "%(count)s cards", meld.cards.length), { count: meld.cards.length }),
    wilds && say(gettext("%(count)s wild"), { count: wilds }), meld.canasta && texts.canastas[meld.canasta], meld.closed && gettext("closed")].filter(Boolean).join(", ");
}

/** @param {Meld} meld @param {{open: number | null, fresh: Set<number>, toggle: (id: number) => void}} view */
function chip(meld, view) {
  const wilds = meld.kind === "wild" ? 0 : meld.cards.filter(isWild).length;
  return el("button", { type: "button", "data-key": `meld-${meld.id}`, "aria-expanded": String(view.open === meld.id),
    class: `meld ${meld.canasta ? `canasta ${meld.canasta}` : ""} ${view.fresh.has(meld.id) ? "new" : ""}`,
    "aria-label": meldText(meld), title: meldText(meld), onclick: () => view.toggle(meld.id) },
    el("b", {}, meldHead(meld)), el("span", { class: "small" }, `×${meld.cards.length}${"★".repeat(wilds)}`));
}

/** The score sheet of the last hand, or how the game ended. @param {Game} game @param {{linked?: boolean}} [options] linked: to what else shows the hand */
export function drawScore(game, { linked = true } = {}) {
  const last = game.last_hand;
  /** @param {number} side */
  const name = (side) => game.sides[side]?.seats.map((seat) => seatName(game, seat)).join(", ") || "";
  show(region("score"),
    game.result && el("p", { class: "notice" }, game.result.winner == null ? gettext("The game is over. Nobody wins.")
      : game.result.end === "conceded" ? say(gettext("The other side gave up. Winner: %(who)s."), { who: name(game.result.winner) })
      : say(gettext("The game is over. Winner: %(who)s, with %(points)s points."), { who: name(game.result.winner), points: game.result.scores[game.result.winner] })),
    last && el("h2", {}, say(gettext("Hand %(number)s, as scored"), { number: last.number })),
    last && el("div", { class: "wide" }, sheet(last.score, name)),
    last?.score.some((side) => side.lines.some((line) => line.count > 1)) && el("p", { class: "soft small" }, gettext("In brackets: how many.")),
    linked && last && el("p", {}, el("a", { href: `/games/${game.id}/hands/${last.number}/transcript` }, gettext("This hand in sentences")), " · ",
      el("a", { href: `/games/${game.id}/replay?hand=${last.number}` }, gettext("Step through it"))),
    last && last.number > 1 && el("a", { class: "plot", href: `/games/${game.id}/points` },
      el("img", { src: `/games/${game.id}/points.svg?hand=${last.number}`, alt: gettext("Points over the hands, and their table") })));
}

/** A column for each side, a row for each item that one of them has. @param {NonNullable<Game["last_hand"]>["score"]} score @param {(side: number) => string} name */
function sheet(score, name) {
  const codes = codesOf(score);
  /** @param {string} code */
  const row = (code) => el("tr", {}, el("th", { scope: "row" }, texts.lines[code] || code), ...score.map((side) => {
    const lines = side.lines.filter((line) => line.code === code);
    const count = lines.reduce((sum, line) => sum + line.count, 0);
    return el("td", { class: "number", "data-side": side.side }, lines.length > 0 && String(lines.reduce((sum, line) => sum + line.points, 0)), count > 1 && el("span", { class: "soft" }, ` (${count})`));
  }));
  return el("table", { class: "sheet" },
    el("thead", {}, el("tr", {}, el("td"), ...score.map((side) => el("th", { scope: "col", class: "number" }, name(side.side))))),
    el("tbody", {}, ...codes.map(row), el("tr", {}, el("th", { scope: "row" }, gettext("Total")),
      ...score.map((side) => el("td", { class: "number" }, el("b", {}, String(side.total)))))));
}
