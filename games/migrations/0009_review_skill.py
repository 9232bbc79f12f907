from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_what_if"),
    ]

    operations = [
        migrations.AddField(
            model_name="seatreview",
            name="skill",
            field=models.FloatField(default=0, verbose_name="gained by play"),
        ),
    ]
