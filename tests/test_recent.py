"""What a process remembers: what was used last."""

from samba_service.kit.recent import Recent


def test_what_has_not_been_used_for_longest_is_forgotten_first() -> None:
    kept: Recent[str, int] = Recent(3)
    for key, value in (("a", 1), ("b", 2), ("c", 3)):
        kept.keep(key, value)
    assert kept.get("a") == 1  # used: now "b" is the one to go
    kept.keep("d", 4)
    assert [kept.get(key) for key in "abcd"] == [1, None, 3, 4]


def test_a_value_that_is_kept_again_is_used() -> None:
    kept: Recent[str, int] = Recent(2)
    kept.keep("a", 1)
    kept.keep("b", 2)
    kept.keep("a", 3)
    kept.keep("c", 4)
    assert [kept.get(key) for key in "abc"] == [3, None, 4]


def test_what_is_dropped_is_not_kept() -> None:
    kept: Recent[str, int] = Recent(2)
    kept.keep("a", 1)
    kept.drop("a")
    kept.drop("a")
    assert kept.get("a") is None
