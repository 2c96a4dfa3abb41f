from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_visibility'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='invited',
            field=models.BooleanField(default=False, help_text='Somebody has not agreed yet: it is in no draw and no list'),
        ),
    ]
