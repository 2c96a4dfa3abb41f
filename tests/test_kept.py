"""Dear answers are made once for all who ask at the same time, and kept."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache

from samba_service.kit import kept, throttles
from samba_service.kit.cache import FailOpenRedisCache
from samba_service.kit.kept import Made, once
from samba_service.kit.problems import Problem

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


class Maker:
    """Makes an answer when it is let; counts how often it began."""

    def __init__(self) -> None:
        self.begun, self.may_end = 0, threading.Event()

    def __call__(self) -> Made:
        self.begun += 1
        assert self.may_end.wait(20)
        return Made(b"%PDF")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def wait_until(condition) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_of_many_callers_at_once_one_makes_it(pool) -> None:
    make = Maker()
    asked = [pool.submit(once, "paper", make, for_s=60) for _ in range(8)]
    wait_until(lambda: make.begun)
    make.may_end.set()

    assert {each.result() for each in asked} == {b"%PDF"}
    assert make.begun == 1
    assert once("paper", make, for_s=60) == b"%PDF"
    assert make.begun == 1


def test_what_was_made_between_the_look_and_the_turn_is_not_made_again(monkeypatch) -> None:
    add = cache.add

    def late(*args) -> bool:
        cache.set("paper", b"%PDF", 60)
        return add(*args)

    monkeypatch.setattr(cache, "add", late)
    assert once("paper", lambda: Made(b"again"), for_s=60) == b"%PDF"
    assert add("paper:making", 1, 1), "the turn was given back"


def test_what_a_maker_could_not_make_the_next_one_makes() -> None:
    def fail() -> Made:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        once("paper", fail, for_s=60)
    assert once("paper", lambda: Made([1]), for_s=60) == [1]


def test_a_maker_that_has_died_is_replaced(monkeypatch) -> None:
    cache.add("paper:making", 1, 1)  # its mark goes with the time, nobody else takes it away
    began = time.monotonic()

    assert once("paper", lambda: Made([1]), for_s=60) == [1]
    assert time.monotonic() - began < 8


def test_nobody_waits_forever(monkeypatch) -> None:
    monkeypatch.setattr(kept, "WAIT_S", 0.2)
    cache.add("paper:making", 1, 60)

    with pytest.raises(Problem) as refused:
        once("paper", lambda: Made([1]), for_s=60)
    assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "2"})


def test_what_is_not_to_be_kept_is_made_each_time() -> None:
    made = iter(range(9))
    answers = [once("paper", lambda: Made([next(made)], keep=False), for_s=60) for _ in range(2)]

    assert answers == [[0], [1]]


def test_without_redis_everybody_makes_their_own(monkeypatch) -> None:
    monkeypatch.setattr(kept, "cache", FailOpenRedisCache("redis://127.0.0.1:9/0", {}))
    made = iter(range(9))

    assert [once("paper", lambda: Made([next(made)]), for_s=60) for _ in range(2)] == [[0], [1]]


def test_who_makes_it_pays_and_who_finds_it_does_not() -> None:
    paid: list[int] = []
    throttles.set_payer(lambda: paid.append(1))
    for _ in range(3):
        once("paper", lambda: Made([1]), for_s=60)
    throttles.set_payer(None)
    once("another", lambda: Made([1]), for_s=60)

    assert paid == [1]


def test_who_cannot_pay_keeps_nobody_waiting() -> None:
    def refuse() -> None:
        raise Problem("rate_limited")

    throttles.set_payer(refuse)
    with pytest.raises(Problem):
        once("paper", lambda: Made([1]), for_s=60)
    throttles.set_payer(None)
    assert cache.get("paper:making") is None
