"""Papers that keep a night going: the round so far, and guide cards printed in advance."""

import re

import pytest

from tests.factories import api, player
from tests.tournaments.nights import night
from tests.tournaments.paper import Paper, code
from tests.tournaments.printing.pages import texts
from tests.tournaments.scores import score
from tournaments.engine.results import End
from tournaments.models import Round
from tournaments.services.publication import round_publish
from tournaments.services.results import result_award

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def words(answer) -> str:
    assert answer.status_code == 200, answer.content
    return " ".join(" ".join(texts(answer.content)).split())


def cards(evening) -> dict[str, str]:
    """The guide card of every player, by name."""
    text = words(api(evening.director).get(f"{evening.path}/movement.pdf"))
    names = [entry.name for entry in evening.entries]
    parts = re.split(rf"({'|'.join(names)}) Monday · Herons", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_guide_cards_printed_in_advance_say_where_everybody_will_sit():
    evening = night(9, format="rotating", rounds=3)
    draft = evening.draw()
    printed = cards(evening)
    assert set(printed) == {entry.name for entry in evening.entries}
    round_publish(round_id=draft.id, by=evening.director)
    for number in (1, 2, 3):
        round_ = evening.next_round() if number > 1 else evening.tournament.rounds.get()
        for table in round_.tables.all():
            for seat in table.seats.all():
                where = f"{number} {table.number} {'NESW'[seat.seat]} with"
                assert where in printed[seat.member.name]
            score(evening, table, 300, 0)
        [out] = round_.assignments.filter(table=None)
        assert f"{number} sits out" in printed[out.entry.name]
        evening.close(round_)


def test_cards_for_the_rounds_to_come_follow_who_left():
    evening = night(9, format="rotating", rounds=3)
    first = evening.next_round()
    for table in first.tables.all():
        score(evening, table, 300, 0)
    gone = evening.entries[0]
    evening.change(gone, withdrawn=True)
    printed = cards(evening)
    assert gone.name not in printed
    assert len(printed) == 8
    assert not any("sits out" in card or card.strip().startswith("1 ") for card in printed.values())


def test_there_are_no_cards_where_no_rounds_are_planned():
    refused = {
        "not a rotating night": night(4),
        "before the start": night(8, format="rotating", start=False),
        "before the first draw": night(8, format="rotating"),
        "after the last round": night(8, format="rotating", rounds=1, publish=True),
    }
    answers = {
        why: code(api(evening.director).get(f"{evening.path}/movement.pdf"))
        for why, evening in refused.items()
    }
    assert answers == {
        "not a rotating night": (409, "no_movement"),
        "before the start": (409, "wrong_state"),
        "before the first draw": (409, "no_movement"),
        "after the last round": (409, "no_rounds_left"),
    }


def test_rounds_to_come_are_for_directors():
    evening = night(8, format="rotating", rounds=2)
    path = f"{evening.path}/movement.pdf"
    assert code(api(player()).get(path)) == (403, "not_director")
    assert api().get(path).status_code == 401


@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knockout", "rotating"])
def test_the_round_so_far_is_one_file_in_every_format(format_):
    evening = night(8, format=format_, publish=True)
    first, *open_ = Round.objects.get().tables.all()
    score(evening, first, 1250, -75)
    text = words(api().get(f"{evening.path}/round.pdf"))
    assert "Round 1: results" in text
    assert "1,250 : -75" in text or "-75 : 1,250" in text
    assert re.findall(r"Table (\d) Round 1", text) == [str(table.number) for table in open_]
    assert text.count("Standings") == 1


def test_a_result_that_is_not_confirmed_says_so_and_keeps_its_sheet():
    table = Paper()
    table.enter()
    text = words(api().get(f"{table.night.path}/round.pdf"))
    assert "2,980 : 1,625 (sheet)" in text
    assert "Table 1 Round 1" in text


def test_tables_that_are_online_get_a_sheet_for_the_case_that_the_network_fails():
    evening = night(2, accounts=2, venue="online", rounds=1, publish=True)
    assert "Table 1 Round 1" in words(api().get(f"{evening.path}/round.pdf"))


def test_results_of_shared_deals_are_not_printed_while_another_table_plays_them():
    evening = night(4, accounts=2, venue="online", duplicate=True, rounds=1, publish=True)
    first, _ = Round.objects.get().tables.all()
    result_award(
        table_id=first.id, by=evening.director, reason="power cut", end=End.AWARDED,
        award=[1500, 500],
    )  # fmt: skip
    assert "awarded" not in words(api().get(f"{evening.path}/round.pdf"))
    assert "awarded" in words(api(evening.director).get(f"{evening.path}/round.pdf"))


def test_the_round_so_far_of_a_draft_is_for_directors():
    evening = night(4)
    evening.draw()
    assert api().get(f"{evening.path}/round.pdf").status_code == 404
    assert api(evening.director).get(f"{evening.path}/round.pdf").status_code == 200
