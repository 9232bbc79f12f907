"""House rules: kept under a name, opened again, passed on by a link."""

from __future__ import annotations

from urllib.parse import urlencode

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
    with django_assert_num_queries(8):
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


def admin_change(client, rules, name):
    address = reverse("admin:games_houserules_change", args=[rules.pk])
    sent = urlencode({"name": name})
    return client.post(address, sent, content_type="application/x-www-form-urlencoded")


def test_organisers_read_what_hosts_have_kept(admin_client):
    rules = keep(make_player("Bruno"), "Sunday rules", holes=3)
    keep(make_player("Anna"), "Monday rules")
    listing = reverse("admin:games_houserules_changelist")
    for words in ("sunday", "bruno"):
        found = admin_client.get(listing, {"q": words}).context["cl"]
        assert list(found.result_list) == [rules]
    by_preset = admin_client.get(listing, {"preset__id__exact": rules.preset_id})
    assert by_preset.context["cl"].result_count == 2
    page = admin_client.get(reverse("admin:games_houserules_change", args=[rules.pk]))
    assert "Seats: 3 seats; Holes: 3 holes" in page.text
    assert rules.token not in page.text
    assert admin_client.get(reverse("admin:games_houserules_add")).status_code == 403


def test_an_organiser_renames_house_rules_and_the_admin_remembers(admin_client):
    rules = keep(make_player())
    assert admin_change(admin_client, rules, "  Rules of   the club ").status_code == 302
    rules.refresh_from_db()
    assert rules.name == "Rules of the club"
    history = admin_client.get(reverse("admin:games_houserules_history", args=[rules.pk]))
    assert "Changed Name." in history.text


@pytest.mark.parametrize("name", ["", "x" * 41, "a\u200bb", "\x00", "monday RULES"])
def test_a_name_that_its_owner_could_not_give_is_refused_to_organisers_too(admin_client, name):
    owner = make_player()
    keep(owner, "Monday rules")
    rules = keep(owner)
    answer = admin_change(admin_client, rules, name)
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == ["name"]
    rules.refresh_from_db()
    assert rules.name == "Sunday rules"


def test_an_organiser_deletes_house_rules(admin_client):
    rules = keep(make_player())
    address = reverse("admin:games_houserules_delete", args=[rules.pk])
    assert admin_client.get(address).status_code == 200
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert not HouseRules.objects.exists()


def test_organisers_read_house_rules_that_no_longer_make_sense(admin_client):
    rules = keep(make_player())
    HouseRules.objects.filter(pk=rules.pk).update(choices={"nonsense": [1], "values": 7})
    page = admin_client.get(reverse("admin:games_houserules_change", args=[rules.pk]))
    assert page.status_code == 200
    assert "nonsense: [1]" in page.text


@pytest.mark.parametrize("where", ["changelist", "change", "delete", "history"])
def test_only_organisers_come_to_the_house_rules_of_others(client, where):
    rules = keep(make_player())
    args = [] if where == "changelist" else [rules.pk]
    address = reverse(f"admin:games_houserules_{where}", args=args)
    assert log_in(client, make_player()).get(address).status_code in (302, 403)
