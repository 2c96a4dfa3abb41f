"""The API of games: for each subject its requests, answers and views."""

MODULES = (
    "records",
    "games.views",
    "moves",
    "events",
    "hands",
    "rulesets.views",
    "rulesets.house",
    "invitations",
    "players",
    "seats",
    "scoring",
    "partnerships",
)
"""The busiest first, as they are tried in turn; `games/export` is no game."""
