"""Players are in public ratings if they ask for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_blocks")]
    operations = [
        migrations.AddField(
            "player",
            "rating_public",
            models.BooleanField(default=False, help_text="Wants to be in public ratings"),
        ),
    ]
