"""One function has the time by which games are judged; tests replace it to move time."""

from django.db import migrations, models

import games.models.work

CREATE = """
CREATE FUNCTION samba_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
    SELECT clock_timestamp()
$$
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0003_live_events")]
    operations = [
        migrations.RunSQL(CREATE, "DROP FUNCTION samba_now()"),
        migrations.AlterField(
            model_name="duework",
            name="due_at",
            field=models.DateTimeField(db_default=games.models.work.GameNow(), db_index=True),
        ),
    ]
