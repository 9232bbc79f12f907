from __future__ import annotations

import inspect
from datetime import timedelta

import pytest
from django.db import transaction

from accounts.club_acts import acts_of, register_sentences, sentence_of
from accounts.clubs import announcing, founding, joining, record, roles
from accounts.clubs.founding import ClubSettings
from accounts.models import Club, ClubAct, User
from tests.accounts.club_world import NOW, club_of, enrol, person

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=2)


class World:
    """Ann owns the club, Ben is a member, Cleo asked, Dora is invited, Emil was removed."""

    def __init__(self):
        people = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
        self.ann, self.ben, self.cleo, self.dora, self.emil, self.fay = map(person, people)
        self.club = club_of(self.ann)
        enrol(self.club, self.ben)
        joining.ask(self.club, self.cleo, "", now=NOW)
        joining.invite(self.club, self.ann, self.dora, now=NOW)
        enrol(self.club, self.emil)
        roles.remove(self.club, self.ann, self.emil, now=NOW)
        self.said = announcing.announce(self.club, self.ann, "Tea", now=NOW).pk

    def opened(self):
        Club.objects.update(joining="open")
        return self.club


SETTINGS = ClubSettings("Friday Club")

# What each service writes down, in the order in which it does: who, what, and about whom.
ACTS = {
    (founding, "found"): (
        lambda w: founding.found(w.fay, SETTINGS, now=LATER),
        ["Fay founded the club."],
    ),
    (founding, "change_settings"): (
        lambda w: founding.change_settings(w.club, w.ann, SETTINGS, now=LATER),
        ["Ann changed the name from Thursday Club to Friday Club."],
    ),
    (founding, "renew_link"): (
        lambda w: founding.renew_link(w.club, w.ann, now=LATER),
        ["Ann made another join link."],
    ),
    (founding, "close"): (
        lambda w: founding.close(w.club, w.ann, now=LATER),
        ["Ann closed the club."],
    ),
    (founding, "close_held"): (
        lambda w: founding.close_held(w.club, w.ann, now=LATER),
        ["Ann closed the club."],
    ),
    (joining, "join"): (
        lambda w: joining.join(w.opened(), w.fay, now=LATER),
        ["Fay joined on the club's page."],
    ),
    (joining, "join_by_link"): (
        lambda w: joining.join_by_link(w.club.join_token, w.fay, now=LATER),
        ["Fay joined by the link."],
    ),
    (joining, "ask"): (
        lambda w: joining.ask(w.club, w.fay, "", now=LATER),
        ["Fay asked to join."],
    ),
    (joining, "withdraw_request"): (
        lambda w: joining.withdraw_request(w.club, w.cleo, now=LATER),
        ["Cleo took the request to join back."],
    ),
    (joining, "answer"): (
        lambda w: joining.answer(w.club, w.ann, w.cleo, accepts=True, now=LATER),
        ["Ann took Cleo in.", "Cleo joined after a request."],
    ),
    (joining, "invite"): (
        lambda w: joining.invite(w.club, w.ann, w.fay, now=LATER),
        ["Ann invited Fay."],
    ),
    (joining, "withdraw_invitation"): (
        lambda w: joining.withdraw_invitation(w.club, w.ann, w.dora, now=LATER),
        ["Ann took the invitation of Dora back."],
    ),
    (joining, "answer_invitation"): (
        lambda w: joining.answer_invitation(w.club, w.dora, accepts=True, now=LATER),
        ["Dora joined by an invitation."],
    ),
    (roles, "set_role"): (
        lambda w: roles.set_role(w.club, w.ann, w.ben, "organiser", now=LATER),
        ["Ann made Ben organiser, before member."],
    ),
    (roles, "remove"): (
        lambda w: roles.remove(w.club, w.ann, w.ben, now=LATER),
        ["Ann removed Ben."],
    ),
    (roles, "lift_bar"): (
        lambda w: roles.lift_bar(w.club, w.ann, w.emil, now=LATER),
        ["Ann let Emil back."],
    ),
    (roles, "leave"): (
        lambda w: roles.leave(w.club, w.ben, now=LATER),
        ["Ben left the club."],
    ),
    (roles, "hand_club_over"): (
        lambda w: roles.hand_club_over(w.club, w.ann, w.ben, stays=True, now=LATER),
        [
            "Ann handed the club over to Ben.",
            "Ann made Ben owner, before member.",
            "Ann made Ann organiser, before owner.",
        ],
    ),
    (announcing, "announce"): (
        lambda w: announcing.announce(w.club, w.ann, "Cake", now=LATER),
        ["Ann announced something."],
    ),
    (announcing, "edit"): (
        lambda w: announcing.edit(w.club, w.ann, w.said, "Cake", now=LATER),
        ["Ann edited an announcement."],
    ),
    (announcing, "pin"): (
        lambda w: announcing.pin(w.club, w.ann, w.said, is_pinned=True, now=LATER),
        ["Ann pinned an announcement."],
    ),
    (announcing, "remove"): (
        lambda w: announcing.remove(w.club, w.ann, w.said, now=LATER),
        ["Ann removed an announcement."],
    ),
}


def services():
    """Every public function of the modules that write, told by the time that it takes."""
    return {
        (module, name)
        for module in (announcing, founding, joining, roles)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
        and not name.startswith("_")
        and "now" in inspect.signature(function).parameters
    }


def test_every_service_is_in_the_list():
    assert services() == set(ACTS)


def test_every_service_writes_what_it_did_into_the_record():
    world = World()
    last = ClubAct.objects.latest("pk").pk
    for (module, name), (act, sentences) in ACTS.items():
        with transaction.atomic():
            act(world)
            written = list(ClubAct.objects.filter(pk__gt=last).order_by("pk"))
            told = [sentence_of(each) for each in written]
            transaction.set_rollback(True)
        assert (module, name, told) == (module, name, sentences)
        assert {each.at for each in written} == {LATER}


def test_the_other_answers_are_recorded_too():
    w = World()
    last = ClubAct.objects.latest("pk").pk
    joining.answer(w.club, w.ann, w.cleo, accepts=False, now=LATER)
    joining.answer_invitation(w.club, w.dora, accepts=False, now=LATER)
    announcing.pin(w.club, w.ann, w.said, is_pinned=True, now=LATER)
    announcing.pin(w.club, w.ann, w.said, is_pinned=False, now=LATER)
    settings = ClubSettings("Thursday Club", "Tea", "Europe/Paris")
    founding.change_settings(w.club, w.ann, settings, now=LATER)
    roles.hand_club_over(w.club, w.ann, w.ben, stays=False, now=LATER)
    assert [sentence_of(each) for each in ClubAct.objects.filter(pk__gt=last).order_by("pk")] == [
        "Ann declined the request of Cleo.",
        "Dora declined the invitation.",
        "Ann pinned an announcement.",
        "Ann unpinned an announcement.",
        "Ann changed the setting “description” and the setting “time zone”.",
        "Ann handed the club over to Ben.",
        "Ann made Ben owner, before member.",
        "Ann left the club.",
    ]


def test_what_is_refused_leaves_no_act_and_what_fails_neither(monkeypatch):
    w = World()
    before = ClubAct.objects.count()
    monkeypatch.setattr(joining.Membership.objects, "create", None)
    with pytest.raises(TypeError):
        joining.join_by_link(w.club.join_token, w.fay, now=LATER)
    assert ClubAct.objects.count() == before


def test_every_kind_of_act_has_a_sentence():
    w = World()
    for kind in ClubAct.Kind.values:
        act = ClubAct(club=w.club, kind=kind, actor=w.ann, subject=w.ben, at=NOW)
        act.facts = {"changed": {}, "way": "link", "roles": ["member", "owner"]}
        assert sentence_of(act).startswith("Ann ")
        assert sentence_of(act).endswith(".")


def test_another_app_has_kinds_of_its_own(monkeypatch):
    w = World()
    register_sentences({"season_begun": "%(actor)s began %(season)s."})
    act = record.record(w.club, "season_begun", None, now=LATER, season="Winter")
    assert sentence_of(act) == "The site began Winter."
    assert sentence_of(ClubAct(club=w.club, kind="unheard of", at=NOW)) == "unheard of"


def test_the_record_comes_in_pages_latest_first():
    w = World()
    acts = [ClubAct(club=w.club, kind="left", actor=w.ben, at=LATER) for _number in range(60)]
    ClubAct.objects.bulk_create(acts)
    first = acts_of(w.club)
    rest = acts_of(w.club, str(first.before))
    assert (len(first.lines), rest.before) == (50, None)
    assert len(first.lines) + len(rest.lines) == w.club.acts.count()
    assert rest.lines[-1].sentence == "Ann founded the club."
    assert acts_of(w.club, "9" * 40) == acts_of(w.club, "x") == first


def test_the_record_names_nobody_whose_account_is_closed():
    from accounts import closing

    w = World()
    closing.close(w.ben)
    words = " ".join(line.sentence for line in acts_of(w.club).lines)
    assert "Former player joined by the link." in words
    assert "Ben" not in words
    assert not User.objects.filter(username="Ben").exists()
