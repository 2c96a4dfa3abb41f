"""The API of tournaments: for each subject a module with its requests, answers and views."""

MODULES = (
    "tables",
    "score_sheets",
    "results",
    "sheet_codes",
    "calls",
    "standings",
    "walls",
    "bundle",
    "tournaments",
    "steps",
    "entries",
    "entering",
    "rounds",
    "seating",
    "duplicate",
    "printing",
    "joining",
    "clubs",
    "members",
    "preview",
    "merges",
    "seasons",
    "ratings",
    "player_ratings",
    "cases",
    "sanctions",
)
"""The busiest first, as they are tried in turn; `tournaments/import` is no tournament, and
`clubs/join` no club.
"""
