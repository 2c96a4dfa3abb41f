"""Games that count for public ratings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_public_ratings")]
    operations = [
        migrations.AddField(
            "game",
            "rated",
            models.BooleanField(default=False, help_text="Its result counts for public ratings"),
        ),
    ]
