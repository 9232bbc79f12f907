"""A browser asks for messages: its push service is made up, all else is real."""

from __future__ import annotations

import pytest

ENDPOINT = "https://9.9.9.9/send/browser"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"

MADE_UP = f"""
const subscription = {{
  endpoint: "{ENDPOINT}",
  unsubscribe: async () => true,
  toJSON: () => ({{ endpoint: "{ENDPOINT}", keys: {{ p256dh: "{KEY}", auth: "{AUTH}" }} }}),
}};
PushManager.prototype.getSubscription = async () =>
  sessionStorage.made === "true" ? subscription : null;
PushManager.prototype.subscribe = async ({{ applicationServerKey, userVisibleOnly }}) => {{
  if (applicationServerKey.length !== 65 || !userVisibleOnly) {{
    throw new Error("not a key of this site");
  }}
  sessionStorage.made = "true";
  return subscription;
}};
"""


def test_a_device_is_added_and_removed(site, arrive):
    player = arrive(site, permissions=["notifications"])
    page = player.page
    page.add_init_script(MADE_UP)
    page.goto("/")
    page.get_by_role("button", name="Come in as a guest").click()
    page.goto("/accounts/messages/")
    page.get_by_role("button", name="Send messages to this device").click()
    page.get_by_text("(this one)").wait_for()
    assert page.get_by_role("button", name="Send messages to this device").is_hidden()
    scope = "navigator.serviceWorker.getRegistration('/').then((found) => found.scope)"
    assert page.evaluate(scope) == f"{site.address}/"
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Send messages to this device").wait_for()
    assert page.locator("[data-endpoint]").count() == 0


@pytest.mark.long
def test_a_browser_that_says_no_is_not_asked_again_in_vain(site, arrive):
    page = arrive(site).page
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto("/")
    page.get_by_role("button", name="Come in as a guest").click()
    page.goto("/accounts/messages/")
    page.get_by_role("button", name="Send messages to this device").click()
    page.get_by_text("This browser does not let the club send messages.").wait_for()
