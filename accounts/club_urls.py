"""Addresses of clubs, below /clubs/. A club's own page, /clubs/<slug>/, is the game's."""

from django.urls import path

from accounts import club_desk, club_looks, club_news, club_views

club_patterns = [
    path("", club_views.list_clubs, name="club-list"),
    path("new/", club_views.new_club, name="club-new"),
    path("rights/", club_views.show_rights, name="club-rights"),
    path("join/<slug:token>/", club_views.join_by_link, name="club-join"),
    path("<slug:slug>/enter", club_views.join, name="club-enter"),
    path("<slug:slug>/ask", club_views.ask, name="club-ask"),
    path("<slug:slug>/invitation", club_views.answer_invitation, name="club-invitation"),
    path("<slug:slug>/members/", club_desk.members, name="club-members"),
    path("<slug:slug>/members/invite", club_desk.invite, name="club-invite"),
    path("<slug:slug>/members/link", club_desk.renew_link, name="club-link"),
    path("<slug:slug>/members/<int:pk>/answer", club_desk.answer_request, name="club-answer"),
    path(
        "<slug:slug>/members/<int:pk>/withdraw", club_desk.withdraw_invitation, name="club-withdraw"
    ),
    path("<slug:slug>/members/<int:pk>/role", club_desk.set_role, name="club-role"),
    path("<slug:slug>/members/<int:pk>/remove", club_desk.remove, name="club-remove"),
    path("<slug:slug>/members/<int:pk>/lift", club_desk.lift_bar, name="club-lift"),
    path("<slug:slug>/announcements/", club_news.announcements, name="club-announcements"),
    path("<slug:slug>/announcements/new", club_news.announce, name="club-announce"),
    path(
        "<slug:slug>/announcements/<int:pk>/", club_news.one_announcement, name="club-announcement"
    ),
    path("<slug:slug>/settings/", club_desk.change_settings, name="club-settings"),
    path("<slug:slug>/leave/", club_desk.leave, name="club-leave"),
    path("<slug:slug>/hand-over/", club_desk.hand_over, name="club-hand-over"),
    path("<slug:slug>/close/", club_desk.close, name="club-close"),
    path("<slug:slug>/look", club_looks.look_at_club, name="club-look"),
    path("<slug:slug>/acts/", club_desk.acts, name="club-acts"),
]
