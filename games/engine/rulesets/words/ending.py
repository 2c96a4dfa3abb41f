"""What ends a hand and the game, and what counts then: red threes, going out, the totals."""

from games.engine.rulesets.choices import Declaring, Holding, LastDiscard, Permission
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import as_json
from games.engine.rulesets.words.phrases import canastas, count, listed, sentences

_LAID = {
    Declaring.CHOICE: "a player lays red threes when they like",
    Declaring.TURN: "red threes are laid by themselves: those dealt at the start of their holder's "
    "turn, those drawn at once",
    Declaring.DEAL: "red threes are laid by themselves: those dealt when the upcard is turned, "
    "those drawn at once",
    Declaring.NEVER: "red threes are cards like others and are not laid out",
}
_KINDS = {
    "natural": "natural canasta",
    "mixed": "mixed canasta",
    "samba": "samba",
    "black_samba": "black samba",
    "wild": "canasta of wild cards",
    "sevens": "canasta of sevens",
    "threes": "canasta of threes",
    "red": "natural canasta or samba",
    "black": "mixed canasta or black samba",
}


def red_threes(rules: Ruleset) -> str:
    """How red threes are laid and what they count."""
    red = rules.red_threes
    if red.in_hand_per is Holding.PLAYER:
        held = f"whoever holds any when the hand ends counts {red.in_hand}"
    else:
        held = f"each in hand when the hand ends counts {red.in_hand}"
    laid = red.declaring is not Declaring.NEVER
    elsewhere = "the pile"
    if any(rules.seating.foot_size.values()):
        elsewhere += " or a second hand"
    return sentences(
        _LAID[red.declaring] + ("" if red.replaced or not laid else "; none is replaced"),
        f"each is replaced from the stock, but not those from {elsewhere}" if red.replaced else "",
        _laid_count(rules) if laid else "",
        held if red.in_hand else "",
    )


def _laid_count(rules: Ruleset) -> str:
    red = rules.red_threes

    def told(each: int, every: int | None) -> str:
        return f"{each}" if every is None else f"{each}, all of the pack together {every}"

    needs: list[str] = []
    if red.qualified_canastas:
        needs.append(f"fewer than {count(red.qualified_canastas, 'canasta')}")
    if red.qualified_by_book:
        needs.append("less than going out needs")
    counting = f"each laid one counts {told(red.each, red.all)}"
    if not needs:
        return counting
    other = told(red.unqualified_each, red.unqualified_all)
    return f"{counting}; for a side with {listed(needs, 'or')} it counts {other}"


def going_out(rules: Ruleset) -> str:
    """What going out needs and earns."""
    out = rules.going_out
    book = [_of_kind(number, kind) for kind, number in as_json(out.book).items() if number]
    earns = f"{out.bonus} points" if out.bonus else "nothing for it"
    needs = canastas(rules, out.canastas)
    among = f", among them {listed(book)}," if book else ""
    return sentences(
        f"a side that goes out has at least {needs}{among} and earns {earns}",
        "the last card must be discarded"
        if out.last_discard is LastDiscard.REQUIRED
        else "the last card may be melded or discarded",
        *_permission(rules),
    )


def _of_kind(number: int, kind: str) -> str:
    noun = _KINDS[kind]
    if number > 1:
        noun = noun.replace("canasta", "canastas").replace("samba", "sambas")
    return f"{number} {noun}"


def _permission(rules: Ruleset) -> list[str]:
    out = rules.going_out
    asking = {
        Permission.NONE: "partners are not asked",
        Permission.OPTIONAL: "a partner may be asked first, and the answer binds",
        Permission.REQUIRED: "the partners must be asked first, and their answer binds",
    }
    unqualified = "a side that may not go out yet may ask as well"
    promise = f"whoever ends the turn with cards after a yes counts {out.broken_promise_penalty}"
    return [
        asking[out.permission],
        unqualified if out.unqualified_may_ask else "",
        promise if out.broken_promise_penalty else "",
    ]


def end(rules: Ruleset) -> str:
    """How a hand is counted and when the game is over."""
    game = rules.game
    ends: list[str] = []
    if game.target is not None:
        ends.append(f"with the hand in which a side reaches {game.target} points")
    if game.hand_limit is not None:
        ends.append(f"after {count(game.hand_limit, 'hand')}")
    debt = (
        "they cancel unfinished melds, red threes and natural cards beyond a canasta's size first, "
        "then whole canastas, which earn nothing"
    )
    return sentences(
        "a hand counts the cards that a side has melded, less those in its hands",
        debt if game.debt else "",
        f"the game ends {', or '.join(ends)}; the highest total wins, equal ones draw",
    )


def tournaments(rules: Ruleset) -> str:
    """What victory points are scaled by."""
    deviation = rules.tournament.margin_sd
    return sentences(
        f"the margins of a field have a standard deviation of {deviation} points for one hand, "
        "by which tournaments scale victory points"
    )
