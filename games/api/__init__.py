"""The API of games: for each subject a module with its requests, answers and views."""

MODULES = (
    "records",
    "games",
    "moves",
    "hands",
    "cases",
    "streams",
    "rulesets",
    "house_rulesets",
    "notices",
    "invitations",
    "players",
    "seats",
    "phrases",
    "pauses",
    "claims",
    "rulings",
    "scoring",
    "partnerships",
    "webhooks",
)
"""The busiest first, as they are tried in turn; `games/export` is no game."""
