"""The preview of a night counts what would be drawn."""

import pytest

from games.engine.rulesets import load
from tests.tournaments.engine.nights import partner_counts, repeats
from tournaments.engine.drawing import FORMATS
from tournaments.engine.formats.night import NightRound, shapes
from tournaments.engine.playable import terms_new
from tournaments.engine.preview import _counted, preview
from tournaments.engine.terms import Format, TermsChange


def night(format: Format, entries: int, rounds: int = 4):
    asked = TermsChange(rounds_planned=rounds, hands_per_round=1)
    return preview(terms_new(format, load("classic"), asked), entries)


@pytest.mark.parametrize("format", Format)
@pytest.mark.parametrize("entries", [4, 11, 13, 22])
def test_everybody_has_a_table_or_sits_out_and_sit_outs_are_shared(format, entries):
    found = night(format, entries)
    out = 0
    left = entries
    for each in found.rounds:
        assert sum(each.tables) + each.without_table == left
        if format is Format.KNOCKOUT:
            left = len(each.tables) + each.without_table
            left = 4 if left == 2 else left  # the last four play for the places
        out += each.without_table
    fewest, most = found.sit_outs
    assert most - fewest <= 1
    assert fewest * entries <= out <= most * entries


@pytest.mark.parametrize(
    ("format", "entries", "asked", "played"),
    [
        (Format.KNOCKOUT, 11, 9, 4),
        (Format.ROUND_ROBIN, 4, 9, 3),
        (Format.DOUBLE_ROUND_ROBIN, 4, 9, 6),
        (Format.SWISS, 5, 9, 5),
        (Format.ROTATING, 8, 9, 9),
    ],
)
def test_no_more_rounds_are_previewed_than_this_many_can_play(format, entries, asked, played):
    found = night(format, entries, asked)
    assert len(found.rounds) == played
    assert found.limits == FORMATS[format].rounds_for(entries)


def test_eleven_play_at_a_table_of_four_and_one_of_six():
    assert [sorted(each.tables) for each in night(Format.ROTATING, 11).rounds] == [[4, 6]] * 4
    assert shapes(10, (2, 2, 2))


def test_four_who_rotate_meet_partners_again_from_the_fourth_round_on():
    rounds = night(Format.ROTATING, 4, 5).rounds
    assert [each.partners_again for each in rounds] == [0, 0, 0, 2, 2]
    assert [each.opponents_again for each in rounds] == [0, 2, 4, 4, 4]


def test_who_was_partner_before_is_counted_once_a_round():
    tables = ((1, 2), (3, 4)), ((1, 3), (2, 4)), ((2, 1), (4, 3))
    rounds = tuple(NightRound((sides,)) for sides in tables)
    assert [each.partners_again for each in _counted(rounds)] == [0, 0, 2]
    assert repeats(rounds) == sum(each.partners_again for each in _counted(rounds))
    assert max(partner_counts(rounds).values()) == 2


def test_too_few_are_named():
    with pytest.raises(ValueError, match="at least 4 entries"):
        night(Format.ROTATING, 3)
