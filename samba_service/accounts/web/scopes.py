"""Scopes in the words of the pages."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from samba_service.accounts.choices import Scope

WORDS = {
    Scope.GAMES_READ: _("See your games, with your cards"),
    Scope.GAMES_PLAY: _("Make and join games, and play for you"),
    Scope.BOTS_PLAY: _("Play as a bot account"),
    Scope.HISTORY_READ: _("See finished hands and export games"),
    Scope.TOURNAMENTS_READ: _("See tournaments"),
    Scope.TOURNAMENTS_PLAY: _("Enter tournaments and fill in score sheets for you"),
    Scope.TOURNAMENTS_MANAGE: _("Direct the tournaments that you may direct"),
    Scope.CLUB_READ: _("See your clubs, their members and their log"),
    Scope.WEBHOOKS_MANAGE: _("Have news of games, tournaments and clubs sent to an address"),
}


def scope_words(scope: str) -> Promise | str:
    """What a program with this scope may do."""
    return WORDS[Scope(scope)]
