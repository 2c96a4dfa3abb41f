from django.db import migrations, models
from django.db.models import F


def places_remember(apps, schema_editor):
    """Turn the ids of the rows that each merge moved into the places that they are of.

    The newest first: what it would give back is what the one before it finds. Of rows that were
    made again since, the ids and so the places are not known any more.
    """
    merge, tenure, seat = (
        apps.get_model('tournaments', name) for name in ('Merge', 'Tenure', 'TableSeat')
    )
    undone = {}
    for each in merge.objects.filter(state='done').order_by('-proposed_at'):
        moved = {name: set(each.joined.get(name, ())) for name in ('tenures', 'replaced', 'seats')}
        rows = tenure.objects.filter(pk__in=moved['tenures'] | moved['replaced'])
        each.places = [
            {'entry': str(entry), 'position': position, 'lines': [
                line_before(each, row, moved, undone)
                for row in tenure.objects.filter(entry=entry, position=position)
            ]}
            for entry, position in sorted(set(rows.values_list('entry', 'position')))
        ]
        entered = rows.filter(pk__in=moved['tenures']).values('entry')
        loose = seat.objects.filter(pk__in=moved['seats']).exclude(entry__in=entered)
        each.places += [
            {'entry': str(entry), 'position': None, 'lines': []}
            for entry in sorted(set(loose.values_list('entry', flat=True)))
        ]
        each.joined = {name: each.joined.get(name, False) for name in ('returned', 'promoted')}
        each.done_at = each.proposed_at
        each.save(update_fields=['places', 'joined', 'done_at'])
    tenure.objects.filter(member=F('replaces')).update(replaces=None)


def line_before(merge, row, moved, undone):
    """What a tenure was before the merge; `undone` is what it was before later ones."""
    member, replaces = undone.get(row.pk, (row.member_id, row.replaces_id))
    if row.pk in moved['replaced'] and replaces in (None, merge.into_id):
        replaces = merge.source_id
    if row.pk in moved['tenures'] and member == merge.into_id:
        member = merge.source_id
    undone[row.pk] = member, replaces
    return [str(member), str(replaces) if replaces else None, [row.first_round, row.first_hand or 1]]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_who_gains_nothing'),
    ]

    operations = [
        migrations.RenameField(model_name='merge', old_name='moved', new_name='joined'),
        migrations.AlterField(
            model_name='merge',
            name='joined',
            field=models.JSONField(default=dict, help_text='How `into` became a member by it'),
        ),
        migrations.AddField(
            model_name='merge',
            name='places',
            field=models.JSONField(default=list, help_text='What knew the source, as it was before'),
        ),
        migrations.AddField(
            model_name='merge',
            name='done_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(places_remember, migrations.RunPython.noop),
    ]
