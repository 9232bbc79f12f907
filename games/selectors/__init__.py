"""Every read, each ending in a frozen view object for one viewer.

A table's page is put together in ``table`` from ``board`` (seats, slots, piles), ``prompt`` (what
may be done now), ``wording`` (cards and actions in words) and ``score_card``; what it prints is
declared in ``table_view``. Lists of tables are in ``lobby``.
"""
