"""House rules: kept under a name, opened again, passed on by a link."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.forms import NewTableForm
from games.models import HouseRules, Match, Preset
from games.services.house_rules import delete_rules, keep_rules
from games.services.players import leave_everything, merge_guest
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player, make_preset
from tests.games.test_new_table import as_sent

pytestmark = pytest.mark.django_db


def keep(owner, name="Sunday rules", slug="clubhouse", seats=3, **choices):
    return keep_rules(owner, name, make_preset(slug), choices, seats=seats, now=NOW)


def keep_by_form(client, name, slug="clubhouse", **changed):
    data = as_sent(NewTableForm(make_preset(slug)), rules_name=name, **changed)
    return client.post(reverse("games:house-rules-keep"), data)


def test_a_host_keeps_choices_under_a_name(client):
    owner = make_player()
    answer = keep_by_form(log_in(client, owner), "  Sunday   rules ", holes="2", seats="4")
    rules = HouseRules.objects.get()
    assert answer.headers["Location"] == rules.get_absolute_url()
    assert (rules.owner, rules.name, rules.seats) == (owner, "Sunday rules", 4)
    assert rules.choices == {"layout": "2x3", "openers": 2, "final_putt": False, "holes": 3}
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u200bb", "\u202egnirts"])
def test_a_name_is_one_line_of_letters_that_show(client, name):
    answer = keep_by_form(log_in(client, make_player()), name)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["rules_name"]
    assert not HouseRules.objects.exists()


def test_a_name_is_taken_once_by_each_owner(client):
    owner = make_player()
    keep(owner, "Sunday rules")
    keep(make_player(), "Sunday rules")
    answer = keep_by_form(log_in(client, owner), "SUNDAY rules")
    assert answer.status_code == 409
    assert list(answer.context["form"].errors) == ["rules_name"]


def test_one_owner_keeps_twenty_at_most():
    owner = make_player()
    for number in range(20):
        keep(owner, f"Rules {number}")
    with pytest.raises(Refused) as refused:
        keep(owner, "One more")
    assert refused.value.code == "too_many_rules"


def test_rules_that_can_not_be_played_are_not_kept():
    with pytest.raises(Refused) as refused:
        keep(make_player(), layout="2x2", openers=4)
    assert refused.value.code == "bad_ruleset"


def test_a_stranger_keeps_nothing(client):
    assert keep_by_form(client, "Sunday rules").status_code == 403
    assert not HouseRules.objects.exists()


def test_own_rules_are_listed_where_tables_open(client):
    owner = make_player()
    mine = keep(owner, "Sunday rules")
    keep(make_player(), "Rules of others")
    answer = log_in(client, owner).get(reverse("games:table-new"))
    assert [row.name for row in answer.context["own_rules"]] == ["Sunday rules"]
    assert mine.get_absolute_url() in answer.text
    assert "Rules of others" not in answer.text


def test_the_list_takes_one_query_however_long(client, django_assert_num_queries):
    owner = make_player()
    log_in(client, owner)
    for number in range(3):
        keep(owner, f"Rules {number}")
    client.get(reverse("games:table-new"))
    with django_assert_num_queries(7):
        client.get(reverse("games:table-new"))


def test_whoever_has_the_link_reads_them_and_opens_a_table(client):
    rules = keep(make_player("Ann"), slug="house", values={"Q": 12}, knock=True, holes=5)
    stranger = make_player()
    page = log_in(client, stranger).get(rules.get_absolute_url())
    assert "House rules of Ann, made from House rules" in page.text
    assert "Q 12" in page.text
    assert "Delete these rules" not in page.text
    form = client.get(page.context["rules"].open_url).context["form"]
    client.post(reverse("games:table-new"), as_sent(form))
    match = Match.objects.get()
    assert (match.host, match.seat_count) == (stranger, 3)
    chosen = (match.ruleset["values"]["Q"], match.ruleset["knock"], match.ruleset["holes"])
    assert chosen == (12, True, 5)


def test_what_the_preset_no_longer_offers_falls_back_to_its_default(client):
    rules = keep(make_player(), layout="2x4", holes=3)
    rules.preset.toggles.filter(field="layout").update(offered=["2x3", "2x2"])
    rules.preset.toggles.filter(field="holes").update(is_locked=True)
    form = client.get(reverse("games:table-new"), {"rules": rules.token}).context["form"]
    assert form.choices == {"layout": "2x3", "openers": 2, "final_putt": False}


def test_rules_of_a_withdrawn_preset_are_read_and_not_opened(client):
    rules = keep(make_player())
    Preset.objects.update(is_offered=False)
    page = client.get(rules.get_absolute_url())
    assert page.status_code == 200
    assert page.context["rules"].open_url == ""
    address = reverse("games:table-new")
    assert client.get(address, {"rules": rules.token}).status_code == 404


@pytest.mark.parametrize("token", ["nothing", "\x00", "x" * 99, ""])
def test_a_link_that_was_never_given_leads_nowhere(client, token):
    make_preset()
    assert client.get(reverse("games:table-new"), {"rules": token}).status_code == 404


def test_the_owner_deletes_them(client):
    owner = make_player()
    rules = keep(owner)
    page = log_in(client, owner).get(rules.get_absolute_url())
    client.post(page.context["rules"].delete_url)
    assert not HouseRules.objects.exists()
    assert client.get(rules.get_absolute_url()).status_code == 404


def test_nobody_else_deletes_them(client):
    rules = keep(make_player())
    address = reverse("games:house-rules-delete", args=[rules.token])
    for visitor in (client, log_in(client, make_player())):
        visitor.post(address)
    with pytest.raises(Refused):
        delete_rules(make_player(), rules.token)
    assert HouseRules.objects.get() == rules


def test_a_guest_who_logs_in_brings_house_rules_along():
    guest, member = make_player(), make_player()
    assert guest.user is not None
    assert member.user is not None
    keep(guest, "Sunday rules")
    keep(member, "Sunday rules")
    merge_guest(guest.user, member.user)
    names = HouseRules.objects.filter(owner=member).values_list("name", flat=True)
    assert list(names) == ["Sunday rules", "Sunday rules 2"]


def test_closing_an_account_forgets_its_house_rules():
    owner = make_player()
    assert owner.user is not None
    keep(owner)
    leave_everything(owner.user)
    assert not HouseRules.objects.exists()
