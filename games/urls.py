"""Addresses of the game's pages."""

from __future__ import annotations

from django.urls import path

from games.club_urls import club_patterns
from games.daily_urls import daily_patterns
from games.event_urls import event_patterns
from games.views import (
    badge,
    calendar,
    carrying,
    catch_up,
    clubs,
    comments,
    explanations,
    friends,
    handicap,
    hints,
    insights,
    leaderboards,
    letters,
    new_table,
    notes,
    pages,
    pairing,
    replays,
    reviews,
    seating,
    silence,
    solitaire,
    tables,
    talk,
    what_ifs,
    wishes,
)

app_name = "games"

urlpatterns = [
    path("", pages.home, name="home"),
    path("rules/", explanations.rules, name="rules"),
    path("rules/<slug:slug>/", explanations.preset_rules, name="preset-rules"),
    path("matches/", pages.my_matches, name="matches"),
    path("matches/count", badge.count_turns, name="count"),
    *(
        path(
            f"matches/results.{form}", carrying.own_results, {"form": form}, name=f"results-{form}"
        )
        for form in ("csv", "json")
    ),
    path("matches/<slug:slug>/replay/", replays.replay, name="replay"),
    path("matches/<slug:slug>/replay/<int:sequence>/", replays.replay, name="replay-at"),
    path("matches/<slug:slug>/replay/<int:sequence>/news", replays.replay_news, name="replay-news"),
    path("matches/<slug:slug>/replay/holes/<int:number>/", replays.replay_hole, name="replay-hole"),
    path("matches/<slug:slug>/what-if/<int:sequence>/", what_ifs.what_if, name="what-if"),
    path("matches/<slug:slug>/review/", reviews.show_review, name="review"),
    path("matches/<slug:slug>/review/ask", reviews.ask_for_review, name="review-ask"),
    path("matches/<slug:slug>/review/share", reviews.share, name="review-share"),
    path("matches/<slug:slug>/review/<int:number>/", reviews.show_hole, name="review-hole"),
    path("shared/<slug:token>/", reviews.open_shared, name="review-shared"),
    path(
        "matches/<slug:slug>/comments/<int:sequence>/",
        comments.show_comments,
        name="comments",
    ),
    *(
        path(
            f"matches/<slug:slug>/comments/<int:sequence>/{act}",
            comments.act_on_comment,
            {"act": act},
            name=f"comment-{act}",
        )
        for act in ("hide", "report", "mute", "block")
    ),
    path("players/<int:pk>/", pages.player, name="player"),
    path("players/<int:pk>/insights/", insights.insights, name="insights"),
    path("players/<int:pk>/handicap/", handicap.show_handicap, name="handicap"),
    path("players/<int:pk>/mute", silence.mute_player, name="player-mute"),
    path("players/<int:pk>/block", silence.block_player, name="player-block"),
    path("players/<int:pk>/lift", silence.lift_silence, name="player-lift"),
    path("players/<int:pk>/friend", friends.ask_player, name="friend-ask"),
    path("players/<int:pk>/friend/accept", friends.accept_player, name="friend-accept"),
    path("players/<int:pk>/friend/end", friends.end_friendship, name="friend-end"),
    path("clubs/<slug:slug>/", clubs.show_club, name="club"),
    *club_patterns,
    *event_patterns,
    *daily_patterns,
    path(
        "clubs/<slug:slug>/leaderboard/",
        leaderboards.show_club_leaderboard,
        name="club-leaderboard",
    ),
    path("clubs/<slug:slug>/results.atom", carrying.club_feed, name="club-feed"),
    path("clubs/<slug:slug>/seasons/", leaderboards.list_seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/<int:pk>/", leaderboards.show_season, name="season"),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/players/<int:pk>/",
        leaderboards.explain_season_row,
        name="season-player",
    ),
    path("leaderboards/", leaderboards.show_leaderboards, name="leaderboards"),
    path(
        "leaderboards/<slug:key>/players/<int:pk>/",
        leaderboards.explain_row,
        name="leaderboard-player",
    ),
    *(
        path(f"{address}.{form}", view, {"form": form}, name=f"{name}-{form}")
        for form in ("csv", "json")
        for address, view, name in (
            ("leaderboards", carrying.leaderboard, "leaderboards"),
            ("clubs/<slug:slug>/leaderboard", carrying.club_leaderboard, "club-leaderboard"),
            ("clubs/<slug:slug>/seasons/<int:pk>", carrying.season, "season"),
        )
    ),
    path("friends/", friends.own_friends, name="friends"),
    path("calendar/<str:token>.ics", calendar.deadlines, name="calendar"),
    path("invite/<slug:token>/", pages.invite, name="invite"),
    path("invite/<slug:token>/join", pages.join_by_invite, name="invite-join"),
    path("solitaire/", solitaire.show_hub, name="solitaire"),
    path("solitaire/play", solitaire.play, name="solitaire-play"),
    path("solitaire/deals/<int:number>/", solitaire.show_deal, name="solitaire-deal"),
    path("practice", pages.practise, name="practice"),
    path("pair", pairing.find_table, name="pair"),
    path("games/", new_table.catalogue, name="catalogue"),
    path("house-rules/<slug:token>/", new_table.show_rules, name="house-rules"),
    path("house-rules/<slug:token>/delete", new_table.delete_rules, name="house-rules-delete"),
    path("tables/new/", new_table.new_table, name="table-new"),
    path("tables/new/check", new_table.check_table, name="table-check"),
    path("tables/new/keep", new_table.keep_rules, name="house-rules-keep"),
    path("tables/<slug:slug>/", tables.show_table, name="table"),
    path("tables/<slug:slug>/mine/", letters.own_table, name="table-mine"),
    path("tables/<slug:slug>/since/<int:sequence>/", catch_up.since, name="since"),
    path("tables/<slug:slug>/missed/<int:sequence>/", catch_up.missed, name="missed"),
    path("tables/<slug:slug>/caught-up", catch_up.caught_up, name="caught-up"),
    path("tables/<slug:slug>/actions", tables.submit_action, name="table-action"),
    path("tables/<slug:slug>/join", tables.join_table, name="table-join"),
    path("tables/<slug:slug>/leave", tables.leave_table, name="table-leave"),
    path("tables/<slug:slug>/return", tables.return_to_table, name="table-return"),
    path("tables/<slug:slug>/bot", tables.add_bot, name="table-bot"),
    path("tables/<slug:slug>/prolong", tables.prolong_table, name="table-prolong"),
    path("tables/<slug:slug>/ask/", seating.ask_to_table, name="table-ask"),
    path("tables/<slug:slug>/decline", seating.decline, name="table-decline"),
    path("tables/<slug:slug>/seats/", seating.hand_over_seats, name="table-seats"),
    path("tables/<slug:slug>/order/", wishes.leave_order, name="table-order"),
    path("tables/<slug:slug>/order/withdraw", wishes.withdraw_order, name="table-order-withdraw"),
    path("tables/<slug:slug>/proposals/", wishes.propose, name="table-proposals"),
    path("tables/<slug:slug>/proposals/<int:pk>", wishes.answer_proposal, name="table-proposal"),
    path("tables/<slug:slug>/resume", wishes.resume, name="table-resume"),
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
    path("tables/<slug:slug>/hint", hints.show_hint, name="table-hint"),
    path("tables/<slug:slug>/rules/", explanations.table_rules, name="table-rules"),
    path("tables/<slug:slug>/rematch", tables.play_again, name="table-rematch"),
]
