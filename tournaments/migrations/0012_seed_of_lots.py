"""The seed of lots is secret until the tournament is over; those that there are have been shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_rounds_undone")]

    operations = [
        migrations.AlterField(
            "tournament",
            "seed",
            models.CharField(
                max_length=80, blank=True, help_text="Of all lots; empty: not started"
            ),
        ),
        migrations.AddField(
            "tournament",
            "seed_shown",
            models.BooleanField(default=True, help_text="Once the tournament has ended"),
        ),
        migrations.AlterField(
            "tournament",
            "seed_shown",
            models.BooleanField(default=False, help_text="Once the tournament has ended"),
        ),
        migrations.AddField(
            "tournament",
            "phrase",
            models.CharField(
                default="", max_length=80, blank=True, help_text="Added to the seed"
            ),
            preserve_default=False,
        ),
    ]
