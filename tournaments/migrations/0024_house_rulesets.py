"""House rules with a name: room for it, and whether a club lists its own."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0023_results_taken_back'), ('games', '0014_house_rulesets')]

    operations = [
        migrations.AddField(
            model_name='club',
            name='rulesets_public',
            field=models.BooleanField(default=False, help_text='Its house rules are listed for everybody'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='ruleset_slug',
            field=models.CharField(max_length=80),
        ),
    ]
