"""By which way an action came."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_rated_games")]
    operations = [
        migrations.AddField(
            "move",
            "via",
            models.CharField(
                blank=True,
                choices=[
                    ("api", "A program, or a person with one"),
                    ("page", "A person at a page of the service"),
                    ("bot", "A bot of the service itself"),
                ],
                default="",
                help_text=(
                    "How the action came; empty for no action, and in rows older than the column"
                ),
                max_length=4,
            ),
        ),
        migrations.AddConstraint(
            "move",
            models.CheckConstraint(
                condition=models.Q(("via__in", ["", "api", "page", "bot"])), name="move_via"
            ),
        ),
    ]
