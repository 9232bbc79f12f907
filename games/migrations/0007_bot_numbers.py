"""Bots are named by what they are, and numbered where a table has several of one kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.db import migrations, models

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor
    from django.db.migrations.state import StateApps


def number_bots(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("games", "Seat").objects.using(schema_editor.connection.alias)
    known: Counter[tuple[int, str]] = Counter()
    numbered = []
    for seat in seats.filter(player=None).order_by("match_id", "chair").iterator():
        known[seat.match_id, seat.bot] += 1
        seat.bot_number = known[seat.match_id, seat.bot]
        numbered.append(seat)
    seats.bulk_update(numbered, ["bot_number"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_seats_in_turn_index"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="bot_number",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(number_bots, migrations.RunPython.noop),
    ]
