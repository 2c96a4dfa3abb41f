"""The log of tournaments and every version of a result only grow."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION tournaments_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'append-only: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON tournaments_auditentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON tournaments_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_refuse();
CREATE TRIGGER result_no_change BEFORE UPDATE OR DELETE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse();
CREATE TRIGGER result_no_truncate BEFORE TRUNCATE ON tournaments_result
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_refuse();
"""
ALLOW = """
DROP TRIGGER result_no_truncate ON tournaments_result;
DROP TRIGGER result_no_change ON tournaments_result;
DROP TRIGGER audit_no_truncate ON tournaments_auditentry;
DROP TRIGGER audit_no_change ON tournaments_auditentry;
DROP FUNCTION tournaments_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_clubs_and_tournaments")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
