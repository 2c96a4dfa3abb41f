"""What cannot be right about one side's part of a sheet, whatever the other sides wrote."""

from collections.abc import Iterator

from games.engine.pad.errors import SheetFault
from games.engine.pad.lines import side_lines
from games.engine.pad.pack import black_threes, known_kinds, own_supplies, red_threes
from games.engine.pad.sheets import HandSheet, SideSheet
from games.engine.rulesets import Holding, Rules
from games.engine.scoring.sheet import CANASTA_CODES, owed

_Found = Iterator[SheetFault]


def own_faults(side: SideSheet, hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """All faults of a side for which more than the total was entered."""
    yield from _canastas(side, path, rules)
    yield from _threes(side, path, rules, seats)
    yield from _hands(side, hand, path, rules, seats)
    for number, each in enumerate(side.penalties):
        if each.points > 0:
            detail = f"Side {side.side} wins {each.points} by a penalty: write it below 0"
            yield SheetFault(f"{path}.penalties.{number}.points", detail)
    yield from _debt(side, hand, path, rules, seats)
    yield from _total(side, hand, path, rules, seats)


def _canastas(side: SideSheet, path: str, rules: Rules) -> _Found:
    who, known = f"Side {side.side}", known_kinds(rules)
    for kind, number in side.canastas.items():
        if kind not in known:
            code = CANASTA_CODES[kind]
            detail = f"{who} has {number} {code.replace('_', ' ')}: this ruleset has none"
            yield SheetFault(f"{path}.counts.{code}", detail)
    for supply in own_supplies(rules):
        if (taken := supply.taken(side.canastas)) > supply.there:
            detail = f"{who} finished {taken} {supply.what}: there can be {supply.there}"
            yield SheetFault(f"{path}.counts", detail)
    least = sum([known.get(kind, 0) * number for kind, number in side.canastas.items()])
    if side.melded_cards < least:
        melded = f"{who} melded {side.melded_cards}"
        detail = f"{melded}: the cards of its canastas are worth {least} at least"
        yield SheetFault(f"{path}.melded_cards", detail)


def _threes(side: SideSheet, path: str, rules: Rules, seats: int) -> _Found:
    """Threes counted separately where the ruleset counts them with the other cards."""
    like_others = "count with the other cards in this ruleset"
    if not red_threes(rules, seats):
        for name in ("counts.red_threes", "red_threes_in_hand"):
            if getattr(side, name.removeprefix("counts.")):
                detail = f"Side {side.side} counts red threes separately: they {like_others}"
                yield SheetFault(f"{path}.{name}", detail)
    if side.black_threes_in_hand and not black_threes(rules, seats):
        detail = f"Side {side.side} counts black threes in hand separately: they {like_others}"
        yield SheetFault(f"{path}.black_threes_in_hand", detail)


def _hands(side: SideSheet, hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """Cards in hands that are empty. Partners of the player who went out may hold some."""
    players = seats // rules.sides(seats)
    who, out = f"Side {side.side}", hand.went_out == side.side
    holding = players - out
    per_player = rules.red_threes.in_hand_per is Holding.PLAYER
    if per_player and side.red_threes_in_hand > holding:
        players_held = f"{side.red_threes_in_hand} players with red threes in hand"
        detail = f"{who} counts {players_held}: {holding} of it hold any cards"
        yield SheetFault(f"{path}.red_threes_in_hand", detail)
    if out and not holding:
        left = {"hand_cards": side.hand_cards, "black_threes_in_hand": side.black_threes_in_hand}
        if not per_player:
            left["red_threes_in_hand"] = side.red_threes_in_hand
        for name, number in left.items():
            if number:
                detail = f"{who} went out and has {number} under {name}: its hand is empty"
                yield SheetFault(f"{path}.{name}", detail)


def _debt(side: SideSheet, hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    """Canastas dismantled without need, or kept though nothing covers the debt."""
    at, who, fallen = f"{path}.debt_dismantled", f"Side {side.side}", side.dismantled
    if not rules.game.debt:
        if fallen:
            yield SheetFault(at, f"{who} lost canastas to debt: there is none in this ruleset")
        return
    for kind, number in fallen.items():
        if number > (have := side.canastas.get(kind, 0)):
            code = CANASTA_CODES[kind]
            detail = f"{who} lost {number} {code.replace('_', ' ')} to debt: it had {have}"
            yield SheetFault(f"{at}.{code}", detail)
    cost, red = owed(side_lines(side, hand, rules, seats))
    open_debt = cost - max(0, red)
    if fallen and open_debt <= 0:
        yield SheetFault(at, f"{who} lost canastas to debt, and its red threes cover it")
    if open_debt > side.melded_cards and fallen != side.canastas:
        detail = f"{who} owes {cost}, more than it laid: every canasta is dismantled"
        yield SheetFault(at, detail)


def _total(side: SideSheet, hand: HandSheet, path: str, rules: Rules, seats: int) -> _Found:
    come_to = sum([each.points for each in side_lines(side, hand, rules, seats)])
    if side.total is not None and side.total != come_to:
        detail = f"The lines of side {side.side} come to {come_to}, not to {side.total}"
        yield SheetFault(f"{path}.total", detail)
