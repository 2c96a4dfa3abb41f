"""A bundle into rows: a tournament as it was, with new ids."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DataError, IntegrityError, transaction
from django.db.models import Q

from games.bots import registry
from games.engine.documents import Fault
from games.engine.rulesets import InvalidRuleset, Rules, is_digest_of, load, logged, to_document
from games.engine.rulesets.reading.values import out_of_range
from games.engine.untyped import as_object
from games.selectors.rulesets import ruleset_is_shipped, ruleset_of_club
from samba_service.accounts.models import Player
from samba_service.accounts.names import is_visible, name_key
from samba_service.accounts.services.codes import code_draw
from tournaments.choices import MergeState
from tournaments.club_errors import NotJoined
from tournaments.engine.bundle import Bundle, BundleUnsound, bundle_read
from tournaments.engine.bundle.soundness import faults_to_play
from tournaments.engine.terms import RulesetRef
from tournaments.engine.tournament import OVER, PlayerKind, TournamentData, TournamentState
from tournaments.errors import BundleRefused
from tournaments.models import Club, Member, Merge, Tournament
from tournaments.selectors.tournaments import terms_columns
from tournaments.services.bundle_rows import Rows, row_faults
from tournaments.services.changes import tournament_change
from tournaments.services.clubs import (
    NAME_AT_MOST,
    club_lock,
    has_joined,
    members_allow,
    numbered,
    running_allow,
)
from tournaments.services.settings import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST, seed_new

Json = dict[str, Any]


@transaction.atomic
def tournament_import(*, club: Club, by: Player, bundle: object) -> Tournament:
    """The tournament of a bundle, in `club`, its log one row at the bundle's version.

    Games stay where they were played. The seed of a running one is still secret where it came from:
    here it continues with a seed of its own. Raises BundleRefused with every fault by path, and
    ClubHasTooMany.
    """
    _require(_too_long(bundle))
    try:
        read = bundle_read(bundle, _faults_here)
        with transaction.atomic():
            return _written(club, by, read, _rules(read))
    except BundleUnsound as unsound:
        raise BundleRefused(*unsound.faults) from None
    except (DataError, IntegrityError):
        raise BundleRefused(("", "its parts contradict each other")) from None


def _require(faults: Iterable[Fault]) -> None:
    """Raises BundleRefused if there are any."""
    found = list(faults)
    if found:
        raise BundleRefused(*found)


def _too_long(bundle: object) -> Iterator[Fault]:
    """Lists that are longer than this service allows: nothing else of such a bundle is read."""
    bounds = {"players": settings.SAMBA_MAX_BUNDLE_PLAYERS, "entries": settings.SAMBA_MAX_ENTRIES}
    for name, limit in bounds.items():
        rows = (as_object(bundle) or {}).get(name)
        if isinstance(rows, list) and len(rows) > limit:
            yield Fault(name, f"at most {limit}")


def _faults_here(state: TournamentData) -> Iterator[Fault]:
    """Everything that keeps a sound bundle from being one of this service's tournaments."""
    yield from faults_to_play(state)
    if state.house_bots is not None and state.house_bots not in registry.LEVELS:
        yield Fault("tournament.house_bots", "there is no such level of bots here")
    if len(state.forbidden) > FORBIDDEN_AT_MOST:
        yield Fault("tournament.forbidden", f"at most {FORBIDDEN_AT_MOST}")
    if len(state.stationary) > STATIONARY_AT_MOST:
        yield Fault("tournament.stationary", f"at most {STATIONARY_AT_MOST}")
    for at, player in enumerate(state.players):
        if not is_visible(player.name):
            yield Fault(f"players.{at}.name", "a name of visible characters")
        elif len(player.name) > NAME_AT_MOST:
            yield Fault(f"players.{at}.name", f"a name of at most {NAME_AT_MOST} characters")


def _rules(bundle: Bundle) -> Rules:
    """The ruleset that was played: the bundle's document, else the one that is here."""
    state, path = bundle.tournament, "tournament.ruleset.document"
    document = bundle.given["tournament"]["ruleset"].get("document")
    try:
        rules = _known(state.ruleset) if document is None else logged(document)
    except InvalidRuleset as invalid:
        raise BundleRefused(*((f"{path}.{at}", text) for at, text in invalid.faults)) from None
    if (rules.slug, rules.version) != (state.ruleset.slug, state.ruleset.version):
        raise BundleRefused(("tournament.ruleset.slug", "is not that of its document"))
    margins = [fault for at, fault in out_of_range(rules.tournament) if at == "margin_sd"]
    if margins:
        raise BundleRefused((f"{path}.tournament.margin_sd", margins[0]))
    if not is_digest_of(state.ruleset.sha256, rules, document):
        raise BundleRefused(("tournament.ruleset.sha256", "is not of the ruleset that is here"))
    return rules


def _known(named: RulesetRef) -> Rules:
    """The shipped ruleset of a name, or a club's version of house rules."""
    if ruleset_is_shipped(named.slug):
        return load(named.slug)
    found = ruleset_of_club(named.slug, named.version)
    if found is None:
        raise BundleRefused(("tournament.ruleset.slug", "there is no such ruleset here"))
    return found


def _written(club: Club, by: Player, bundle: Bundle, rules: Rules) -> Tournament:
    state = bundle.tournament
    overrides = bundle.given["tournament"]["ruleset"].get("overrides", {})
    tournament = Tournament(
        club=club, ruleset=to_document(rules), overrides=overrides, **_columns(state)
    )
    _require(row_faults(tournament, "tournament"))
    if tournament.state == TournamentState.RUNNING:
        running_allow(club)
    tournament.save(force_insert=True)
    with tournament_change(tournament.pk, "tournament_imported", by=by) as change:
        change.tournament.club = club
        Rows(change, state, members_match(club, state)).write()
        change.facts["from"] = state.id
    return change.tournament


def _columns(state: TournamentData) -> Json:
    times = list(_times(state))
    begun = state.state in (TournamentState.RUNNING, TournamentState.FINISHED)
    return {
        **terms_columns(state),
        "state": state.state,
        "seed": state.seed or (seed_new() if state.state is TournamentState.RUNNING else ""),
        "seed_shown": bool(state.seed),
        "phrase": state.phrase or "",
        "algorithm": state.algorithm,
        "imported_from": state.id,
        "imported_over": state.state in OVER,
        "last_entry_number": max((entry.number for entry in state.entries), default=0),
        "version": state.version - 1,
        "started_at": min(times, default=None) if begun else None,
        "finished_at": max(times, default=None)
        if state.state is TournamentState.FINISHED
        else None,
    }


def _times(state: TournamentData) -> Iterator[datetime]:
    """When results came, which are the only times in a bundle."""
    for round_ in state.rounds:
        for table in round_.tables:
            yield from (result.at for result in table.results if result.at is not None)


def members_match(club: Club, state: TournamentData) -> dict[str, Member]:
    """A member for each player, by the bundle's ids; no member represents two.

    A player is the member with the id, or with the account of the id, or into whom that one was
    merged; else the only member without an account who has the name; else a new member, with a
    number if a member with an account has the name. In a night that is not over, a member with an
    account who would be asked before they are entered does not match: nobody has asked them. Raises
    ClubHasTooMany.
    """
    club = club_lock(club.pk)
    over, level = state.state in OVER, state.house_bots or registry.levels()[0]
    found: dict[str, Member] = {}

    def fitting(kind: str, members: Iterable[Member]) -> list[Member]:
        return [each for each in members if each.kind == kind and each not in found.values()]

    known = _by_ids(club, [player.id for player in state.players])
    for player in state.players:
        member = known.get(player.id)
        if member and (over or _plays_unasked(member)) and fitting(player.kind, [member]):
            found[player.id] = member
    others = [player for player in state.players if player.id not in found]
    namesakes = _namesakes(club, {player.name for player in others})
    taken = set(club.members.filter(left_at=None).values_list("name_key", flat=True))
    new: list[Member] = []
    for player in others:
        same = fitting(player.kind, namesakes.get(name_key(player.name), ()))
        if len(same) != 1:
            bot_level = level if player.kind is PlayerKind.BOT else ""
            same = [_new(club, player.name, bot_level, taken)]
            new += same
        [found[player.id]] = same
    if new:
        members_allow(club, len(new))
    Member.objects.bulk_create(new)
    return found


def _namesakes(club: Club, names: Collection[str]) -> dict[str, list[Member]]:
    """Members without an account by the keys of these names."""
    same = Q(own_name__in=names) | Q(name_key__in=set(map(name_key, names)))
    found: dict[str, list[Member]] = defaultdict(list)
    for member in club.members.filter(same, player=None, left_at=None):
        found[name_key(member.own_name)].append(member)
    return found


def _by_ids(club: Club, names: Iterable[str]) -> dict[str, Member]:
    ids = [id for name in names if (id := _uuid(name)) is not None]
    rows = club.members.filter(Q(pk__in=ids) | Q(player__in=ids))
    known: dict[str, Member] = {}
    for member in rows.select_related("player", "merged_into__player"):
        identity = member.identity
        known |= {str(member.id): identity, str(member.public_id): identity}
    return known


def _plays_unasked(member: Member) -> bool:
    return member.player is None or member.is_former or has_joined(member)


def require_joined(tournament: Tournament) -> None:
    """A night that was over does not go on with accounts whom nobody has asked.

    These are players of a night that was over when it was imported, and guests into whom somebody
    was merged since. Raises NotJoined.
    """
    played = Member.objects.filter(stints__entry__tournament=tournament).select_related("player")
    names = {
        each.name
        for each in played
        if not _plays_unasked(each)
        and (tournament.imported_over or _was_merged_unasked(each, tournament))
    }
    if names:
        raise NotJoined(names=sorted(names))


def _was_merged_unasked(member: Member, tournament: Tournament) -> bool:
    """True if a guest has a place in the tournament by a merge that they have not agreed to."""
    entries = {str(pk) for pk in tournament.entries.values_list("pk", flat=True)}
    merges = Merge.objects.filter(into=member, state=MergeState.DONE, into_agrees=False)
    places = (place for merge in merges for place in merge.places)
    return member.guest and any(place["entry"] in entries for place in places)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _new(club: Club, name: str, bot_level: str, taken: set[str]) -> Member:
    """A member, not saved, whose name gets a number if it is taken."""
    member = Member(club=club, own_name=name, bot_level=bot_level, claim_code=code_draw())
    if member.key_of_name and member.key_of_name in taken:
        member.own_name = numbered(name, taken)
    taken.add(member.key_of_name)
    return member
