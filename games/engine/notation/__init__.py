"""A position of a hand as one line of text, for tests, reports of faults, and people.

``classic 4 | hand 1 | dealer 3 | 0 plays | 0: 4C KD KH KS | 1: 15 cards | 2: 15 cards | 3: 15 cards
| stock 90 cards | pile 4C 9D | side 0: #1 9C 9D 9H, #2 8S 9S TS; red 3H | side 1: needs 50``

The ruleset and the number of seats come first (``classic+house`` under house rules, which the line
does not hold), then clauses in any order, each at most once for a seat or side. Cards are written
as in `cards`; face-down ones are a number (``15 cards``); ``none`` means that there are none.

* ``N draws``, ``N plays`` or ``N asks``: whose turn it is, and what they do. ``N plays, laid``: in
  this turn they have melded; ``last red three``: the hand ends with it; ``2 taken back``: two
  actions were. ``over``, ``over, N went out`` or ``over, stock exhausted``: the hand has ended.
* ``question 2 yes 4 no``: who answered "May I go out?", in order; ``question``: nobody yet.
* ``N:`` a hand; ``foot N:`` a second hand that nobody has picked up.
* ``stock``: the next card comes first. ``pile``: from the bottom to the top. ``aside``: what the
  seat on turn took with the pile and may not play yet.
* ``side N:`` melds under their numbers, a sequence from low to high with its wild card in place;
  ``red``: red threes; ``needs``: what the first melds must be worth, by default as at score 0;
  ``opened``: nothing is needed, though there are no melds.
* ``next #7``: the number of the next meld, unless it follows; ``penalty SIDE POINTS REASON``.

The line does not show what may be taken back in the turn.
"""

from games.engine.notation.reading import InvalidPosition, position_in
from games.engine.notation.writing import position_out, view_out

__all__ = ["InvalidPosition", "position_in", "position_out", "view_out"]
