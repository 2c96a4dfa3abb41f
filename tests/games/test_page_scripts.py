"""What the scripts of the pages list for themselves agrees with the service."""

import re
from pathlib import Path

from games.engine import event_answers

SCRIPTS = Path("games/static/games")


def test_the_feed_listens_to_every_type_of_event() -> None:
    script = (SCRIPTS / "feed.js").read_text()
    listed = re.search(r"const TYPES = \[(.*?)\];", script, re.DOTALL)
    assert listed is not None

    source = Path(event_answers.__file__).read_text()
    types = re.findall(r"\"?type\"?: Literal\[\"(\w+)\"\]", source)
    assert set(re.findall(r'"(\w+)"', listed[1])) == set(types)
