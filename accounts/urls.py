"""Addresses of accounts: this app's own, and those of allauth's that the site uses."""

from allauth.account import views as allauth_views
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts import hours_views, messages_views, views
from accounts.club_urls import club_patterns
from accounts.views import for_account_holders, for_strangers_and_guests

people_patterns = [
    path("", RedirectView.as_view(pattern_name="accounts:settings"), name="index"),
    path("guest/", views.start_as_guest, name="guest"),
    path("settings/", views.settings_page, name="settings"),
    path("hours/", hours_views.own_hours, name="hours"),
    path("vacations/", hours_views.announce_vacation, name="vacation"),
    path("vacations/<int:pk>/cancel", hours_views.cancel_vacation, name="vacation-cancel"),
    path("messages/", messages_views.own_messages, name="messages"),
    path("messages/push", messages_views.subscribe, name="push-subscribe"),
    path("messages/push/<int:pk>/forget", messages_views.forget_device, name="push-forget"),
    path("messages/calendar", messages_views.renew_calendar, name="calendar-renew"),
    path("unsubscribe/<str:token>/", messages_views.unsubscribe, name="unsubscribe"),
    path("close/", views.close_account, name="close"),
]

# The names are allauth's, which looks them up. Of a flow that is switched off nothing is here.
allauth_patterns = [
    path("login/", for_strangers_and_guests(allauth_views.login), name="account_login"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("signup/", for_strangers_and_guests(views.SignupView.as_view()), name="account_signup"),
    path(
        "reauthenticate/",
        for_account_holders(allauth_views.reauthenticate),
        name="account_reauthenticate",
    ),
    path("email/", for_account_holders(allauth_views.email), name="account_email"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    path(
        "password/change/",
        for_account_holders(allauth_views.password_change),
        name="account_change_password",
    ),
    # Whoever has no password gets one by mail, like whoever forgot it.
    path(
        "password/set/",
        RedirectView.as_view(pattern_name="account_reset_password"),
        name="account_set_password",
    ),
    path("password/reset/", allauth_views.password_reset, name="account_reset_password"),
    path(
        "password/reset/done/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]

own_patterns = [
    path("accounts/", include(people_patterns)),
    path("clubs/", include(club_patterns)),
]

urlpatterns = [
    path("", include((own_patterns, "accounts"))),
    path("accounts/", include(allauth_patterns)),
]
