"""The log as sentences: the names for the ids in its rows, looked up for a whole page at once.

Names are current, and shown as far as the current reader may see them. Figures of results are
hidden from everybody while another table plays the same deals.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import HouseRuleset
from samba_service.accounts.models import Player
from samba_service.kit.listed import Listed
from tournaments.choices import Names
from tournaments.engine.act_changes import Act, Known
from tournaments.engine.act_texts import act_text
from tournaments.engine.language import ENGLISH, Language
from tournaments.engine.language import marked as _
from tournaments.engine.results import End, ScoringType
from tournaments.models import Club, Entry, Member, Result, Round, Season, Table, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.rights import current_rights, reason_shown
from tournaments.selectors.rounds import rounds_hidden
from tournaments.selectors.tournaments import with_players

MERGES = frozenset({"merge_proposed", "merge_dropped", "member_merged", "member_unmerged"})
"""Acts that name two members, each by their own name, also after they were merged."""


DRAFT_ACTS = {"table_changed": {"tables"}, "byes_changed": {"byes_locked", "byes_released"}}
"""Acts on a draft, which only directors see, and the facts that would give it away."""


History = dict[int, Result | None]
"""The results of a table by their versions; None at the versions that took them back."""


def tournament_log(tournament_id: UUID) -> QuerySet[AuditEntry]:
    """The log of the tournament; the view decides what a reader sees of each row."""
    return AuditEntry.objects.filter(tournament=tournament_id)


def log_events(rows: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    """The rows of a tournament's log as the current reader may see them."""
    return [
        {"version": row.version, "at": row.at, "type": row.act, "facts": row.facts, "text": text}
        for row, text in zip(rows, act_texts(rows), strict=True)
    ]


def audit_of(club_id: UUID) -> Listed[AuditEntry]:
    """What was done in the club and its tournaments.

    `actor_name` is the actor's own name in the club, if they have one there.
    """
    return Listed(_audit, {"club_id": club_id})


def _audit(club_id: UUID) -> QuerySet[AuditEntry]:
    member = Member.objects.filter(club=OuterRef("club"), player=OuterRef("actor"))
    rows = AuditEntry.objects.filter(club=club_id).select_related("actor")
    return rows.annotate(actor_name=Subquery(member.values("own_name")))


def act_texts(rows: Sequence[AuditEntry]) -> list[str]:
    """The sentence of each row; all rows belong to one club."""
    return [text for _act, text in _acts_and_texts(rows)]


def club_texts(rows: Sequence[AuditEntry], language: Language = ENGLISH) -> list[str]:
    """The same for the log of a club, which has many nights: each sentence names its own."""
    return [
        text if row.tournament_id is None else _with_night(act, text)
        for row, (act, text) in zip(rows, _acts_and_texts(rows, language), strict=True)
    ]


def _acts_and_texts(
    rows: Sequence[AuditEntry], language: Language = ENGLISH
) -> list[tuple[Act, str]]:
    if not rows:
        return []
    book = _Book(rows, language)
    acts = [(book.act(row), book.known(row)) for row in rows]
    return [(act, act_text(act, known)) for act, known in acts]


def _with_night(act: Act, text: str) -> str:
    """The sentence, which begins with the name of the night."""
    night = f"{act.subject}: "
    return text if text.startswith(night) else night + text


def facts_read(rows: Sequence[AuditEntry]) -> dict[int, Mapping[str, Any]]:
    """The facts by row; for a round that is still a draft, without who sits where."""
    changed = [row for row in rows if row.act in DRAFT_ACTS]
    if not changed:
        return {row.pk: row.facts for row in rows}
    nights = {row.tournament_id for row in changed}
    published = Round.objects.filter(tournament__in=nights, published_version__isnull=False)
    known = set(published.values_list("tournament", "number"))
    hidden = {row.pk for row in changed if (row.tournament_id, row.facts.get("round")) not in known}
    return {
        row.pk: {name: row.facts[name] for name in row.facts if name not in DRAFT_ACTS[row.act]}
        if row.pk in hidden
        else row.facts
        for row in rows
    }


class _Book:
    """The names of everything that the rows of a page mention."""

    def __init__(self, rows: Sequence[AuditEntry], language: Language) -> None:
        self.language, club = language, rows[0].club_id
        self.club = Club.objects.values_list("name", flat=True).get(pk=club)
        self.nights = {
            night: (name, scoring)
            for night, name, scoring in Tournament.objects.filter(
                pk__in={row.tournament_id for row in rows}
            ).values_list("id", "name", "scoring__type")
        }
        self.actors = _actors(club, {row.actor_id for row in rows if row.actor_id})
        members = _members(club, rows)
        self.members = {pk: member.identity.name for pk, member in members.items()}
        self.apart = {pk: member.name for pk, member in members.items()}
        self.facts = facts_read(rows)
        self.seasons = {
            str(pk): name for pk, name in Season.objects.filter(club=club).values_list("id", "name")
        }
        named = {row.facts["ruleset"] for row in rows if row.act.startswith("ruleset_")}
        slugs = HouseRuleset.objects.filter(pk__in=named).values_list("id", "slug")
        self.rulesets = {str(pk): slug for pk, slug in slugs}
        self._entries(rows)
        self._tables(rows)

    def _entries(self, rows: Sequence[AuditEntry]) -> None:
        self.entries: dict[str, str] = {}
        self.numbered: dict[UUID | None, dict[int, str]] = defaultdict(dict)
        for entry in with_players(Entry.objects.filter(_entries_named(rows))):
            number = self.language.say(_("entry {number}"), number=entry.number)
            hidden = entry.invited or current_rights().names == Names.NONE
            name = number if hidden else entry.name
            self.entries[str(entry.pk)] = number if hidden else f"{number}, {name}"
            self.numbered[entry.tournament_id][entry.number] = name

    def _tables(self, rows: Sequence[AuditEntry]) -> None:
        ids = {row.facts["table"] for row in rows if isinstance(row.facts.get("table"), str)}
        self.tables: dict[str, tuple[int, int]] = {}
        self.results: dict[str, History] = {}
        if not ids:
            return
        tables = list(Table.objects.filter(pk__in=ids).select_related("round"))
        hidden = rounds_hidden({table.round_id for table in tables})
        self.tables = {str(table.pk): (table.round.number, table.number) for table in tables}
        unshown = {str(table.pk) for table in tables if table.round_id in hidden}
        self.results = _histories(ids - unshown, self.nights)

    def act(self, row: AuditEntry) -> Act:
        night = self.nights.get(row.tournament_id) if row.tournament_id else None
        return Act(
            row.act,
            self.facts[row.pk],
            subject=self.club if night is None else night[0],
            actor=self.actors.get(row.actor_id, "") if row.actor_id else "",
            reason=reason_shown(row.reason) or "",
        )

    def known(self, row: AuditEntry) -> Known:
        table = row.facts.get("table")
        before, after = self._figures(row)
        return Known(
            members=self.apart if row.act in MERGES else self.members,
            entries=self.entries,
            numbered=self.numbered[row.tournament_id],
            seasons=self.seasons,
            rulesets=self.rulesets,
            table=self.tables.get(table) if isinstance(table, str) else None,
            before=before,
            after=after,
            language=self.language,
        )

    def _figures(self, row: AuditEntry) -> tuple[str, str]:
        """The results before and after the row; empty if they are hidden."""
        night = self.nights.get(row.tournament_id) if row.tournament_id else None
        hundredths = night is not None and ScoringType(night[1]).in_hundredths
        if row.act == "score_adjusted":
            return "", self.language.figure(int(row.facts["score"]), hundredths=hundredths)
        history, version = self.results.get(str(row.facts.get("table")), {}), row.version
        if version is None or version not in history:
            return "", ""
        earlier = [each for each in history if each < version]
        before = history[max(earlier)] if earlier else None
        return (
            _result_text(before, self.language, hundredths=hundredths),
            _result_text(history[version], self.language, hundredths=hundredths),
        )


def _histories(tables: Collection[str], nights: Collection[UUID | None]) -> dict[str, History]:
    """The results of these tables, also of tables that a later draw has removed."""
    found: dict[str, History] = defaultdict(dict)
    results = Result.objects.filter(Q(table__in=tables) | Q(taken_back_from__in=tables))
    for result in results:
        found[str(result.table_id or result.taken_back_from)][result.version] = result
    if any(result.taken_back_from for result in results):
        acts = AuditEntry.objects.filter(tournament__in=nights, act="result_taken_back")
        for act in acts.filter(facts__table__in=list(tables)):
            assert act.version is not None
            found[act.facts["table"]][act.version] = None
    return found


def _result_text(result: Result | None, language: Language, *, hundredths: bool) -> str:
    """A result in figures: points, or the award; empty for none."""
    if result is None:
        return ""
    end = End(result.end)
    if end is End.VOID:
        return language.say(_("void"))
    if end in (End.PLAYED, End.UNFINISHED):
        return language.figures(result.points) if result.points else ""
    text = _("an award of {points}") if end is End.AWARDED else _("a forfeit of {points}")
    return language.say(text, points=language.figures(result.award or [], hundredths=hundredths))


def _actors(club: UUID, players: Iterable[UUID]) -> Mapping[UUID | None, str]:
    """The club's names for those who acted; empty for a reader who sees no names."""
    if current_rights().names == Names.NONE:
        return {}
    rows = Member.objects.filter(club=club, player__in=players)
    found = rows.select_related("player", "merged_into__player")
    members = {member.player_id: member.identity.name for member in found}
    if current_rights().names is not None:
        return members
    others = Player.objects.filter(pk__in=set(players) - members.keys())
    return {**dict(others.values_list("id", "display_name")), **members}


def _members(club: UUID, rows: Sequence[AuditEntry]) -> Mapping[str, Member]:
    names = ("member", "out", "in", "source", "into")
    ids = {row.facts[name] for row in rows for name in names if row.facts.get(name)}
    if not ids:
        return {}
    found = Member.objects.filter(club=club, pk__in=ids)
    return {str(each.pk): each for each in found.select_related("player", "merged_into__player")}


def _entries_named(rows: Sequence[AuditEntry]) -> Q:
    """The entries that facts name by id, or by their number in the row's tournament."""
    numbers: dict[UUID | None, set[int]] = defaultdict(set)
    for row in rows:
        numbers[row.tournament_id].update(_numbers(row.facts))
    named = Q(pk__in={row.facts["entry"] for row in rows if "entry" in row.facts})
    for tournament, known in numbers.items():
        if known:
            named |= Q(tournament=tournament, number__in=known)
    return named


def _numbers(facts: Mapping[str, Any]) -> Iterable[int]:
    yield from facts.get("late") or () if isinstance(facts.get("late"), list) else ()
    for name in ("byes_locked", "byes_released"):
        yield from facts[name] if isinstance(facts.get(name), list) else ()
    for table in facts.get("tables") or ():
        if isinstance(table, dict):
            yield from (one for when in ("before", "after") for side in table[when] for one in side)
