"""Contradictions between a ruleset's values for melds, canastas and the book."""

from collections.abc import Iterator

from games.engine.meld_kinds import MELD_SIZE
from games.engine.rulesets.choices import MeldsOfAKind, NewSequence, Threes, TopOntoSequence
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.sections import as_json

SEQUENCE_RANKS = 11
"""From the four up to the ace; a group may be of any of them as well."""
SUITS = 4


def meld_faults(rules: Rules) -> Iterator[tuple[str, str]]:
    """(path, message) for every contradiction about melds."""
    yield from _sizes(rules)
    yield from _groups(rules)
    yield from _sequences(rules)
    yield from _wild_melds(rules)
    yield from _canastas(rules)
    yield from _book(rules)
    yield from _book_and_pack(rules)


def _sizes(rules: Rules) -> Iterator[tuple[str, str]]:
    """A meld that closes must do so as a canasta or later."""
    size, threes, wild = rules.canasta.size, rules.threes, rules.wild_meld
    closing = {
        "group.max_size": rules.group.max_size,
        "wild_meld.max_size": None if wild is None else wild.max_size,
        "threes.max_size": threes.max_size if threes.melding is Threes.ALWAYS else None,
    }
    for path, closes_at in closing.items():
        if closes_at is not None and closes_at < size:
            yield path, f"melds that close at {closes_at} never reach {size} cards"


def _groups(rules: Rules) -> Iterator[tuple[str, str]]:
    group = rules.group
    if group.extra_naturals and not group.naturals_per_wild:
        yield "group.extra_naturals", "there are no naturals for each wild card to go beyond"
    if group.merge and group.per_rank is MeldsOfAKind.ONE:
        yield "group.merge", "a side never has two groups of a rank to merge"


def _sequences(rules: Rules) -> Iterator[tuple[str, str]]:
    sequence, pile = rules.sequence, rules.pile
    with_wild = {
        "canasta.black_samba": rules.canasta.black_samba != 0,
        "going_out.book.black_samba": rules.going_out.book.black_samba != 0,
        "pile.new_sequence": pile.new_sequence is NewSequence.WITH_WILD,
    }
    at_all = {
        "canasta.samba": rules.canasta.samba != 0,
        "going_out.book.samba": rules.going_out.book.samba != 0,
        "pile.top_onto_sequence": pile.top_onto_sequence is not TopOntoSequence.NO,
        "pile.new_sequence": pile.new_sequence is not NewSequence.NO,
    }
    if sequence is None:
        for path, said in {**with_wild, **at_all}.items():
            if said:
                yield path, "there are no sequences"
        return
    wilds = sequence.max_wilds
    if not wilds and sequence.min_naturals != MELD_SIZE:
        yield "sequence.min_naturals", f"without wild cards all {MELD_SIZE} are natural"
    if sequence.min_naturals + wilds > rules.canasta.size:
        yield "sequence.max_wilds", f"no sequence of {rules.canasta.size} has as many"
    if not wilds:
        for path, said in with_wild.items():
            if said:
                yield path, "sequences hold no wild card"


def _wild_melds(rules: Rules) -> Iterator[tuple[str, str]]:
    meld, book = rules.wild_meld, rules.going_out.book
    if meld is None:
        for path, said in {
            "canasta.wild": rules.canasta.wild,
            "going_out.book.wild": book.wild,
        }.items():
            if said:
                yield path, "there are no melds of wild cards"
    elif book.wild > 1 and meld.per_side is MeldsOfAKind.ONE:
        yield "going_out.book.wild", "a side has one meld of wild cards"


def _canastas(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.threes.melding is Threes.ALWAYS:
        return
    threes = {
        "canasta.threes": rules.canasta.threes,
        "going_out.book.threes": rules.going_out.book.threes,
    }
    for path, said in threes.items():
        if said:
            yield path, "threes are melded only on going out"


def _book(rules: Rules) -> Iterator[tuple[str, str]]:
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
    if book.sevens and rules.canasta.sevens is None:
        yield "going_out.book.sevens", "sevens are canastas like others"
    if not group.max_wilds:
        if book.mixed:
            yield "going_out.book.mixed", "groups hold no wild card"
        if book.black and not rules.sequence_limits.max_wilds:
            yield "going_out.book.black", "neither groups nor sequences hold a wild card"
    if book.samba + book.black_samba > SUITS and rules.sequence_limits.size_before_next:
        yield "going_out.book.samba", f"a side has at most {SUITS} sequences, one of each suit"
    if group.per_rank is MeldsOfAKind.ONE:
        own = rules.canasta.sevens is not None
        if book.natural + book.mixed > SEQUENCE_RANKS - own:
            yield "going_out.book.natural", "a side has one group of each rank"
        if book.sevens > 1:
            yield "going_out.book.sevens", "a side has one group of each rank"


def _book_and_pack(rules: Rules) -> Iterator[tuple[str, str]]:
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
                text = f"{number} of {size} cards need {number * size}"
                yield path, f"{text}; with {seats} players there are {there}"
