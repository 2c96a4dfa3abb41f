"""The schema as clients read it: what the views declare, with words, headers and shared parts."""
