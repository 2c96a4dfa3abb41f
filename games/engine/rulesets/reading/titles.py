"""What a form calls the values of a ruleset whose keys do not say it by themselves."""

from typing import Final

_TITLES: Final = {
    "Seating.foot_size": "Cards of the second hand",
    "DealRule.upcard_rejects": "Cards that are not turned up",
    "DrawRule.count": "Cards drawn",
    "DrawRule.must_take": "A top card that fits must be taken",
    "PileRule.top_onto_sequence": "Top card onto a sequence",
    "PileRule.new_sequence": "Top card for a new sequence",
    "PileRule.max_meld_size": "Largest meld that a take adds to",
    "PileRule.max_cards_taken": "Most cards taken",
    "PileRule.min_pile_size": "Smallest pile that may be taken",
    "GroupRule.max_size": "Closes at",
    "GroupRule.max_wilds": "Most wild cards",
    "GroupRule.min_naturals": "Fewest natural cards",
    "GroupRule.extra_naturals": "Further natural cards",
    "GroupRule.per_rank": "Groups of a rank",
    "SequenceRule.max_wilds": "Most wild cards",
    "SequenceRule.min_naturals": "Fewest natural cards",
    "WildMeldRule.max_size": "Closes at",
    "WildMeldRule.per_side": "Such melds of a side",
    "ThreesRule.melding": "When threes are melded",
    "ThreesRule.max_wilds": "Most wild cards",
    "ThreesRule.max_size": "Closes at",
    "ThreesRule.black_in_hand": "Black threes in hand",
    "ManyCanastas.count": "Number of canastas",
    "CanastaRule.size": "Cards of a canasta",
    "CanastaRule.many": "Bonus for many canastas",
    "InitialMinimum.basis": "It depends on",
    "InitialMinimum.negative": "Below zero",
    "InitialMinimum.brackets": "Points needed",
    "RedThrees.declaring": "How they are laid",
    "RedThrees.qualified_canastas": "Canastas that a side needs",
    "RedThrees.all": "All of them",
    "RedThrees.unqualified_each": "Each, without these canastas",
    "RedThrees.unqualified_all": "All, without these canastas",
    "RedThrees.in_hand": "In hand at the end",
    "RedThrees.in_hand_per": "In hand, counted by",
    "GoingOut.book": "Canastas of certain kinds",
    "GoingOut.permission": "Asking the partners",
    "GoingOut.broken_promise_penalty": "Penalty for not going out after a yes",
    "GoingOut.last_discard": "Discarding the last card",
    "GoingOut.passing": "Ending a turn without a discard",
    "GameRule.target": "Points that end the game",
    "GameRule.hand_limit": "Most hands",
    "TournamentRule.margin_sd": "Spread of the margin",
}


def title_of(section: str, key: str) -> str:
    """What people call the value `key` of the class `section`: `Hand size` for `hand_size`."""
    return _TITLES.get(f"{section}.{key}") or key.replace("_", " ").capitalize()
