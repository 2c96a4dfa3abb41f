"""The commands that need no database: a record verified, bots compared."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import verify_record
from tests.engine.played import finished


def test_a_record_in_a_file_is_verified(tmp_path: Path) -> None:
    record, file, said = finished(8).record(), tmp_path / "record.json", StringIO()
    file.write_text(json.dumps(record))
    call_command("verify_record", file, stdout=said)
    assert "holds" in said.getvalue()


@pytest.mark.parametrize("text", ["{}", "[" * 100_000, "{", "\xff"])
def test_what_is_no_record_is_refused_without_a_traceback(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(CommandError, match=r"does not hold|cannot be read"):
        call_command("verify_record", file, stderr=StringIO())


def test_a_file_larger_than_any_record_is_not_read_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_record, "MOST_BYTES", 10)
    file = tmp_path / "record.json"
    for size, refusal in ((10, "does not hold"), (11, "at most 10 bytes")):
        file.write_text("{}".ljust(size))
        with pytest.raises(CommandError, match=refusal):
            call_command("verify_record", file, stderr=StringIO())


def test_a_tampered_total_is_named(tmp_path: Path) -> None:
    record, file, said = finished(8).record(), tmp_path / "record.json", StringIO()
    record["totals"][0] += 5
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError):
        call_command("verify_record", file, stderr=said)
    assert said.getvalue().startswith("totals.0: ")


def test_two_levels_are_compared() -> None:
    said = StringIO()
    call_command("bot_arena", "novice", "random", pairs=5, stdout=said)
    assert said.getvalue().startswith("novice leads random by ")
