"""The rows of a move: a game with its snapshot, a log, somebody with a token."""

from uuid import uuid4

from django.db import models


class Account(models.Model):
    name = models.CharField(max_length=60)
    is_active = models.BooleanField(default=True)
    is_authenticated = True

    class Meta:
        app_label = "yardstick"

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    key = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(Account, models.CASCADE)

    class Meta:
        app_label = "yardstick"

    def __str__(self) -> str:
        return f"token of {self.user_id}"


class Game(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid4)
    version = models.PositiveIntegerField(default=1)
    snapshot = models.JSONField()

    class Meta:
        app_label = "yardstick"

    def __str__(self) -> str:
        return str(self.id)


class Move(models.Model):
    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "yardstick"
        constraints = (
            models.UniqueConstraint(fields=("game", "version"), name="yardstick_one_row_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"
