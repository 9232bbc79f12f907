"""Addresses of a club's events."""

from __future__ import annotations

from django.urls import path

from games.views import events

event_patterns = [
    path("clubs/<slug:slug>/events/", events.list_events, name="events"),
    path("clubs/<slug:slug>/events/new/", events.new_event, name="event-new"),
    path("clubs/<slug:slug>/events/<int:pk>/", events.show_event, name="event"),
    path("clubs/<slug:slug>/events/<int:pk>/enter", events.enter_event, name="event-enter"),
    path("clubs/<slug:slug>/events/<int:pk>/withdraw", events.withdraw_from, name="event-withdraw"),
    path("clubs/<slug:slug>/events/<int:pk>/change/", events.change_event, name="event-change"),
    path("clubs/<slug:slug>/events/<int:pk>/draw", events.draw_round, name="event-draw"),
    path("clubs/<slug:slug>/events/<int:pk>/cancel", events.cancel_event, name="event-cancel"),
]
