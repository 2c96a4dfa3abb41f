"""A director who acts at random over HTTP, and everything that must hold after each act.

`acts` names what a director can do and how it is undone, each kind of act in a module of its own;
some of it is done by those who play, where they have accounts. `slips` are calls that must be
refused. `desk` is what the director sees; `director` goes through a night and judges it, `ending`
leads to its end.
"""
