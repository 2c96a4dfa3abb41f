import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """Invitations with an answer and terms, to games and to anything else; the old ones lapse."""

    dependencies = [
        ('games', '0005_reset_codes'),
    ]

    operations = [
        migrations.DeleteModel(name='Invitation'),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(help_text='Of the subject: game, ...', max_length=20)),
                ('subject', models.UUIDField(help_text="The game's id, ...")),
                ('terms', models.JSONField(default=dict, help_text='What is offered: ids and numbers, no names')),
                ('state', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='open', max_length=9)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('answered_at', models.DateTimeField(null=True)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='games.player')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['player', '-created_at'], name='invitation_by_player'),
                    models.Index(condition=models.Q(('state', 'open')), fields=['invited_by'], name='invitation_open_by_inviter'),
                    models.Index(fields=['subject', 'player'], name='invitation_by_subject'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('kind', 'subject', 'player', 'invited_by'), name='invitation_open_once'),
                    models.CheckConstraint(condition=models.Q(('state', 'open'), ('answered_at__isnull', False), _connector='XOR'), name='invitation_answered_once'),
                ],
            },
        ),
    ]
