"""How an action was sent."""

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
                    "How the action was sent; empty for no action, and in older rows"
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
