"""Where archived logs are, and what statements ask of them."""

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_webhook_access'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='lobby_version',
            field=models.PositiveIntegerField(help_text="The lobby's last row, noted once the log is in an archive", null=True),
        ),
        migrations.AddField(
            model_name='handresult',
            name='head',
            field=models.BinaryField(help_text='Hash of that row; null: it is older than this column', max_length=32, null=True),
        ),
        migrations.CreateModel(
            name='ArchivedRange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('low', models.BigIntegerField(unique=True)),
                ('high', models.BigIntegerField(unique=True)),
                ('folder', models.TextField(help_text='As every process that reads it sees it')),
                ('games', models.PositiveIntegerField()),
                ('rows', models.PositiveBigIntegerField()),
                ('manifest_sha256', models.CharField(max_length=64)),
                ('archived_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('high__gt', models.F('low'))), name='archived_range_is_one')],
            },
        ),
    ]
