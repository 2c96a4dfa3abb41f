"""Which account a game counts towards, whether only bots play it, and whose bots are next."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q, Value
from django.db.models.lookups import Exact

_BACKFILL = """
    UPDATE games_game g SET account_id = COALESCE(p.owner_id, p.id)
    FROM games_player p WHERE p.id = g.creator_id
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0006_invitations")]
    operations = [
        migrations.CreateModel(
            "BotShare",
            [
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("served_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            "game",
            "account",
            models.ForeignKey(
                "games.player",
                django.db.models.deletion.PROTECT,
                null=True,
                related_name="+",
                help_text="Whose limits it counts towards; null for a tournament's, which has none",
            ),
        ),
        migrations.RunSQL(_BACKFILL, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AddField(
            "game",
            "bots_only",
            models.GeneratedField(
                expression=Exact(F("bot_seats"), Value(1).bitleftshift(F("seats")) - 1),
                output_field=models.BooleanField(),
                db_persist=True,
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["account", "status", "bots_only"],
                condition=Q(status__in=["lobby", "active"]),
                name="game_by_account",
            ),
        ),
    ]
