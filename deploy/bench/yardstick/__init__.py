"""A game-state service without a game: what one move costs before any rules.

The same request, log row, snapshot and answer as a move of ours, written twice: as lean as the
stack allows (`lean.py`) and as a textbook of Django REST framework has it (`textbook.py`).
"""
