"""Lines over whole numbers: an image in the light and in the dark, and the same as a table."""

import re
from datetime import date
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.template.loader import render_to_string

from samba_service.kit.plots import COLOURS, DASHES, HEIGHT, WIDTH, Line, Plot, ticks

NS = "{http://www.w3.org/2000/svg}"
POINTS = Plot(
    "Points over the hands",
    "Hand",
    [
        Line("Ana & <Cleo>", [(0, 0), (1, -150), (2, 2300), (3, 5010)]),
        Line("Ben, Dan", [(0, 0), (1, 1250), (3, 900)]),
    ],
)


def drawn(plot: Plot) -> Element:
    return fromstring(plot.svg())


def texts(image: Element) -> list[str | None]:
    return [each.text for each in image.iter(f"{NS}text")]


def test_every_value_is_a_point_higher_for_more_and_further_right_for_later() -> None:
    image = drawn(POINTS)
    lines = [
        [tuple(map(float, pair.split(","))) for pair in each.attrib["points"].split()]
        for each in image.iter(f"{NS}polyline")
    ]

    assert [len(line) for line in lines] == [4, 3]
    for line, points in zip(lines, (each.points for each in POINTS.lines), strict=True):
        assert [x for x, _y in line] == sorted(x for x, _y in line)
        assert sorted(range(len(line)), key=lambda at: -line[at][1]) == sorted(
            range(len(line)), key=lambda at: points[at][1]
        )
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in line)


def test_the_image_says_what_it_shows_and_names_its_lines() -> None:
    image = drawn(POINTS)

    assert image.findtext(f"{NS}title") == "Points over the hands"
    described = image.findtext(f"{NS}desc")
    assert described == "Points over the hands. At the end Ana & <Cleo>: 5010, Ben, Dan: 900."
    assert texts(image)[-2:] == ["Ana & <Cleo>", "Ben, Dan"]
    assert {"0", "-2000", "6000"} <= {*texts(image)}


def test_colours_are_for_a_light_and_a_dark_ground_and_lines_differ_without_them() -> None:
    light, dark = str(drawn(POINTS).findtext(f"{NS}style")).split(
        "@media(prefers-color-scheme:dark)"
    )

    for number, (on_light, on_dark) in enumerate(COLOURS):
        assert f".l{number}{{stroke:{on_light}}}" in light
        assert f".l{number}{{stroke:{on_dark}}}" in dark
    assert len({*DASHES}) == len(COLOURS)
    assert contrast(COLOURS, 0, "#ffffff") > 4.5
    assert contrast(COLOURS, 1, "#20252b") > 4.5


def contrast(pairs: tuple[tuple[str, str], ...], place: int, ground: str) -> float:
    """The least, as WCAG has it."""
    return min(
        (max(one, two) + 0.05) / (min(one, two) + 0.05)
        for one, two in ((light_of(pair[place]), light_of(ground)) for pair in pairs)
    )


def light_of(colour: str) -> float:
    parts = [int(each, 16) / 255 for each in re.findall("[0-9a-f]{2}", colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_table_has_the_same_values_and_a_gap_where_a_line_has_none() -> None:
    assert list(POINTS.rows) == [
        ("0", [0, 0]), ("1", [-150, 1250]), ("2", [2300, None]), ("3", [5010, 900]),
    ]  # fmt: skip
    page = render_to_string("plot.html", {"plot": POINTS, "source": "/points.svg"})

    assert (
        '<img src="/points.svg" alt="Points over the hands. At the end Ana &amp; &lt;Cleo' in page
    )
    cells = re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", page)
    assert cells[:3] == ["Hand", "Ana &amp; &lt;Cleo&gt;", "Ben, Dan"]
    assert cells[-6:] == ["2", "2300", "", "3", "5010", "900"]


def test_dates_are_as_far_apart_as_their_days_and_not_all_are_named() -> None:
    days = [(date(2026, 1, 1).toordinal() + day, 1500 + day) for day in (*range(40), 400)]
    image = drawn(Plot("Rating", "Date", [Line("Ana", days)], lambda x: str(date.fromordinal(x))))
    places = [float(each.attrib["cx"]) for each in image.iter(f"{NS}circle")]

    assert places[-1] - places[-2] > 8 * (places[-2] - places[0])
    named = [text for text in texts(image) if text and text.startswith("202")]
    assert named == ["2026-01-01", "2027-02-05"], "others have no room"


def test_labels_are_inside_the_image_and_apart() -> None:
    days = [(date(2026, 1, 1).toordinal() + 9 * day, day) for day in range(60)]
    image = drawn(Plot("Rating", "Date", [Line("Ana", days)], lambda x: str(date.fromordinal(x))))
    named = [each for each in image.iter(f"{NS}text") if (each.text or "").startswith("202")]
    middles = [float(each.attrib["x"]) for each in named]

    assert len(middles) > 2
    assert all(45 <= at <= WIDTH - 45 for at in middles)
    assert all(later - at > 90 for at, later in pairwise(middles))


@pytest.mark.parametrize("points", [[], [(7, 7)], [(1, 5), (2, 5)]])
def test_few_or_equal_values_are_drawn_too(points: list[tuple[int, int]]) -> None:
    image = drawn(Plot("Rating", "Hand", [Line("Ana", points)]))

    assert len(list(image.iter(f"{NS}circle"))) == len(points)
    assert "0" in texts(image)


@pytest.mark.parametrize(("low", "high", "found"), [
    (0, 0, [0]),
    (1503, 1511, [1502, 1504, 1506, 1508, 1510, 1512]),
    (-150, 3220, [-1000, 0, 1000, 2000, 3000, 4000]),
    (0, 10_000, [0, 2000, 4000, 6000, 8000, 10_000]),
])  # fmt: skip
def test_axes_have_round_numbers_around_the_values(low: int, high: int, found: list[int]) -> None:
    assert [*ticks(low, high)] == found


def test_a_line_of_one_value_is_its_level_from_edge_to_edge() -> None:
    image = drawn(Plot("Rating", "Day", [Line("Ana", [(739_000, 40)])]))
    [line], [dot] = image.iter(f"{NS}polyline"), image.iter(f"{NS}circle")
    (left, y), (right, same) = (pair.split(",") for pair in line.attrib["points"].split())
    assert float(left) < float(dot.attrib["cx"]) < float(right)
    assert y == same == dot.attrib["cy"]
