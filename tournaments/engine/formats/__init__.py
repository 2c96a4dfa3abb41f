"""A format draws rounds: who meets whom, given what was played."""
