"""A few words: all that players can say to each other at the table."""

from enum import StrEnum


class Phrase(StrEnum):
    """What can be said. None of it says anything about cards or play."""

    HELLO = "hello"
    THANKS = "thanks"
    WELL_PLAYED = "well_played"
    ONE_MOMENT = "one_moment"
    SORRY = "sorry"


PHRASES = tuple(phrase.value for phrase in Phrase)
