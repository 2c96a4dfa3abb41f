"""Games of tournaments count towards no account."""

from django.db import migrations

_COUNT_FOR_NOBODY = """
    UPDATE games_game SET account_id = NULL
    WHERE id IN (SELECT game_id FROM tournaments_table WHERE game_id IS NOT NULL)
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0007_fair_shares"), ("tournaments", "0006_minimum_rounds")]
    operations = [migrations.RunSQL(_COUNT_FOR_NOBODY, migrations.RunSQL.noop)]
