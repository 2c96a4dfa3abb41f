"""The formats of a tournament, one module each: entrants and history in, one draw out."""
