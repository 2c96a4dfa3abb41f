"""Deals that several tables share: the same everywhere, and nobody plays them twice."""

from typing import Any

import pytest

from games import errors
from games.engine import verify_shuffle
from games.engine.rulesets import load, resolve
from games.models import DealSet, Game, Seat
from games.selectors.deal_sets import deal_set_get, deal_set_is_open
from games.selectors.deals import deal_get, proof_get
from games.selectors.records import games_played, record_get
from games.services.authority import Authority
from games.services.deal_sets import deal_set_add_entropy, deal_set_create, deal_set_reveal
from games.services.games import entropy_add, game_start
from games.services.rebuild import game_check
from games.services.running_seats import seat_assign
from games.services.seats import seat_leave, seat_take
from games.services.terms import Practice
from samba_service.accounts.models import Player
from samba_service.accounts.services.people import bot_create
from tests.factories import player
from tests.games.tables import person, play_out, row, state, table

pytestmark = pytest.mark.django_db
SHORT = {"seating": {"hand_size": {"4": 38}}}
"""A stock of few cards."""


def rules_of(overrides: dict[str, Any]) -> Any:
    return resolve({"extends": "classic", "overrides": overrides})


def a_set(hands: int = 2) -> DealSet:
    return deal_set_create(rules=rules_of(SHORT), seats=4, hands=hands)


def a_table(deal_set: DealSet, **options: Any) -> Game:
    """A table of our bots, unless `bots` says otherwise."""
    options = {"bots": range(4), "overrides": SHORT, "rules": rules_of(SHORT)} | options
    return table(deal_set=deal_set, **options)


def packs(game: Game, hands: int = 2) -> list[Any]:
    """Dealer and pack, hand by hand."""
    return [(hand["dealer"], hand["order"]) for hand in record_get(game.id)["hands"][:hands]]


def test_every_table_plays_the_promised_deals_and_each_proof_verifies() -> None:
    deal_set = a_set()
    promised = deal_set_get(deal_set.id).commitments
    deal_set_add_entropy(deal_set_id=deal_set.id, value=b"four winds over the harbour")
    games = [a_table(deal_set) for _ in range(3)]
    for game in games:
        game_start(game_id=game.id, by=None)
        play_out(game.id)

    assert packs(games[0]) == packs(games[1]) == packs(games[2])
    for game in games:
        proofs = [proof_get(game_id=game.id, hand=hand) for hand in (1, 2)]
        assert [verify_shuffle.verify(proof) for proof in proofs] == [[], []]
        assert [proof["commitment"] for proof in proofs] == promised
        assert proofs[0]["entropy"] == [["director", b"four winds over the harbour".hex()]]
        assert verify_shuffle.verify_record(record_get(game.id)) == []
        assert state(game.id).hands_played == 2
        assert game_check(game.id) == []


def test_the_directors_phrase_changes_the_deals_until_a_table_has_dealt() -> None:
    deal_set = a_set()
    game = a_table(deal_set)
    before = deal_get(row(game.id), 1)
    deal_set_add_entropy(deal_set_id=deal_set.id, value=b"six")
    assert deal_get(row(game.id), 1).entropy == [*before.entropy, ("director", b"six".hex())]

    game_start(game_id=game.id, by=None)

    with pytest.raises(errors.DealSetBegun):
        deal_set_add_entropy(deal_set_id=deal_set.id, value=b"seven")
    with pytest.raises(errors.DealSetBegun):
        a_table(deal_set)
    assert deal_set_get(deal_set.id).begun


@pytest.mark.parametrize("value", [b"", bytes(65)])
def test_a_phrase_has_1_to_64_bytes(value: bytes) -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        deal_set_add_entropy(deal_set_id=a_set().id, value=value)


def test_the_director_stirs_sixteen_times_at_most() -> None:
    deal_set = a_set()
    for number in range(16):
        deal_set_add_entropy(deal_set_id=deal_set.id, value=bytes([number]))
    with pytest.raises(errors.TooMuchEntropy):
        deal_set_add_entropy(deal_set_id=deal_set.id, value=b"x")


def test_no_seat_steers_what_all_tables_play() -> None:
    game = a_table(a_set(), bots=(1, 2, 3))
    with pytest.raises(errors.DealsShared):
        entropy_add(game_id=game.id, player=game.creator, value="ab" * 16)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"rules": load("classic"), "overrides": {}}, id="other rules"),
        pytest.param({"seats": 2, "bots": (0, 1)}, id="another table size"),
        pytest.param({"dealer": 2}, id="a dealer of its own"),
        pytest.param({"practice": Practice(orders=(), scores=(0, 0), hands=2)}, id="practice"),
    ],
)
def test_a_table_that_does_not_fit_the_set_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(errors.DealSetUnfit):
        a_table(a_set(), **options)


def test_a_set_has_deals_and_a_table_size_of_the_ruleset() -> None:
    with pytest.raises(ValueError, match="at least one"):
        a_set(hands=0)
    with pytest.raises(errors.SeatsNotAllowed):
        deal_set_create(rules=load("bolivia"), seats=3, hands=1)
    with pytest.raises(errors.DealSetNotFound):
        deal_set_get(person().id)


def second_account(ana: Player) -> Player:
    return bot_create(owner_id=ana.pk, display_name="Ana's engine")


@pytest.mark.parametrize("who", [lambda ana: ana, second_account], ids=["player", "own bot"])
def test_nobody_plays_the_same_deals_at_two_tables(who: Any) -> None:
    ana, deal_set = player("Ana"), a_set()
    a_table(deal_set, bots=(1, 2, 3), creator=ana)
    other = a_table(deal_set, bots=(1, 2), creator=person("Ben"))
    again = who(ana)

    with pytest.raises(errors.HasSeenCards):
        seat_take(game_id=other.id, player=again)
    with pytest.raises(errors.HasSeenCards):
        seat_assign(game_id=other.id, by=Authority(other.creator), seat=2, player=again)
    with pytest.raises(errors.HasSeenCards):
        a_table(deal_set, bots=(1, 2, 3), creator=again)
    assert Seat.objects.filter(game=other, to_version=None, level="").count() == 1


def test_who_leaves_before_the_deal_knows_nothing_and_may_sit_elsewhere() -> None:
    deal_set, ana = a_set(), person()
    first = a_table(deal_set, bots=(1, 2, 3), creator=ana)
    second = a_table(deal_set, bots=(1, 2, 3), creator=person("Ben"), sit=None)
    seat_leave(game_id=first.id, player=ana)
    seat_take(game_id=first.id, player=ana)
    seat_leave(game_id=first.id, player=ana)

    assert seat_take(game_id=second.id, player=ana).version == 2


def test_nothing_is_shown_before_the_last_table_has_ended() -> None:
    deal_set = a_set(hands=1)
    one, other = a_table(deal_set, bots=(1, 2, 3), creator=person()), a_table(deal_set)
    for game in (one, other):
        assert not deal_set_is_open(deal_set.id)
        game_start(game_id=game.id, by=None)
    play_out(other.id)
    with pytest.raises(errors.ProofNotYet):
        proof_get(game_id=other.id, hand=1)
    with pytest.raises(errors.DealsNotYet):
        record_get(other.id)

    Game.objects.filter(pk=one.pk).update(status="abandoned")

    assert deal_set_is_open(deal_set.id)
    assert verify_shuffle.verify(proof_get(game_id=other.id, hand=1)) == []


def test_the_director_opens_the_deals_by_force_on_record_and_no_running_hand_is_shown() -> None:
    deal_set, director = a_set(hands=1), person("Director")
    ana = person()
    done, runs = a_table(deal_set), a_table(deal_set, bots=(1, 2, 3), creator=ana)
    for game in (done, runs):
        game_start(game_id=game.id, by=None)
    play_out(done.id)
    with pytest.raises(ValueError, match="reason"):
        deal_set_reveal(deal_set_id=deal_set.id, by=director, reason="")

    deal_set_reveal(deal_set_id=deal_set.id, by=director, reason="the lights went out")
    again = deal_set_reveal(deal_set_id=deal_set.id, by=ana, reason="another")

    assert (again.opened_by, again.opened_reason) == (director, "the lights went out")
    assert again.opened_at is not None
    assert verify_shuffle.verify(proof_get(game_id=done.id, hand=1)) == []
    with pytest.raises(errors.ProofNotYet):
        proof_get(game_id=runs.id, hand=1)
    assert record_get(runs.id)["hands"] == []


def test_an_export_waits_for_the_other_tables() -> None:
    deal_set, ana = a_set(hands=1), person()
    mine = a_table(deal_set, bots=(1, 2, 3), creator=ana)
    a_table(deal_set)
    Game.objects.filter(pk=mine.pk).update(status="finished")

    assert not games_played(player_id=ana.id, since=None, until=None)
    Game.objects.filter(deal_set=deal_set).update(status="finished")
    assert list(games_played(player_id=ana.id, since=None, until=None)) == [mine]
