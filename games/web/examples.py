"""The worked examples of the rules, as positions to be drawn."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.api.base import problem_for
from games.engine.actions import Action
from games.engine.cards import expand, faces
from games.engine.codec import action_out
from games.engine.errors import Refusal
from games.engine.examples import Example
from games.engine.notation import position_in
from games.engine.rules.decide import decide
from games.engine.rulesets import load
from games.engine.table.changes import replay
from games.engine.table.hand import HandState
from samba_service.kit.problems import problem_of, sentence

MOST_CARDS = 40
"""A larger hand is not drawn: it only holds the rest of the pack."""


def drawn(example: Example) -> dict[str, Any]:
    """What the page shows of an example: the position, the actions, and the result."""
    slug = example.rulesets[0]
    state = position_in(f"{slug} {example.position}")
    seat = state.to_act[0] if example.by is None else example.by
    return {
        "says": sentence(example.says),
        "rulesets": ", ".join(load(each).name for each in example.rulesets),
        "position": _position(state, seat),
        "does": [_said(action) for action in example.does],
        "refusal": _refusal(state, example),
    }


def _position(state: HandState, seat: int) -> dict[str, Any]:
    """The table as the seat that acts sees it."""
    side = seat % state.sides
    melds = list(state.all_melds())
    hand = faces(expand(state.hands[seat]))
    return {
        "hand": hand if len(hand) <= MOST_CARDS else [],
        "pile": faces(state.pile[-8:]),
        "own": [faces(meld.cards) for meld in melds if meld.side == side],
        "theirs": [faces(meld.cards) for meld in melds if meld.side != side],
    }


def _refusal(state: HandState, example: Example) -> str:
    """Why the last action is refused; empty if it is allowed."""
    for action in example.does[:-1]:
        state = replay(state, decide(state, state.to_act[0], action))
    seat = state.to_act[0] if example.by is None else example.by
    try:
        decide(state, seat, example.does[-1])
    except Refusal as refusal:
        return problem_of(problem_for(refusal)).wording.said_on_page().detail
    return ""


def _said(action: Action) -> dict[str, Any]:
    """An action in words, with the cards that it plays."""
    sent = action_out(action)
    single = [sent["card"]] if "card" in sent else []
    cards = sent.get("cards") or sent.get("with") or single
    melds = [meld["cards"] for meld in sent.get("melds", ())]
    return {"what": _(_WHAT[sent["type"]]), "cards": [cards, *melds] if cards else melds}


_WHAT = {
    "draw": gettext_noop("Draw from the stock"),
    "take_pile": gettext_noop("Take the pile with"),
    "take_top": gettext_noop("Take the top card onto a sequence"),
    "lay_red_three": gettext_noop("Lay red threes"),
    "meld": gettext_noop("Meld"),
    "lay_off": gettext_noop("Add to a meld"),
    "merge": gettext_noop("Merge two melds"),
    "ask_out": gettext_noop("Ask to go out"),
    "answer_out": gettext_noop("Answer the partner"),
    "discard": gettext_noop("Discard"),
    "pass": gettext_noop("Pass"),
    "take_back": gettext_noop("Take back"),
}
