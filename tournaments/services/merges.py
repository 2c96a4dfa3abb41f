"""One person, one identity: two members of a club are merged, with everybody's agreement."""

from collections.abc import Iterator
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from samba_service.accounts.models import Player
from samba_service.accounts.services.recovery import recovery_club_forget
from samba_service.kit.errors import BadFields, NotThere
from samba_service.kit.rows import row_save
from tournaments.choices import MergeState, Role
from tournaments.club_errors import NoMerge, SamePerson
from tournaments.models import Club, Member, Merge
from tournaments.selectors.clubs import member_get
from tournaments.services.changes import club_log
from tournaments.services.clubs import club_lock, name_number, require_not_excluded
from tournaments.services.identities import (
    NightsChanged,
    identity_restore,
    nights_held,
    nights_locked,
    nights_of,
    places_transfer,
    require_not_playing,
    require_two_nights,
    retried,
)
from tournaments.services.members import require_other_admin


def member_merge(*, member: Member, into: UUID, by: Member) -> Merge:
    """Merge two members, by a director; of two accounts both holders must agree as well.

    The one with an account stays, whichever was named: a person entered by the other id is this
    member from then on. Raises BadFields, SamePerson, PlayedTogether, StillPlaying,
    TournamentArchived, LastAdmin.
    """
    assert by.player is not None
    other = member_get(member.club_id, into)
    if other is None:
        raise BadFields(("into", "There is no such member of the club."))
    merge = merge_propose(member, other, by=by.player, director=by.player)
    return merge_settle(merge, by=by.player)


@transaction.atomic
def merge_propose(
    one: Member, other: Member, *, by: Player, director: Player | None = None
) -> Merge:
    """Record that two members are said to be one person; a second proposal confirms the first.

    The proposer agrees to it as the holder of their account. Raises NotThere, SamePerson,
    PlayedTogether.
    """
    club = club_lock(one.club_id)
    if Member.objects.filter(pk__in=[one.pk, other.pk], merged_into__isnull=False).exists():
        raise NotThere  # merged while we waited for the lock
    source, into = (other, one) if one.player_id and not other.player_id else (one, other)
    if source.pk == into.pk:
        raise SamePerson
    require_two_nights(source, into)
    merge = _open_between(source, into) or Merge(club=club, source=source, into=into)
    merge.director = merge.director or director
    _agree(merge, by)
    row_save(merge, *_AGREEMENT)
    club_log(club, "merge_proposed", by=by, **_facts(merge))
    return merge


def _open_between(source: Member, into: Member) -> Merge | None:
    """The open proposal for these two; one of the source and another member is dropped."""
    proposed = Merge.objects.filter(state=MergeState.PROPOSED)
    found = proposed.filter(Q(source=source, into=into) | Q(source=into, into=source)).first()
    if found is None:
        proposed.filter(source=source).update(state=MergeState.DROPPED, ended_at=timezone.now())
    return found


_AGREEMENT = ("director", "source_agrees", "into_agrees")


def _agree(merge: Merge, by: Player) -> None:
    merge.source_agrees |= merge.source.player_id == by.pk
    merge.into_agrees |= merge.into.player_id == by.pk


def merge_accept(*, member: Member, by: Member, directing: bool) -> Merge:
    """Agree to the open merge of `member`, as a holder, or as its director if `directing`.

    Raises NoMerge for a caller without a part in one, and as `member_merge` does.
    """
    assert by.player is not None
    with transaction.atomic():
        club_lock(member.club_id)
        merge = _open_of(member, by, directing=directing)
        if directing:
            merge.director = merge.director or by.player
        _agree(merge, by.player)
        merge.save(update_fields=_AGREEMENT)
    return merge_settle(merge, by=by.player)


@transaction.atomic
def merge_withdraw(*, member: Member, by: Member, directing: bool) -> None:
    """Refuse or withdraw the open merge of `member`. Raises NoMerge as `merge_accept` does."""
    club = club_lock(member.club_id)
    merge = _open_of(member, by, directing=directing)
    merge.state, merge.ended_at = MergeState.DROPPED, timezone.now()
    merge.save(update_fields=["state", "ended_at"])
    if merge.into.player_id and (merge.into.left_at is not None or merge.into.guest):
        recovery_club_forget(player_id=merge.into.player_id, club_id=club.pk)
    club_log(club, "merge_dropped", by=by.player, **_facts(merge))


def _open_of(member: Member, by: Member, *, directing: bool) -> Merge:
    found = Merge.objects.filter(
        Q(source=member) | Q(into=member), state=MergeState.PROPOSED
    ).select_related("club", "source__player", "into__player")
    for merge in found:
        if directing or by.pk in (merge.source_id, merge.into_id):
            return merge
    raise NoMerge


def merge_settle(merge: Merge, *, by: Player) -> Merge:
    """Do what was proposed, once everybody has agreed."""
    return retried(partial(_settle, merge, by))


@transaction.atomic
def _settle(merge: Merge, by: Player) -> Merge:
    both = merge.source, merge.into
    nights_of_source = partial(nights_of, merge.source)
    with nights_locked(nights_of_source, both, "member_merged", by=by, **_facts(merge)) as nights:
        club = club_lock(merge.club_id)
        merge = Merge.objects.select_related("source__player", "into__player").get(pk=merge.pk)
        if merge.state != MergeState.PROPOSED or merge.awaits:
            for night in nights:
                night.void = True
            return merge
        source, into = merge.source, merge.into
        require_not_excluded(source, into)
        require_two_nights(source, into)
        require_not_playing([source, into])
        merge.places, merge.done_at = places_transfer(source, into), timezone.now()
        merge.joined = _joined(source, into)
        merge.state = MergeState.DONE
        merge.save(update_fields=["state", "places", "done_at", "joined"])
        _close(club, source, into)
        name_number(into)
        into.save(update_fields=["guest", "left_at", "own_name", "name_key"])
        club_log(club, "member_merged", by=by, **_facts(merge))
    return merge


def _joined(source: Member, into: Member) -> dict[str, bool]:
    """Make `into` a member, and no guest, if one of the two is; returns what this changed.

    By a name without an account, no account becomes a member: that takes the club's code.
    """
    returned = into.left_at is not None and source.left_at is None
    alike = (source.player_id is None) == (into.player_id is None)
    promoted = alike and into.guest and not source.guest
    into.left_at = None if returned else into.left_at
    into.guest = into.guest and not promoted
    return {"returned": returned, "promoted": promoted}


def _part(merge: Merge, into: Member) -> None:
    """Undo what `_joined` changed, unless the member holds an office by now."""
    if into.role != Role.MEMBER:
        return
    into.guest = into.guest or merge.joined.get("promoted", False)
    if merge.joined.get("returned") and into.left_at is None:
        into.left_at = max(timezone.now(), into.joined_at)
        if into.player_id is not None:
            recovery_club_forget(player_id=into.player_id, club_id=into.club_id)
    into.save(update_fields=["guest", "left_at"])


def _close(club: Club, source: Member, into: Member) -> None:
    """The source is no member any more, and holds no office. Raises LastAdmin."""
    source.role = Role.MEMBER
    require_other_admin(club, source)
    source.merged_into = into
    source.left_at = max(timezone.now(), source.joined_at)
    source.save(update_fields=["role", "merged_into", "left_at"])


def member_unmerge(*, merge: Merge, by: Player) -> Merge:
    """Undo a merge: what was the source's before is its own again, later results stay.

    An office that the source held is not given back, and a member who was given one since stays in
    the club. The source's name gets a number if somebody else has taken it. Raises NoMerge, and
    TournamentArchived if one of their nights, or its season, is closed.
    """
    return retried(partial(_unmerge, merge, by))


@transaction.atomic
def _unmerge(merge: Merge, by: Player) -> Merge:
    merge = _read(merge)
    both = merge.source, merge.into.identity
    held = partial(nights_held, merge)
    with nights_locked(held, both, "member_unmerged", by=by, **_facts(merge)):
        club = club_lock(merge.club_id)
        merge = _read(merge)
        source, into, holder = merge.source, merge.into, merge.into.identity
        if merge.state != MergeState.DONE:
            raise NoMerge
        if holder != both[1]:
            raise NightsChanged
        require_not_excluded(source, holder)
        require_not_playing([source, holder])
        identity_restore(merge)
        merge.state, merge.ended_at = MergeState.UNDONE, timezone.now()
        merge.save(update_fields=["state", "ended_at"])
        _part(merge, into)
        source.merged_into = source.left_at = None
        name_number(source)
        source.save(update_fields=["merged_into", "left_at", "own_name", "name_key"])
        club_log(club, "member_unmerged", by=by, **_facts(merge))
    return merge


def _read(merge: Merge) -> Merge:
    """As it is now."""
    return Merge.objects.select_related("source", "into").get(pk=merge.pk)


def _facts(merge: Merge) -> dict[str, str]:
    return {"source": str(merge.source_id), "into": str(merge.into_id)}


def merged_names_forget(*, player_id: UUID) -> None:
    """For an erased account: also erase the names of members who were merged into it."""
    for member in Member.objects.filter(player=player_id).select_related("player"):
        for merged in _merged_into(member):
            if merged.player_id is None:
                merged.own_name = member.full_name
                merged.save(update_fields=["own_name", "name_key"])


def _merged_into(member: Member) -> Iterator[Member]:
    """The members who became this one, also by several merges."""
    for merged in Member.objects.filter(merged_into=member):
        yield merged
        yield from _merged_into(merged)
