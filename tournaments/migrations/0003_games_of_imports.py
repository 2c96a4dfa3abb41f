"""An imported table keeps the id of the game that it was."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only")]
    operations = [
        migrations.AddField(
            "table",
            "former_game",
            models.CharField(
                max_length=80, blank=True, default="", help_text="Of an import: where it was played"
            ),
        )
    ]
