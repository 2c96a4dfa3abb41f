"""Times and figures that scripts write: by the page's language and the browser's country."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from games.bots.registry import LEVELS
from samba_service.devstack.folder import REPOSITORY

SCRIPT = REPOSITORY / "samba_service" / "static" / "site" / "local.js"
EVENING, NIGHT = "2026-11-28T18:30:00Z", "2026-11-28T23:30:00Z"
PAGE = """
globalThis.document = { documentElement: { lang: LANG }, querySelectorAll: () => [] };
Object.defineProperty(globalThis, "navigator", { value: { languages: LANGUAGES } });
globalThis.gettext = (text) => ({ "Novice bot": "Einsteiger-Bot" })[text] ?? text;
const { day, joined, makeLocal, numberText, printed, timeOf } = await import(SCRIPT);
const [image, ...times] = [{ src: "https://a.example/run.svg?player=x" },
  ...["", "day", "day-of-year"].map((write) => ({ dateTime: NIGHT, dataset: { write } }))];
makeLocal({ querySelectorAll: (wanted) => (wanted.startsWith("img") ? [image] : times) });
console.log(JSON.stringify([
  day(MOMENT), timeOf(MOMENT), numberText(2535), numberText(13.08, 2), printed("/a.pdf"),
  joined(["Ana", "Ben"]), joined(["Ana", "مريم"]), joined(["Novice bot", "Novice bot 2"]),
  image.src, ...times.slice(1).map((each) => each.textContent),
]));
"""


@pytest.mark.parametrize(
    ("page", "browser", "shown"),
    [
        ("en", ["en-GB", "en"], ["28 Nov 2026", "19:30", "2,535", "13.08"]),
        ("en", ["de-DE", "de"], ["28 Nov 2026", "19:30", "2,535", "13.08"]),
        ("en", ["en-US"], ["28 Nov 2026", "7:30 PM", "2,535", "13.08"]),
        ("de", ["en-US"], ["28. Nov. 2026", "19:30", "2.535", "13,08"]),
        ("de", ["de-AT"], ["28. Nov. 2026", "19:30", "2.535", "13,08"]),
    ],
)
def test_a_script_writes_days_times_and_figures_as_its_reader_does(
    page: str, browser: list[str], shown: list[str], tmp_path: Path
) -> None:
    if not shutil.which("node"):
        if "SAMBA_CI" in os.environ:
            pytest.fail("CI runs scripts by Node")
        pytest.skip("needs Node")
    copy = tmp_path / "local.mjs"
    shutil.copy(SCRIPT, copy)
    values = {
        "LANGUAGES": browser,
        "LANG": page,
        "SCRIPT": copy.as_uri(),
        "MOMENT": EVENING,
        "NIGHT": NIGHT,
    }
    text = PAGE
    for name, value in values.items():
        text = text.replace(name, json.dumps(value))
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", text],
        env={**os.environ, "TZ": "Europe/Berlin"},
        check=True,
        capture_output=True,
        text=True,
    )

    assert json.loads(ran.stdout.replace("\u202f", " ")) == [
        *shown, "/a.pdf?time_zone=Europe%2FBerlin", "Ana & Ben", "Ana & \u2068مريم\u2069",
        "Einsteiger-Bot & Einsteiger-Bot 2",
        "https://a.example/run.svg?player=x&time_zone=Europe%2FBerlin",
        shown[0].replace("28", "29"), shown[0].replace("28", "29").removesuffix(" 2026"),
    ]  # fmt: skip


def test_pages_have_a_name_for_each_of_our_bots() -> None:
    script = SCRIPT.read_text()
    assert [
        each
        for each in LEVELS.values()
        if f'{each.name}: () => gettext("{each.name} bot")' not in script
    ] == []
