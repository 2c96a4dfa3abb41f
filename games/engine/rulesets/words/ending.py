"""What ends a hand and the game, and what counts then: red threes, going out, the totals."""

from games.engine.rulesets.choices import (
    CardClass,
    Declaring,
    Holding,
    LastDiscard,
    Permission,
)
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.sections import as_json
from games.engine.rulesets.words.phrases import (
    canastas,
    count,
    has_second_hands,
    has_sequences,
    listed,
    sentences,
)

_LAID = {
    Declaring.TURN: "red threes come to the table by themselves: dealt ones at the start of their "
    "holder's first turn, drawn ones at once",
    Declaring.DEAL: "red threes come to the table by themselves: dealt ones right after the upcard "
    "is turned, drawn ones at once",
    Declaring.NEVER: "red threes are cards like others and are not laid out",
}
_KINDS = {
    "natural": ("natural canasta",),
    "mixed": ("mixed canasta",),
    "samba": ("samba",),
    "black_samba": ("black samba",),
    "wild": ("canasta of wild cards",),
    "sevens": ("canasta of sevens",),
    "threes": ("canasta of threes",),
    "red": ("natural canasta", "samba"),
    "black": ("mixed canasta", "black samba"),
}
_OF_SEQUENCES = {"samba", "black_samba", "red", "black"}
_COLOURS = {"red", "black"}
"""Natural canastas and sambas together; mixed ones, and those with a wild card, together."""


def red_threes(rules: Rules) -> str:
    """How red threes are laid and what they count."""
    red = rules.red_threes
    if red.in_hand_per is Holding.PLAYER:
        held = f"a player who still holds any when the hand ends costs the side {-red.in_hand:,}"
    else:
        held = f"each one left in hand when the hand ends costs {-red.in_hand:,}"
    laid = red.declaring is not Declaring.NEVER
    return sentences(
        _LAID.get(red.declaring, _by_choice(rules)),
        _replaced(rules) if laid else "",
        _laid_count(rules) if laid else "",
        held if red.in_hand else "",
    )


def _by_choice(rules: Rules) -> str:
    discarded = CardClass.RED_THREE not in rules.discard.forbidden
    other = ", keep them, or discard one to block the pile" if discarded else " or keep them"
    return f"after the draw a player may lay red threes{other}"


def _replaced(rules: Rules) -> str:
    """Which red threes are replaced by a card, and which are not."""
    if not rules.red_threes.replaced:
        return "no card is drawn for them"
    elsewhere = [
        # None is discarded where they are laid by themselves: only the upcard may be one.
        "" if CardClass.RED_THREE in rules.deal.upcard_rejects else "the pile",
        "a second hand" if has_second_hands(rules) else "",
    ]
    sources = [each for each in elsewhere if each]
    but = f"; those from {listed(sources, 'or')} are laid too, but not replaced" if sources else ""
    return f"each of these is replaced from the stock{but}"


def _laid_count(rules: Rules) -> str:
    red = rules.red_threes
    counting = f"each one laid {_worth(rules, red.each, red.all)}"
    lacking = _lacking(rules)
    if not lacking:
        return counting
    other = _worth(rules, red.unqualified_each, red.unqualified_all)
    return f"{counting}; for a side {lacking} it {other}"


def _lacking(rules: Rules) -> str:
    """The sides whose red threes count differently; empty where there are none."""
    red, out = rules.red_threes, rules.going_out
    if red.qualified_by_book and red.qualified_canastas == out.canastas:
        return "with less than going out needs"
    needs = [
        f"with fewer than {canastas(rules, red.qualified_canastas)}"
        if red.qualified_canastas
        else "",
        "without the kinds that going out needs" if red.qualified_by_book else "",
    ]
    return " or ".join(each for each in needs if each)


def _worth(rules: Rules, each: int, every: int | None) -> str:
    """What a red three counts, and what all of the pack count if that differs."""
    if not each and every is None:
        return "counts nothing"
    there = {2 * rules.pack.decks[seats] for seats in rules.seating.players}
    whole = f"all {there.pop()} together" if len(there) == 1 else "all of the pack together"
    costs = each < 0 and (every or 0) <= 0
    sign = -1 if costs else 1
    more = "" if every is None else f", {whole} {sign * every:,}"
    return f"{'costs' if costs else 'counts'} {sign * each:,}{more}"


def going_out(rules: Rules) -> str:
    """What going out needs and earns."""
    out = rules.going_out
    return sentences(
        f"to go out a side needs {_needs(rules)}",
        f"going out earns {out.bonus:,} points" if out.bonus else "going out earns no bonus",
        "the last card must be discarded"
        if out.last_discard is LastDiscard.REQUIRED
        else "the last card may be melded or discarded",
        "nobody may go out while cards of the pile are still set aside"
        if rules.pile.rest_face_down
        else "",
        *_permission(rules),
    )


def _needs(rules: Rules) -> str:
    """The canastas of going out, and how many of them must have certain kinds."""
    out = rules.going_out
    book = {kind: number for kind, number in as_json(out.book).items() if number}
    if not book:
        return f"at least {canastas(rules, out.canastas)}" if out.canastas else "no canasta"
    kinds = listed(_of_kind(rules, number, kind) for kind, number in book.items())
    colours = _COLOURS & set(book)
    # A natural canasta is a red one as well: such kinds do not add up.
    apart = not colours or colours == set(book)
    if not apart or sum(book.values()) < out.canastas:
        return f"at least {canastas(rules, out.canastas)}, including {kinds}"
    of_groups = not _OF_SEQUENCES & set(book)
    every = count(out.canastas, "canasta") if of_groups else canastas(rules, out.canastas)
    return f"at least {every}: {kinds}"


def _of_kind(rules: Rules, number: int, kind: str) -> str:
    """A number of canastas of a kind, with the sambas that count as this kind if there are any."""
    nouns = _KINDS[kind]
    sambas = has_sequences(rules) if kind == "red" else rules.sequence_limits.max_wilds
    if kind in _COLOURS and not sambas:
        nouns = nouns[:1]
    noun = " or ".join(nouns)
    if number > 1:
        noun = noun.replace("canasta", "canastas").replace("samba", "sambas")
    return f"{number} {noun}"


def _permission(rules: Rules) -> list[str]:
    out = rules.going_out
    asking = {
        Permission.NONE: "nobody asks a partner first",
        Permission.OPTIONAL: "a player may ask first, once a turn, and a partner's no forbids it "
        "for that turn",
        Permission.REQUIRED: "a player must ask first, once a turn, and every partner must say yes",
    }
    unqualified = "a side that may not go out yet may ask as well"
    cost = out.broken_promise_penalty
    promise = f"a player who got a yes and ends the turn with cards costs the side {-cost:,}"
    return [
        asking[out.permission],
        unqualified if out.unqualified_may_ask else "",
        promise if cost else "",
    ]


def end(rules: Rules) -> str:
    """How a hand is counted and when the game is over."""
    game = rules.game
    ends: list[str] = []
    if game.target is not None:
        ends.append(f"with the hand in which a side reaches {game.target:,} points")
    if game.hand_limit is not None:
        ends.append(f"after {count(game.hand_limit, 'hand')}")
    debt = (
        "cards left in hand cancel unfinished melds, laid red threes and the natural cards of "
        f"canastas beyond {rules.canasta.size} first; if these are not enough, whole canastas "
        "are dismantled and earn no bonus"
    )
    return sentences(
        "a hand counts the cards that a side has melded and its bonuses, minus the cards left in "
        "its hands",
        debt if game.debt else "",
        f"the game ends {', or '.join(ends)}; the highest total wins, equal ones draw",
    )


def tournaments(rules: Rules) -> str:
    """The scale of victory points."""
    deviation = rules.tournament.margin_sd
    return sentences(
        "tournaments scale victory points by the margin of a hand, taken to have a standard "
        f"deviation of {deviation:,} points"
    )
