"""Contradictions between what a ruleset says of melds, of canastas and of the book."""

from collections.abc import Iterator

from games.engine.rulesets.choices import MeldsOfAKind, NewSequence, Threes, TopOntoSequence
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import as_json

MELD_SIZE = 3
SEQUENCE_RANKS = 11
"""From the four up to the ace; a group may be of any of them as well."""
SUITS = 4


def meld_faults(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """(path, message) for every contradiction about melds."""
    yield from _sizes(rules)
    yield from _groups(rules)
    yield from _sequences(rules)
    yield from _wild_melds(rules)
    yield from _canastas(rules)
    yield from _book(rules)
    yield from _book_and_pack(rules)


def _sizes(rules: Ruleset) -> Iterator[tuple[str, str]]:
    size, group, sequence, threes = rules.canasta.size, rules.group, rules.sequence, rules.threes
    if 0 < group.max_size < size:
        yield "group.max_size", f"groups that close at {group.max_size} never reach {size} cards"
    if 0 < rules.wild_meld.max_size < size:
        closing = f"melds that close at {rules.wild_meld.max_size}"
        yield "wild_meld.max_size", f"{closing} never reach {size} cards"
    if 0 < threes.max_size < MELD_SIZE:
        yield "threes.max_size", f"a meld begins with {MELD_SIZE} cards"
    elif threes.melding is Threes.ALWAYS and 0 < threes.max_size < size:
        yield "threes.max_size", f"groups that close at {threes.max_size} never reach {size} cards"
    if sequence.max_size not in (0, size):
        yield "sequence.max_size", f"a finished sequence is a samba of {size} cards"
    # No variant begins otherwise, and what a seat may do is worked out for these.
    begins = {"group.min_size": group.min_size, "sequence.min_size": sequence.min_size}
    if rules.wild_meld.min_size:
        begins["wild_meld.min_size"] = rules.wild_meld.min_size
    for path, least in begins.items():
        if least != MELD_SIZE:
            yield path, f"a meld begins with {MELD_SIZE} cards"
    if group.min_naturals > MELD_SIZE:
        yield "group.min_naturals", f"a meld begins with {MELD_SIZE} cards"


def _groups(rules: Ruleset) -> Iterator[tuple[str, str]]:
    group = rules.group
    if group.naturals_beyond and not group.naturals_per_wild:
        yield "group.naturals_beyond", "there are no naturals for each wild card to go beyond"
    if group.merge and group.per_rank is MeldsOfAKind.ONE:
        yield "group.merge", "a side never has two groups of a rank to merge"


def _sequences(rules: Ruleset) -> Iterator[tuple[str, str]]:
    sequence, pile = rules.sequence, rules.pile
    wilds = sequence.max_wilds
    if not wilds and sequence.min_naturals != MELD_SIZE:
        yield "sequence.min_naturals", f"without wild cards all {MELD_SIZE} are natural"
    if sequence.max_size and sequence.min_naturals + wilds > sequence.max_size:
        yield "sequence.max_wilds", f"no sequence of {sequence.max_size} has as many"
    with_wild = {
        "canasta.black_samba": rules.canasta.black_samba != 0,
        "going_out.book.black_samba": rules.going_out.book.black_samba != 0,
        "pile.new_sequence": pile.new_sequence is NewSequence.WITH_WILD,
    }
    at_all = {
        "sequence.max_wilds": wilds != 0,
        "sequence.one_per_suit": sequence.one_per_suit,
        "canasta.samba": rules.canasta.samba != 0,
        "going_out.book.samba": rules.going_out.book.samba != 0,
        "pile.top_onto_sequence": pile.top_onto_sequence is not TopOntoSequence.NO,
        "pile.new_sequence": pile.new_sequence is not NewSequence.NO,
    }
    if not sequence.max_size:
        for path, said in {**with_wild, **at_all}.items():
            if said:
                yield path, "there are no sequences"
    elif not wilds:
        for path, said in with_wild.items():
            if said:
                yield path, "sequences hold no wild card"


def _wild_melds(rules: Ruleset) -> Iterator[tuple[str, str]]:
    meld = rules.wild_meld
    needing = {
        "wild_meld.max_size": meld.max_size,
        "wild_meld.per_side": meld.per_side is not MeldsOfAKind.ONE,
        "canasta.wild": rules.canasta.wild,
        "going_out.book.wild": rules.going_out.book.wild,
    }
    if not meld.min_size:
        for path, said in needing.items():
            if said:
                yield path, "there are no melds of wild cards"
    elif rules.going_out.book.wild > 1 and meld.per_side is MeldsOfAKind.ONE:
        yield "going_out.book.wild", "a side has one meld of wild cards"


def _canastas(rules: Ruleset) -> Iterator[tuple[str, str]]:
    canasta, book = rules.canasta, rules.going_out.book
    if canasta.many and not canasta.many_bonus:
        yield "canasta.many_bonus", f"{canasta.many} canastas earn nothing"
    if canasta.many_bonus and not canasta.many:
        yield "canasta.many", "is missing: how many canastas earn the bonus"
    if rules.threes.melding is not Threes.ALWAYS:
        for path, said in (
            ("canasta.threes", canasta.threes),
            ("going_out.book.threes", book.threes),
        ):
            if said:
                yield path, "threes are not melded but on going out"


def _book(rules: Ruleset) -> Iterator[tuple[str, str]]:
    out, group = rules.going_out, rules.group
    book = out.book
    colours = max(book.red, book.natural + book.samba) + max(
        book.black, book.mixed + book.black_samba
    )
    asked = colours + book.wild + book.sevens + book.threes
    if asked > out.canastas:
        yield "going_out.book", f"asks for {asked} of the {out.canastas} canastas of going out"
    if rules.red_threes.qualified_by_book and not any(as_json(book).values()):
        yield "red_threes.qualified_by_book", "there is no book"
    if book.sevens and not rules.canasta.sevens:
        yield "going_out.book.sevens", "sevens are canastas like others"
    if not group.max_wilds:
        if book.mixed:
            yield "going_out.book.mixed", "groups hold no wild card"
        if book.black and not rules.sequence.max_wilds:
            yield "going_out.book.black", "neither groups nor sequences hold a wild card"
    if book.samba + book.black_samba > SUITS and rules.sequence.one_per_suit:
        yield "going_out.book.samba", f"a side has at most {SUITS} sequences, one of each suit"
    if group.per_rank is MeldsOfAKind.ONE:
        own = rules.canasta.sevens > 0
        if book.natural + book.mixed > SEQUENCE_RANKS - own:
            yield "going_out.book.natural", "a side has one group of each rank"
        if book.sevens > 1:
            yield "going_out.book.sevens", "a side has one group of each rank"


def _book_and_pack(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """What no side can have, whatever it is dealt: the pack has too few cards for it."""
    size, book, tables = rules.canasta.size, rules.going_out.book, set(rules.seating.players)
    for seats in sorted(tables & set(rules.pack.decks) & set(rules.pack.jokers)):
        decks = rules.pack.decks[seats]
        cards = {
            "going_out.canastas": (rules.going_out.canastas, rules.pack.size(seats)),
            "going_out.book.wild": (book.wild, SUITS * decks + rules.pack.jokers[seats]),
            "going_out.book.samba": (book.samba, SEQUENCE_RANKS * SUITS * decks),
            "going_out.book.threes": (book.threes, SUITS * decks + rules.threes.max_wilds),
        }
        if not rules.group.wild_sevens:
            cards["going_out.book.sevens"] = (book.sevens, SUITS * decks)
        for path, (number, there) in cards.items():
            if number * size > there:
                yield path, f"{number} of {size} cards: {seats} players have {there} of their kind"
