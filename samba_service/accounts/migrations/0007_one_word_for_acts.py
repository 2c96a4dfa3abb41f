"""An act of the staff is called as an act in a case; its column keeps its name, which 0.1.0 uses."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_names_in_the_admin'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name='staffact', name='staff_deed'),
                migrations.RenameField(model_name='staffact', old_name='deed', new_name='act'),
                migrations.AlterField(
                    model_name='staffact',
                    name='act',
                    field=models.CharField(choices=[('suspended', 'Suspended'), ('banned', 'Banned'), ('lifted', 'Lifted'), ('anonymised', 'Anonymised')], db_column='deed', max_length=10),
                ),
                migrations.AddConstraint(
                    model_name='staffact',
                    constraint=models.CheckConstraint(condition=models.Q(('act__in', ['suspended', 'banned', 'lifted', 'anonymised'])), name='staff_deed'),
                ),
            ],
        ),
    ]
