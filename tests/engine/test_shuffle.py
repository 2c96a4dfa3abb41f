"""The fair shuffle: its vectors, its evenness, and what it binds and hides."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import verify_shuffle
from games.engine.cards import FACES, JOKER, RANKS, faces
from games.engine.shuffle import (
    Context,
    Secret,
    below,
    commitment,
    deal_key,
    draws,
    durstenfeld,
    first_dealer,
    moves_entropy,
    pack,
    proof,
    shuffle,
)
from tests.engine.evenness import (
    CARDS,
    CONTEXT,
    SEED,
    Shuffler,
    counted,
    counted_at_once,
    fair,
    farthest_from_even,
    limit_for,
    orders,
    unevenness,
)

DATA = json.loads((Path(__file__).parent / "data" / "shuffle_vectors.json").read_text())
MILLION = int(os.environ.get("SHUFFLES", "1000000"))

hexes = st.binary(min_size=1, max_size=64).map(bytes.hex)
sources = st.one_of(
    st.integers(0, 9).map("seat:{}".format), st.integers(1, 99).map("moves:{}".format)
)
entropies = st.lists(st.tuples(sources | st.just("director"), hexes), max_size=5)
seeds = st.binary(min_size=32, max_size=32)
contexts = st.builds(
    Context,
    deal_id=st.text(st.characters(codec="utf-8"), max_size=20),
    hand=st.integers(1, 1000),
    decks=st.integers(1, 8),
    jokers=st.integers(0, 16),
    scope=st.text(st.characters(codec="utf-8"), max_size=20),
)

vectors = pytest.mark.parametrize(
    "vector",
    DATA["vectors"],
    ids=[
        f"{vector['cards']} cards of a {vector['proof']['context']['scope']}"
        for vector in DATA["vectors"]
    ],
)


# -- Vectors and the second implementation ------------------------------------------------------


@vectors
def test_the_golden_vectors_are_reproduced(vector: dict[str, Any]) -> None:
    context = Context(**vector["proof"]["context"])
    entropy = vector["proof"]["entropy"]
    assert len(vector["proof"]["order"]) == vector["cards"]
    assert proof(SEED, context, entropy) == vector["proof"]
    assert faces(shuffle(SEED, context, entropy)) == vector["proof"]["order"]
    assert deal_key(SEED, context, entropy).hex() == vector["key"]
    for seats, seat in vector["first_dealer"].items():
        assert first_dealer(SEED, context, entropy, int(seats)) == seat


@vectors
def test_the_verifier_accepts_the_golden_vectors(vector: dict[str, Any]) -> None:
    assert verify_shuffle.verify(vector["proof"]) == []
    for seats, seat in vector["first_dealer"].items():
        assert verify_shuffle.dealer_of(vector["proof"], int(seats)) == seat


def test_the_moves_of_a_hand_give_the_golden_entropy_whatever_they_drew() -> None:
    assert moves_entropy(DATA["moves"]["moves"]) == DATA["moves"]["entropy"]
    assert moves_entropy(DATA["moves"]["moves"][:1]) != DATA["moves"]["entropy"]


@settings(deadline=None)
@given(seeds, contexts, entropies, st.integers(1, 6))
def test_both_implementations_agree(
    seed: bytes, context: Context, entropy: list[tuple[str, str]], seats: int
) -> None:
    published = json.loads(json.dumps(proof(seed, context, entropy)))
    assert verify_shuffle.verify(published) == []
    assert verify_shuffle.dealer_of(published, seats) == first_dealer(seed, context, entropy, seats)


def test_the_pack_is_laid_suit_by_suit_in_kinds_that_go_rank_by_rank() -> None:
    laid = faces(pack(2, 3))
    assert laid[:14] == [*(rank + "C" for rank in RANKS), "2D"]
    assert laid[13:] == [*laid[13:52], *laid[:52], "JK", "JK", "JK"]
    assert sorted(pack(1, 1)) == list(range(len(FACES)))
    assert pack(1, 1)[-1] == JOKER


# -- What the shuffle binds ---------------------------------------------------------------------


@settings(deadline=None)
@given(
    seeds,
    contexts,
    entropies.flatmap(lambda pairs: st.tuples(st.just(pairs), st.permutations(pairs))),
)
def test_the_order_in_which_entropy_arrives_decides_nothing(
    seed: bytes, context: Context, arrivals: tuple[list[Any], list[Any]]
) -> None:
    assert proof(seed, context, arrivals[0]) == proof(seed, context, arrivals[1])


def test_the_content_of_the_entropy_decides_the_order_and_the_dealer() -> None:
    added = [[], [("seat:0", "00")], [("seat:0", "01")], [("seat:1", "00")], [("director", "00")]]
    added.append([("seat:0", "00"), ("seat:0", "00")])
    assert len({shuffle(SEED, CONTEXT, entropy) for entropy in added}) == len(added)
    dealers = {first_dealer(SEED, CONTEXT, [("seat:0", f"{n:02x}")], 4) for n in range(64)}
    assert dealers == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "change", [{"deal_id": "e"}, {"hand": 2}, {"decks": 4}, {"jokers": 9}, {"scope": "round"}]
)
def test_the_commitment_and_the_order_bind_the_context(change: dict[str, Any]) -> None:
    other = replace(CONTEXT, **change)
    assert commitment(SEED, other) != commitment(SEED, CONTEXT)
    assert shuffle(SEED, other, []) != shuffle(SEED, CONTEXT, [])


@pytest.mark.parametrize("byte", range(32))
def test_the_commitment_and_the_order_bind_every_byte_of_the_seed(byte: int) -> None:
    other = bytes(value ^ (place == byte) for place, value in enumerate(SEED))
    assert commitment(other, CONTEXT) != commitment(SEED, CONTEXT)
    assert shuffle(other, CONTEXT, []) != shuffle(SEED, CONTEXT, [])


@pytest.mark.parametrize(
    "refused",
    [
        pytest.param(lambda: commitment(SEED[1:], CONTEXT), id="a short seed"),
        pytest.param(lambda: shuffle(SEED + b"\0", CONTEXT, []), id="a long seed"),
        pytest.param(lambda: shuffle(SEED, CONTEXT, [("seat:x", "00")]), id="an unknown source"),
        pytest.param(lambda: shuffle(SEED, CONTEXT, [("seat:0", "0")]), id="half a byte"),
        pytest.param(lambda: shuffle(SEED, CONTEXT, [("seat:0", "AB")]), id="capitals"),
        pytest.param(lambda: shuffle(SEED, CONTEXT, [("seat:0", "")]), id="no entropy"),
        pytest.param(lambda: first_dealer(SEED, CONTEXT, [], 0), id="no seats"),
        pytest.param(lambda: replace(CONTEXT, hand=0), id="hand 0"),
        pytest.param(lambda: replace(CONTEXT, decks=0), id="no decks"),
        pytest.param(lambda: replace(CONTEXT, jokers=-1), id="fewer than no jokers"),
        pytest.param(
            lambda: replace(CONTEXT, decks=1261), id="more cards than two bytes tell apart"
        ),
    ],
)
def test_what_the_algorithm_does_not_know_is_refused(refused: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        refused()


# -- What it hides ------------------------------------------------------------------------------


def test_secrets_show_neither_in_a_repr_nor_in_a_format() -> None:
    for secret in (Secret(SEED), deal_key(SEED, CONTEXT, [])):
        shown = f"{secret!r} {secret} {secret:>40} {[secret]} {secret!s}"
        assert shown.count("<secret of 32 bytes>") == 5
        assert bytes(secret).hex() not in shown
        assert repr(bytes(secret)) not in shown


def test_a_refused_seed_or_entropy_is_not_repeated_in_the_message() -> None:
    with pytest.raises(ValueError, match="not 31") as short:
        commitment(b"\x07" * 31, CONTEXT)
    with pytest.raises(ValueError, match="seat:3") as unreadable:
        shuffle(SEED, CONTEXT, [("seat:3", "SECRET")])
    assert "07" not in str(short.value)
    assert "SECRET" not in str(unreadable.value)


# -- Evenness -----------------------------------------------------------------------------------


def swap_with_any(key: bytes) -> tuple[int, ...]:
    """The classic mistake: every place swaps with any place."""
    order, numbers = list(range(CARDS)), draws(key)
    for place in range(CARDS):
        chosen = below(numbers, CARDS)
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order)


def byte_mod_n(key: bytes) -> tuple[int, ...]:
    """The other one: a byte's remainder, which favours low places."""
    order, numbers = list(range(CARDS)), draws(key)
    for last in range(CARDS - 1, 0, -1):
        chosen = next(numbers) % 256 % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def one_swap_less(key: bytes) -> tuple[int, ...]:
    """A small one: the last place is never drawn for itself, all others are as they should be."""
    order, numbers = list(range(CARDS)), draws(key)
    for last in range(CARDS - 1, 0, -1):
        chosen = below(numbers, last + (last < CARDS - 1))
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def test_every_card_comes_to_every_place_equally_often() -> None:
    assert abs(unevenness(counted(fair, 4000))) < 4


@pytest.mark.slow
def test_every_card_comes_to_every_place_equally_often_in_a_million_shuffles() -> None:
    counts = counted_at_once(fair, MILLION)
    farthest = farthest_from_even(counts)
    print(f"{MILLION} shuffles: chi-square {unevenness(counts):+.2f}, farthest {farthest:.2f}")
    assert abs(unevenness(counts)) < 4
    assert farthest < limit_for(4, counts.size)


@pytest.mark.full
def test_a_place_that_one_card_never_comes_to_is_found_in_far_fewer() -> None:
    counts = counted(one_swap_less, 8000)
    assert farthest_from_even(counts) > limit_for(4, counts.size) > 5


@pytest.mark.parametrize("biased", [swap_with_any, byte_mod_n])
def test_a_biased_shuffle_is_distinguished_from_a_fair_one(biased: Shuffler) -> None:
    assert unevenness(counted(biased, 4000)) > 10


@pytest.mark.full
def test_cards_stay_in_place_and_next_to_their_neighbours_as_rarely_as_by_chance() -> None:
    runs = 4000
    stayed = followed = 0
    for order in orders(fair, runs):
        stayed += sum(place == card for place, card in enumerate(order))
        followed += sum(b == a + 1 for a, b in pairwise(order))
    assert abs(stayed - runs) / sqrt(runs) < 4
    assert abs(followed - runs * (CARDS - 1) / CARDS) / sqrt(runs) < 4


def test_draws_that_would_favour_low_numbers_are_thrown_away() -> None:
    assert below(iter([65535, 65532, 7]), 6) == 1
    assert below(iter([65531]), 6) == 65531 % 6
    assert below(iter([65535]), 65536) == 65535


def test_a_shuffle_takes_little_more_than_two_bytes_a_card() -> None:
    taken = 0

    def listened(key: bytes) -> Iterator[int]:
        nonlocal taken
        for value in draws(key):
            taken += 2
            yield value

    runs = 2000
    for run in range(runs):
        durstenfeld(range(CARDS), listened(deal_key(SEED, CONTEXT, [("moves:1", f"{run:08x}")])))
    assert 2 * (CARDS - 1) < taken / runs < 2 * (CARDS - 1) + 1


def test_a_proof_is_plain_json_with_the_six_published_members() -> None:
    published = proof(SEED, CONTEXT, [("seat:0", "00" * 16)])
    assert json.loads(json.dumps(published)) == published
    assert sorted(published) == sorted(
        ["algorithm", "server_seed", "context", "commitment", "entropy", "order"]
    )
    assert published["context"] == asdict(CONTEXT)
