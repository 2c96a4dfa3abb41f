"""Guide cards of a rotating night."""

from tests.tournaments.printing.nights import NAMES, OCCASION
from tests.tournaments.printing.pages import sizes, spans, texts
from tournaments.printing.round_papers import Card, Movement, Stop, movement_pdf


def card(name: str, rounds: int = 3) -> Card:
    stops = [Stop(number, 4, "N", (NAMES[1],), NAMES[2:]) for number in range(1, rounds)]
    return Card(name, (*stops, Stop(rounds, None)))


def movement(*cards: Card) -> bytes:
    return movement_pdf(Movement(occasion=OCCASION, cards=cards))


def test_a_card_leads_a_player_through_the_night() -> None:
    (page,) = texts(movement(card("Ana")))

    words = " ".join(page.split())
    assert words.startswith("Ana Monday League")
    assert "round table, seat players 1 4 N" in words
    assert f"1 4 N with {NAMES[1]} against {NAMES[2]}, {NAMES[3]}" in words
    assert f"2 4 N with {NAMES[1]}" in words
    assert "3 sits out" in words


def test_cards_to_be_cut_do_not_overlap() -> None:
    pages = texts(movement(*(card(f"Zed{number}", 8) for number in range(20))))

    assert len(pages) > 1
    assert pages[0].count("Zed") == 6
    assert sum(page.count("sits out") for page in pages) == 20


def test_a_night_of_many_rounds_has_a_column_of_cards_each() -> None:
    (page,) = texts(movement(card("Ana", 26), card("Ben", 26)))

    assert page.count("sits out") == 2


def test_long_names_stay_on_their_card() -> None:
    stop = Stop(1, 12, "W", ("W" * 60,), ("W" * 60, "W" * 60))
    pdf = movement(Card("W" * 60, (stop,)), Card("Q", (Stop(1, None),)))

    middle = sizes(pdf)[0][0] / 2
    assert max(span.right for span in spans(pdf, "W")) < middle
    assert min(span.left for span in spans(pdf, "Q")) > middle


def test_the_same_night_gives_the_same_bytes() -> None:
    assert movement(card("Ana")) == movement(card("Ana"))
