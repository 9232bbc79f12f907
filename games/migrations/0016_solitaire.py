import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_messages_of_clubs"),
        ("games", "0015_hidden_results_of_clubs"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_seat_count",
        ),
        migrations.RemoveConstraint(
            model_name="preset",
            name="preset_seats_in_order",
        ),
        migrations.AddField(
            model_name="preset",
            name="game",
            field=models.CharField(
                choices=[("grid", "Golf with a layout"), ("solitaire", "Golf Solitaire")],
                default="grid",
                editable=False,
                max_length=10,
                verbose_name="game",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat_count__gte", 1), ("seat_count__lte", 8)),
                name="match_seat_count",
            ),
        ),
        migrations.AddConstraint(
            model_name="preset",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seats_min__gte", 1),
                    ("seats_max__lte", 8),
                    ("seats_min__lte", models.F("seats_max")),
                ),
                name="preset_seats_in_order",
            ),
        ),
        migrations.CreateModel(
            name="ClubDaily",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="daily",
                        serialize=False,
                        to="accounts.club",
                    ),
                ),
                ("choices", models.JSONField(blank=True, default=dict, verbose_name="choices")),
                ("is_on", models.BooleanField(default=True, verbose_name="played")),
            ],
            options={
                "verbose_name": "daily nine of a club",
                "verbose_name_plural": "daily nines of clubs",
                "indexes": [],
                "constraints": [],
            },
        ),
        migrations.CreateModel(
            name="NumberedDeal",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="numbered_deal",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "number",
                    models.CharField(
                        help_text="In digits: it may be larger than columns hold.",
                        max_length=21,
                        verbose_name="number",
                    ),
                ),
            ],
            options={
                "verbose_name": "numbered deal",
                "verbose_name_plural": "numbered deals",
                "indexes": [],
                "constraints": [],
            },
        ),
        migrations.CreateModel(
            name="DailyNine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dailies",
                        to="accounts.club",
                        verbose_name="club",
                    ),
                ),
                ("day", models.DateField(verbose_name="day")),
                ("ruleset", models.JSONField(verbose_name="ruleset")),
                ("starts_at", models.DateTimeField(verbose_name="begins")),
                ("ends_at", models.DateTimeField(verbose_name="ends")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
            ],
            options={
                "verbose_name": "daily nine",
                "verbose_name_plural": "daily nines",
                "ordering": ("-day", "pk"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=["ends_at"],
                        name="daily_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("club__isnull", True)),
                        fields=("day",),
                        name="daily_once_a_day",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("club__isnull", False)),
                        fields=("club", "day"),
                        name="daily_once_a_day_in_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("starts_at__lt", models.F("ends_at"))),
                        name="daily_has_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "nine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="games.dailynine",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dailies",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="daily",
                        to="games.match",
                    ),
                ),
                ("started_at", models.DateTimeField(verbose_name="started")),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                ),
                (
                    "strokes",
                    models.SmallIntegerField(blank=True, null=True, verbose_name="strokes"),
                ),
                (
                    "seconds",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="seconds"),
                ),
                ("network", models.CharField(blank=True, editable=False, max_length=32)),
                ("browser", models.CharField(blank=True, editable=False, max_length=32)),
            ],
            options={
                "verbose_name": "entry of a daily nine",
                "verbose_name_plural": "entries of daily nines",
                "ordering": ("nine_id", "started_at", "pk"),
                "indexes": [
                    models.Index(fields=["nine", "strokes", "player"], name="daily_entry_strokes"),
                    models.Index(
                        fields=["player", "nine", "strokes"], name="daily_entry_of_player"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("nine", "player"), name="daily_entered_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("finished_at__isnull", True),
                                ("seconds__isnull", True),
                                ("strokes__isnull", True),
                            ),
                            models.Q(
                                ("finished_at__isnull", False),
                                ("seconds__isnull", False),
                                ("strokes__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="daily_finished_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DailySecret",
            fields=[
                (
                    "nine",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret",
                        serialize=False,
                        to="games.dailynine",
                    ),
                ),
                ("secret", models.CharField(editable=False, max_length=64)),
            ],
            options={
                "verbose_name": "secret of a daily nine",
                "verbose_name_plural": "secrets of daily nines",
                "indexes": [],
                "constraints": [],
            },
        ),
    ]
