"""Settings are read once: what they can be, and the line that ends a process if they are not."""

from ipaddress import ip_network

import pytest

from samba_service.kit.environment import Environment

NAME = "SAMBA_SETTING"
env = Environment()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch):
    """Sets the value in the environment."""
    return lambda value: monkeypatch.setenv(NAME, value)


def fault(read) -> str:
    """The line that ends the process."""
    with pytest.raises(SystemExit) as ended:
        read()
    line = str(ended.value)
    assert line.startswith(f"samba-service: {NAME}")
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("value", "networks"),
    [
        pytest.param("", [], id="none"),
        pytest.param("192.0.2.7", ["192.0.2.7/32"], id="an address"),
        pytest.param("192.168.1.5/24", ["192.168.1.0/24"], id="a network by an address in it"),
        pytest.param("10.0.0.0/8, 2001:db8::1/32,", ["10.0.0.0/8", "2001:db8::/32"], id="a list"),
    ],
)
def test_networks_are_read_with_or_without_the_bits_of_a_host(given, value, networks) -> None:
    given(value)

    assert env.networks(NAME) == tuple(map(ip_network, networks))


@pytest.mark.parametrize("value", ["banana", "192.168.1.0/33", "192.168.1", "10.0.0.1;10.0.0.2"])
def test_what_is_no_network_is_named(given, value: str) -> None:
    given(f"192.0.2.1,{value}")

    assert f"not {value!r}" in fault(lambda: env.networks(NAME))


@pytest.mark.parametrize(("value", "number"), [("1", 1), (" 3\n", 3), ("5", 5)])
def test_a_number_is_within_its_bounds(given, value: str, number: int) -> None:
    given(value)

    assert env.number(NAME, default=2, least=1, most=5) == number


@pytest.mark.parametrize("value", ["0", "-1", "6", "1.5", "one", ""])
def test_what_is_outside_of_them_is_refused(given, value: str) -> None:
    given(value)

    line = fault(lambda: env.number(NAME, default=2, least=1, most=5))
    assert f"must be a whole number, from 1 to 5, not {value!r}" in line


@pytest.mark.parametrize(
    ("value", "on"), [("true", True), ("Yes", True), ("1", True), ("OFF", False), ("", False)]
)
def test_a_switch_is_on_or_off(given, value: str, on: bool) -> None:
    given(value)

    assert env.switch(NAME, default=not on) is on


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://samba:p%40ss@db.example:5432/samba",
        "postgres://db.example/samba",
        "postgresql:///samba?host=/var/run/postgresql",
        "postgresql://samba@/samba?host=/var/run/postgresql",
        "postgresql://?service=samba",
    ],
)
def test_the_url_of_a_database_has_the_forms_of_postgresql(given, url: str) -> None:
    given(url)

    assert env.database_url(NAME) == url


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="empty"),
        pytest.param("secret", id="a word"),
        pytest.param("mysql://samba:secret@db.example/samba", id="another database"),
        pytest.param("postgresql://samba:secret@db.example", id="no name"),
        pytest.param("postgresql://samba:secret@db.example:port/samba", id="a port that is none"),
        pytest.param("postgresql://samba:sec/ret@db.example/samba", id="a password with a slash"),
    ],
)
def test_no_other_is_taken_and_no_password_repeated(given, url: str) -> None:
    given(url)

    line = fault(lambda: env.database_url(NAME))
    assert "must be like postgresql://" in line
    assert "secret" not in line


@pytest.mark.parametrize("url", ["redis://h", "rediss://a:b@h:6379/0", "unix:///run/redis?db=1"])
def test_the_url_of_a_redis_has_the_forms_of_its_client(given, url: str) -> None:
    given(url)

    assert env.redis_url(NAME) == url


@pytest.mark.parametrize("url", ["", "h:6379", "http://h", "redis://:secret@h:port"])
def test_a_url_that_redis_does_not_know_is_refused(given, url: str) -> None:
    given(url)

    line = fault(lambda: env.redis_url(NAME))
    assert "must be like redis://" in line
    assert "secret" not in line


def test_a_file_holds_the_value_or_is_named(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, name = tmp_path / "value", f"{NAME}_IN_A_FILE"  # which is read once
    monkeypatch.setenv(f"{name}_FILE", str(file))
    assert f"{name}_FILE cannot be read" in fault(lambda: env.text(name))
    file.write_bytes(b"\xff")
    assert f"{name}_FILE is not a text in UTF-8" in fault(lambda: env.text(name))
    file.write_text("value")
    assert env.text(name) == "value"


def test_what_is_required_is_said_to_be() -> None:
    assert "is required" in fault(lambda: env.text(NAME))
