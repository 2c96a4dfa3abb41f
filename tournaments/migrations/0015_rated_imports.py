"""Imported tournaments count for ratings where the club's admins say so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_invited_entries")]
    operations = [
        migrations.AddField(
            "club",
            "imports_rated",
            models.BooleanField(
                default=False, help_text="Imported tournaments count for its ratings"
            ),
        ),
    ]
