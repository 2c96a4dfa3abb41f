"""The tournament engine: pure Python, from a value to a value.

`tournament.TournamentData` is a whole tournament. `drawing` draws its next round, `standings` ranks
its entries, `settings` finds what cannot be played, and `bundle` reads and writes it as JSON.
"""
