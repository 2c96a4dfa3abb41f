from itertools import count

from django.db import migrations, models
from django.db.models import Q

from games.names import name_key


def keys_fill(apps, schema_editor):
    """Derive the key of every member's name; of two with one name the later gets a number."""
    member = apps.get_model('tournaments', 'Member')
    rows = member.objects.filter(bot_level='').filter(Q(player=None) | Q(player__anonymised_at=None))
    taken = set()
    for row in rows.select_related('player').order_by('club', 'joined_at', 'id').iterator():
        name = row.own_name or row.player.display_name
        if row.left_at is None:
            if (row.club_id, name_key(name)) in taken:
                row.own_name = name = numbered(name, row.club_id, taken)
            taken.add((row.club_id, name_key(name)))
        row.name_key = name_key(name)
        row.save(update_fields=['own_name', 'name_key'])


def numbered(name, club_id, taken):
    endings = (f' ({number})' for number in count(2))
    names = (name[: 40 - len(ending)] + ending for ending in endings)
    return next(each for each in names if (club_id, name_key(each)) not in taken)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_public_ratings'),
        ('tournaments', '0015_rated_imports'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='member', name='member_has_one_name'),
        migrations.AlterField(
            model_name='member',
            name='own_name',
            field=models.CharField(blank=True, help_text="For this club; empty: the account's", max_length=40),
        ),
        migrations.AddField(
            model_name='member',
            name='name_key',
            field=models.TextField(default='', editable=False, help_text='Empty: others may be called the same'),
            preserve_default=False,
        ),
        migrations.RunPython(keys_fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', False), models.Q(('own_name', ''), _negated=True), _connector='OR'), name='member_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at', None), models.Q(('name_key', ''), _negated=True)), fields=('club', 'name_key'), name='member_name_once'),
        ),
    ]
