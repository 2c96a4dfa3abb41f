"""A result can be taken back: the one change of its row that the database lets through."""

import django.db.models.deletion
from django.db import migrations, models

REPLACE = """
CREATE FUNCTION tournaments_result_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    taken_back tournaments_result%ROWTYPE := OLD;
BEGIN
    taken_back.table_id := NULL;
    taken_back.taken_back_from := OLD.table_id;
    IF TG_OP = 'UPDATE' AND OLD.table_id IS NOT NULL AND NEW IS NOT DISTINCT FROM taken_back THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'append-only: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
DROP TRIGGER result_no_change ON tournaments_result;
CREATE TRIGGER result_no_change BEFORE UPDATE OR DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_keep();
"""
RESTORE = """
DROP TRIGGER result_no_change ON tournaments_result;
DROP FUNCTION tournaments_result_keep();
CREATE TRIGGER result_no_change BEFORE UPDATE OR DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_claimed_names")]
    operations = [
        migrations.AddField(
            model_name="result",
            name="taken_back_from",
            field=models.UUIDField(
                db_index=True, help_text="The table, which may be gone", null=True
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="table",
            field=models.ForeignKey(
                help_text="Null: taken back",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="results",
                to="tournaments.table",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(("table", None), ("taken_back_from__isnull", False))
                | models.Q(("table__isnull", False), ("taken_back_from", None)),
                name="result_of_a_table_or_taken_back",
            ),
        ),
        migrations.RunSQL(REPLACE, RESTORE),
    ]
