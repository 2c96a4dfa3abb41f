"""Nights of individuals: who partners whom, planned ahead or drawn round by round."""
