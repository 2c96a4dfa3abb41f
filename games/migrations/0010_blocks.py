import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_visibility'),
    ]

    operations = [
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='games.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('player', 'blocked'), name='block_once'),
                    models.CheckConstraint(condition=models.Q(('player', models.F('blocked')), _negated=True), name='block_of_another'),
                ],
            },
        ),
    ]
