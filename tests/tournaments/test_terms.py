"""A setting is declared once: columns, requests, answers, changes and the bundle agree with it."""

from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import pytest
from django.db.models import NOT_PROVIDED

from tests.tournaments.nights import night
from tournaments.api.terms import TournamentPatch, TournamentRequest
from tournaments.api.tournaments import TournamentAnswer
from tournaments.engine.bundle import bundle_out
from tournaments.engine.terms import MEMBERS, PLAIN, Plain, Terms, TermsChange
from tournaments.models import Tournament
from tournaments.selectors.load import tournament_state
from tournaments.selectors.tournaments import terms_columns, terms_of

NOT_IN_THE_BUNDLE = {each.member for each in PLAIN if not each.setting.bundled}


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: plain.name)
def test_a_column_takes_what_the_setting_takes(plain: Plain):
    column: Any = Tournament._meta.get_field(plain.name)
    default = column.default
    if plain.default is not MISSING and default is not NOT_PROVIDED:
        assert plain.of_column(default) == plain.default
    assert (column.null or column.blank) is plain.optional
    if plain.type is str and plain.setting.high:
        assert column.max_length == plain.setting.high


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: plain.name)
def test_a_setting_is_announced_changed_and_shown_by_one_name(plain: Plain):
    for shape in (TournamentRequest, TournamentPatch):
        assert plain.member in shape().fields
    assert plain.member in get_type_hints(TournamentAnswer)
    assert TournamentRequest().fields[plain.member].required is (plain.default is MISSING)


def test_every_term_but_format_and_ruleset_can_be_changed():
    changed = {MEMBERS.get(name, name) for name in TermsChange.__annotations__}
    terms = {MEMBERS[field.name] for field in fields(Terms)}
    assert changed == terms - {"format", "ruleset"}


@pytest.mark.django_db
def test_the_columns_give_the_terms_that_were_written():
    held = night(minimum_rounds=2, handicap=True, tiebreaks=["wins", "lot"])
    row = held.tournament
    terms = terms_of(row)
    assert (terms.minimum_rounds, terms.handicap, terms.tiebreaks) == (2, True, ("wins", "lot"))
    written = {name: getattr(row, name) for name in terms_columns(terms)}
    assert terms_columns(terms) == written


@pytest.mark.django_db
def test_the_bundle_has_every_term():
    announced = night(starts_at="2026-02-03T19:30:00Z", clock="live")
    shown = bundle_out(tournament_state(announced.tournament))["tournament"]
    assert set(MEMBERS.values()) - shown.keys() == NOT_IN_THE_BUNDLE
