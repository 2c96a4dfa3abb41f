"""A tournament that bots play among themselves."""

from samba_service.accounts.services.codes import code_draw
from tests.tournaments.nights import Night, night
from tournaments.models import Member
from tournaments.services.changes import tournament_change
from tournaments.services.entries import entry_create


def bots_night() -> Night:
    """One round of one hand at two tables, for which nobody has to play."""
    of = night(0, start=False, venue="online", rounds=1, hands_per_round=1)
    _bots_enter(of, "Ada", "Bob", "Cog", "Dot")
    return of.start()


def _bots_enter(of: Night, *names: str) -> None:
    for name in names:
        pair = [
            Member.objects.create(
                club=of.club, own_name=f"{name} {n}", bot_level="random", claim_code=code_draw()
            )
            for n in (1, 2)
        ]
        with tournament_change(of.tournament.id, "entry_added", by=of.director) as change:
            entry = entry_create(change, pair)
        of.change(entry, checked_in=True)
