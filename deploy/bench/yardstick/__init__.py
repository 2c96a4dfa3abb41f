"""A game-state service without a game: what one move costs before any rules.

A Django project of its own, which imports nothing of the product. The same request, log row,
snapshot and answer as a move of ours, written twice: as lean as the stack allows (`lean.py`,
`settings.py`) and as tutorials of Django REST framework write it (`textbook.py`,
`textbook_settings.py`).
"""
