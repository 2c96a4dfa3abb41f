from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0021_places_of_merges')]

    operations = [
        migrations.AddField(
            model_name='member',
            name='claimed_name',
            field=models.CharField(
                blank=True, default='', max_length=40,
                help_text='Before an account claimed it, to undo that; '
                'empty: none has, or it is erased',
            ),
            preserve_default=False,
        ),
    ]
