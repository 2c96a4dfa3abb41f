"""New melds laid at once: a side's first, those that go out, and those that get round a corner.

Read `limits` (what may be laid) and `task` (what is asked), then `search`: it lays sequences in
every way that may help (`sequences`), and groups what they leave (`groups`, by `tables`); `bounds`
says early that no melds come to enough.
"""
