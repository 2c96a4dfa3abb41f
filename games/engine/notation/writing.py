"""A position written as a line."""

from collections.abc import Iterable, Sequence

from games.engine.cards import (
    expand,
    faces,
)
from games.engine.notation.words import DOES, HOUSE, Held
from games.engine.phase import Phase
from games.engine.rulesets import Rules, load, sha256, slugs
from games.engine.table.hand import HandState
from games.engine.table.side import SideState
from games.engine.view import SeatView


def position_out(state: HandState) -> str:
    """The position with every card in it, face-down ones too."""
    last = max([meld.id for meld in state.all_melds()], default=0)
    return _line(
        state,
        turn=_end(state) if state.phase is Phase.OVER else _turn(state),
        hands=[expand(hand) for hand in state.hands],
        feet=[expand(foot) for foot in state.feet],
        stock=tuple(reversed(state.stock)),
        more=[
            *([f"next #{state.next_meld}"] if state.next_meld != last + 1 else []),
            *[f"penalty {side} {points} {reason}" for side, reason, points in state.penalties],
        ],
    )


def view_out(view: SeatView) -> str:
    """The position as a seat sees it, or as a spectator does."""
    hands: list[Held] = list(view.sizes)
    if view.seat is not None:
        hands[view.seat] = expand(view.hand)
    return _line(
        view, turn=_turn(view), hands=hands, feet=view.foot_sizes, stock=view.stock_size, more=()
    )


def _line(
    known: HandState | SeatView,
    *,
    turn: str,
    hands: Sequence[Held],
    feet: Sequence[Held],
    stock: Held,
    more: Iterable[str],
) -> str:
    question = known.permission
    clauses = [
        f"{_name(known.rules)} {known.seats}",
        f"hand {known.number}",
        f"dealer {known.dealer}",
        turn,
    ]
    if question is not None:
        said = [f" {seat} {'yes' if yes else 'no'}" for seat, yes in question.answers]
        clauses.append("question" + "".join(said))
    clauses += [f"{seat}: {_held(held)}" for seat, held in enumerate(hands)]
    clauses += [f"foot {seat}: {_held(held)}" for seat, held in enumerate(feet) if held]
    clauses += [f"stock {_held(stock)}", f"pile {_held(known.pile)}"]
    if known.set_aside:
        clauses.append(f"aside {_held(known.set_aside)}")
    clauses += [f"side {number}: {_side(side)}" for number, side in enumerate(known.by_side)]
    return " | ".join([*clauses, *more])


def _name(rules: Rules) -> str:
    known = rules.slug in slugs()
    shipped = known and (rules is load(rules.slug) or sha256(rules) == sha256(load(rules.slug)))
    return rules.slug if shipped else f"{rules.slug}{HOUSE}"


def _end(state: HandState) -> str:
    if state.out is not None:
        return f"over, {state.out} went out"
    return "over" if state.end is None else f"over, {state.end.replace('_', ' ')}"


def _turn(known: HandState | SeatView) -> str:
    if known.phase is Phase.OVER:
        return "over"
    words, so_far = [f"{known.turn} {DOES[known.phase]}"], known.so_far
    if so_far is not None:
        words += ["laid"] * so_far.has_laid + ["last red three"] * so_far.last_red_three
        words += [f"{so_far.taken_back} taken back"] * bool(so_far.taken_back)
    return ", ".join(words)


def _held(held: Held) -> str:
    if isinstance(held, int):
        return f"{held} cards"
    return " ".join(faces(held)) or "none"


def _side(side: SideState) -> str:
    melds = ", ".join(f"#{meld.id} {' '.join(faces(meld.cards))}" for meld in side.melds)
    red = f"red {' '.join(faces(side.red_threes))}" if side.red_threes else ""
    minimum = "" if side.minimum is None else f"needs {side.minimum}"
    opened = "" if melds or minimum else "opened"
    return "; ".join(filter(None, (melds, red, minimum, opened)))
