"""What becomes of the seat of a player who leaves a running game."""

from django.db import migrations, models
from django.db.models import Q

_CHOICES = [("bot", "a bot plays on"), ("wait", "the seat stays empty")]


class Migration(migrations.Migration):
    dependencies = [("games", "0007_fair_shares")]
    operations = [
        migrations.AddField(
            "game", "away", models.CharField(choices=_CHOICES, default="bot", max_length=4)
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(condition=Q(away__in=["bot", "wait"]), name="game_away"),
        ),
    ]
