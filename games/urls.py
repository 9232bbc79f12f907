"""Addresses of the game's pages."""

from __future__ import annotations

from django.urls import path

from games.views import (
    calendar,
    explanations,
    friends,
    letters,
    new_table,
    notes,
    pages,
    silence,
    tables,
    talk,
)

app_name = "games"

urlpatterns = [
    path("", pages.home, name="home"),
    path("rules/", explanations.rules, name="rules"),
    path("rules/<slug:slug>/", explanations.preset_rules, name="preset-rules"),
    path("matches/", pages.my_matches, name="matches"),
    path("matches/<slug:slug>/replay/", pages.replay, name="replay"),
    path("matches/<slug:slug>/replay/<int:sequence>/", pages.replay, name="replay-at"),
    path("players/<int:pk>/", pages.player, name="player"),
    path("players/<int:pk>/mute", silence.mute_player, name="player-mute"),
    path("players/<int:pk>/block", silence.block_player, name="player-block"),
    path("players/<int:pk>/lift", silence.lift_silence, name="player-lift"),
    path("players/<int:pk>/friend", friends.ask_player, name="friend-ask"),
    path("players/<int:pk>/friend/accept", friends.accept_player, name="friend-accept"),
    path("players/<int:pk>/friend/end", friends.end_friendship, name="friend-end"),
    path("friends/", friends.own_friends, name="friends"),
    path("calendar/<str:token>.ics", calendar.deadlines, name="calendar"),
    path("invite/<slug:token>/", pages.invite, name="invite"),
    path("invite/<slug:token>/join", pages.join_by_invite, name="invite-join"),
    path("practice", pages.practise, name="practice"),
    path("games/", new_table.catalogue, name="catalogue"),
    path("house-rules/<slug:token>/", new_table.show_rules, name="house-rules"),
    path("house-rules/<slug:token>/delete", new_table.delete_rules, name="house-rules-delete"),
    path("tables/new/", new_table.new_table, name="table-new"),
    path("tables/new/check", new_table.check_table, name="table-check"),
    path("tables/new/keep", new_table.keep_rules, name="house-rules-keep"),
    path("tables/<slug:slug>/", tables.show_table, name="table"),
    path("tables/<slug:slug>/mine/", letters.own_table, name="table-mine"),
    path("tables/<slug:slug>/actions", tables.submit_action, name="table-action"),
    path("tables/<slug:slug>/join", tables.join_table, name="table-join"),
    path("tables/<slug:slug>/leave", tables.leave_table, name="table-leave"),
    path("tables/<slug:slug>/return", tables.return_to_table, name="table-return"),
    path("tables/<slug:slug>/bot", tables.add_bot, name="table-bot"),
    path("tables/<slug:slug>/start", tables.start_match, name="table-start"),
    path("tables/<slug:slug>/talk/", talk.show_talk, name="talk"),
    path("tables/<slug:slug>/talk/say", talk.say, name="talk-say"),
    path("tables/<slug:slug>/talk/hide", talk.hide_line, name="talk-hide"),
    path("tables/<slug:slug>/talk/report", talk.report_line, name="talk-report"),
    path("tables/<slug:slug>/talk/read", talk.read_talk, name="talk-read"),
    path("tables/<slug:slug>/talk/mute", talk.mute_speaker, name="talk-mute"),
    path("tables/<slug:slug>/talk/block", talk.block_speaker, name="talk-block"),
    path("tables/<slug:slug>/notes/", notes.own_notes, name="notes"),
    path("tables/<slug:slug>/holes/<int:number>/", explanations.explain_hole, name="hole"),
    path("tables/<slug:slug>/rules/", explanations.table_rules, name="table-rules"),
    path("tables/<slug:slug>/rematch", tables.play_again, name="table-rematch"),
]
