"""House rules with a name, in versions that never change."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

REFUSE = """
CREATE FUNCTION games_version_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version never changes: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER house_ruleset_version_no_change BEFORE UPDATE ON games_houserulesetversion
    FOR EACH ROW EXECUTE FUNCTION games_version_refuse();
"""
ALLOW = """
DROP TRIGGER house_ruleset_version_no_change ON games_houserulesetversion;
DROP FUNCTION games_version_refuse();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_move_via'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='ruleset_slug',
            field=models.CharField(max_length=80),
        ),
        migrations.CreateModel(
            name='HouseRuleset',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('owner', models.UUIDField(help_text="A player's id, or a club's")),
                ('slug', models.CharField(max_length=40)),
                ('version', models.PositiveSmallIntegerField(help_text='The latest one')),
                ('hidden_at', models.DateTimeField(help_text='Not offered from then on', null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('player', models.ForeignKey(help_text="The owner; null for a club's", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulesets', to='games.player')),
            ],
        ),
        migrations.CreateModel(
            name='HouseRulesetVersion',
            fields=[
                ('pk', models.CompositePrimaryKey('ruleset_id', 'version', blank=True, editable=False, primary_key=True, serialize=False)),
                ('version', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=100)),
                ('extends', models.CharField(help_text='What it was resolved against', max_length=80)),
                ('overrides', models.JSONField()),
                ('document', models.TextField(help_text='JSON, resolved: no change of its base changes it')),
                ('sha256', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.player')),
                ('ruleset', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='games.houseruleset')),
            ],
            options={
                'ordering': ['version'],
            },
        ),
        migrations.AddConstraint(
            model_name='houseruleset',
            constraint=models.UniqueConstraint(fields=('owner', 'slug'), name='house_ruleset_once'),
        ),
        migrations.AddConstraint(
            model_name='houseruleset',
            constraint=models.CheckConstraint(condition=models.Q(('player', None), ('player', models.F('owner')), _connector='OR'), name='house_ruleset_of_its_player'),
        ),
        migrations.AddConstraint(
            model_name='houseruleset',
            constraint=models.CheckConstraint(condition=models.Q(('slug__regex', '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$')), name='house_ruleset_slug'),
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]
