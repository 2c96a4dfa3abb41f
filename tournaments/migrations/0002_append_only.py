"""The log of tournaments and every version of a result only grow.

A result may be taken back: the one change of its row that the database allows.
"""

from django.db import migrations

REFUSE = """
CREATE FUNCTION tournaments_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'append-only: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
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
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON tournaments_auditentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON tournaments_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_refuse();
CREATE TRIGGER result_no_change BEFORE UPDATE OR DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_keep();
CREATE TRIGGER result_no_truncate BEFORE TRUNCATE ON tournaments_result
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_refuse();
"""
ALLOW = """
DROP TRIGGER result_no_truncate ON tournaments_result;
DROP TRIGGER result_no_change ON tournaments_result;
DROP TRIGGER audit_no_truncate ON tournaments_auditentry;
DROP TRIGGER audit_no_change ON tournaments_auditentry;
DROP FUNCTION tournaments_result_keep();
DROP FUNCTION tournaments_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
