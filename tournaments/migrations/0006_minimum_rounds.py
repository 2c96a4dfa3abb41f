"""How many rounds an entry needs to be ranked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_merges")]

    operations = [
        migrations.AddField(
            "tournament",
            "minimum_rounds",
            models.PositiveSmallIntegerField(
                null=True, blank=True, help_text="To be ranked; null: the format's own number"
            ),
        ),
    ]
