"""Everything that cannot be right about the sheet of a hand, no matter who wrote it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from games.engine.pad.errors import SheetFault
from games.engine.pad.own_checks import own_faults
from games.engine.pad.pack import Supply, black_threes, card_points, red_threes, supplies
from games.engine.pad.sheets import HandSheet, SideSheet
from games.engine.rulesets import Rules
from games.engine.table.side import has_book

_Found = Iterator[SheetFault]


def multiples(hand: HandSheet, path: str) -> _Found:
    """Points that are no multiple of five, though all cards, bonuses and penalties are."""
    for place, side in enumerate(hand.sides):
        at, who = f"{path}.sides.{place}", f"Side {side.side}"
        if side.melded_cards % 5:
            detail = f"{who} melded {side.melded_cards}: card points come in fives"
            yield SheetFault(f"{at}.melded_cards", detail)
        if side.hand_cards % 5:
            detail = f"{who} holds {side.hand_cards} in hand: card points come in fives"
            yield SheetFault(f"{at}.hand_cards", detail)
        for name in ("penalties", "adjustments"):
            for number, each in enumerate(getattr(side, name)):
                if each.points % 5:
                    detail = f"{who} has {each.points} for {each.reason!r}: points come in fives"
                    yield SheetFault(f"{at}.{name}.{number}.points", detail)
        if side.total is not None and side.total % 5:
            detail = f"{who} has a total of {side.total}: scores come in fives"
            yield SheetFault(f"{at}.total", detail)


def soundness(hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """What is wrong with the sides, with each of them, and with what they share."""
    yield from _sides(hand, path, rules.sides(seats))
    yield from _went_out(hand, path, rules, seats)
    for place, side in enumerate(hand.sides):
        if not side.bare:
            yield from own_faults(side, hand, f"{path}.sides.{place}", rules, seats)
    yield from _shared_cards(hand, path, rules, seats)
    yield from _shared_canastas(hand, path, rules, seats)


def _sides(hand: HandSheet, path: str, sides: int) -> _Found:
    seen: set[int] = set()
    for place, each in enumerate(hand.sides):
        at = f"{path}.sides.{place}.side"
        if each.side in seen:
            yield SheetFault(at, f"Side {each.side} is on this sheet twice")
        elif each.side >= sides:
            yield SheetFault(at, f"There is no side {each.side}: sides are 0 to {sides - 1}")
        seen.add(each.side)
    for side in sorted(set(range(sides)) - seen):
        yield SheetFault(f"{path}.sides", f"Side {side} is missing")


def _went_out(hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """The side that went out had the canastas for it, and its player has no card left."""
    out, at = hand.went_out, f"{path}.went_out"
    if out is None:
        return
    if out >= rules.sides(seats):
        yield SheetFault(at, f"There is no side {out}: sides are 0 to {rules.sides(seats) - 1}")
    for side in hand.sides:
        if side.side != out or side.bare:
            continue
        have, need = sum(side.canastas.values()), rules.going_out.canastas
        if have < need:
            had = "1 canasta" if have == 1 else f"{have} canastas"
            yield SheetFault(at, f"Side {out} went out with {had}: it takes {need}")
        elif not has_book(side.canastas, rules):
            wanted = ", ".join([f"{number} {kind}" for kind, number in rules.book])
            yield SheetFault(at, f"Side {out} went out without the canastas for it: {wanted}")


def _shared_cards(hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """More cards in all sides together than the pack has."""
    yield from _beyond(
        hand,
        lambda side: side.red_threes + side.red_threes_in_hand,
        red_threes(rules, seats),
        f"{path}.sides.{{place}}.counts.red_threes",
        "The sides count {found} red threes: the pack has {there}",
    )
    yield from _beyond(
        hand,
        lambda side: side.black_threes_in_hand,
        black_threes(rules, seats),
        f"{path}.sides.{{place}}.black_threes_in_hand",
        "The sides hold {found} black threes: the pack has {there}",
    )
    yield from _beyond(
        hand,
        lambda side: side.melded_cards + side.hand_cards,
        card_points(rules, seats),
        f"{path}.sides.{{place}}.melded_cards",
        "The cards of the sides come to {found}: the whole pack is worth {there}",
    )


def _beyond(
    hand: HandSheet, of: Callable[[SideSheet], int], there: int, path: str, words: str
) -> _Found:
    """A fault at the first side where the sum is more than the pack has.

    No fault if the pack has none at all: each side gets that fault itself.
    """
    found, at = 0, -1
    for place, side in enumerate(hand.sides):
        at = place if found <= there < found + of(side) else at
        found += of(side)
    if found > there > 0:
        yield SheetFault(path.format(place=at), words.format(found=found, there=there))


def _shared_canastas(hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """More canastas than the pack has cards for."""
    for supply in supplies(rules, seats):
        canastas: Counter[str] = Counter()
        for place, side in enumerate(hand.sides):
            canastas.update(side.canastas)
            if supply.taken(canastas) > supply.there:
                at = f"{path}.sides.{place}.counts"
                yield SheetFault(at, _too_many(supply, canastas))
                break


def _too_many(supply: Supply, canastas: Mapping[str, int]) -> str:
    taken = f"The canastas of the sides take {supply.taken(canastas)} {supply.what} at least"
    return f"{taken}: the pack has {supply.there}"
