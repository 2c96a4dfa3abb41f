"""The log only grows, and a version of house rules never changes; rows that every move rewrites get
room to stay on their page, and the ruleset of a game, which nobody rewrites, a place of its own."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION games_move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % of games_move refused', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER move_no_change BEFORE UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_refuse();
CREATE TRIGGER move_no_truncate BEFORE TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_move_refuse();
"""
ALLOW = """
DROP TRIGGER move_no_truncate ON games_move;
DROP TRIGGER move_no_change ON games_move;
DROP FUNCTION games_move_refuse();
"""
REFUSE_VERSIONS = """
CREATE FUNCTION games_version_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version never changes: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER house_ruleset_version_no_change BEFORE UPDATE ON games_houserulesetversion
    FOR EACH ROW EXECUTE FUNCTION games_version_refuse();
"""
ALLOW_VERSIONS = """
DROP TRIGGER house_ruleset_version_no_change ON games_houserulesetversion;
DROP FUNCTION games_version_refuse();
"""
ROOM = """
ALTER TABLE games_game SET (fillfactor = 70, toast_tuple_target = 512);
ALTER TABLE games_snapshot SET (fillfactor = 50);
"""
NO_ROOM = """
ALTER TABLE games_game RESET (fillfactor, toast_tuple_target);
ALTER TABLE games_snapshot RESET (fillfactor);
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.RunSQL(REFUSE, ALLOW),
        migrations.RunSQL(REFUSE_VERSIONS, ALLOW_VERSIONS),
        migrations.RunSQL(ROOM, NO_ROOM),
    ]
