"""New melds laid at once: to open a side, to go out, or to keep a way to end the turn.

Read `limits` (what may be laid) and `task` (what is asked), then `search`. It lays sequences in
every way that may help (`sequences`) and groups the remaining cards (`groups`, with `tables`).
`bounds` shows early that no melds can be worth enough.
"""
