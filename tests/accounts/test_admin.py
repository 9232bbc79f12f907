from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client: Client) -> User:
    user = User.objects.create_superuser("Olga", password="x")
    client.force_login(user)
    return user


def test_people_can_be_listed_and_guests_told_apart(client: Client, organiser: User) -> None:
    guest = User.objects.create_guest()
    listed = client.get("/admin/accounts/user/?is_guest__exact=1").content.decode()
    assert guest.username in listed
    assert ">Olga<" not in listed.split('id="result_list"')[1]


def test_a_persons_page_shows_no_hash_of_the_password(
    client: Client, organiser: User, anna: User
) -> None:
    page = client.get(f"/admin/accounts/user/{anna.pk}/change/").content.decode()
    assert anna.password not in page
    assert "md5$" not in page


def test_an_organiser_can_suspend_somebody(client: Client, organiser: User, anna: User) -> None:
    client.post(f"/admin/accounts/user/{anna.pk}/change/", {"username": "Anna", "email": ""})
    anna.refresh_from_db()
    assert not anna.is_active


def test_a_name_taken_by_another_case_is_refused_in_the_admin_too(
    client: Client, organiser: User, anna: User
) -> None:
    page = client.post(
        f"/admin/accounts/user/{anna.pk}/change/", {"username": "OLGA", "is_active": "on"}
    )
    assert "This name is taken." in page.content.decode()


def test_a_guest_can_be_suspended_although_its_name_is_reserved(
    client: Client, organiser: User
) -> None:
    guest = User.objects.create_guest()
    client.post(f"/admin/accounts/user/{guest.pk}/change/", {})
    guest.refresh_from_db()
    assert not guest.is_active


def test_a_new_person_can_be_made(client: Client, organiser: User) -> None:
    client.post(
        "/admin/accounts/user/add/",
        {
            "username": "Berta",
            "usable_password": "true",
            "password1": "heather-and-gorse",
            "password2": "heather-and-gorse",
        },
    )
    assert User.objects.get(username="Berta").check_password("heather-and-gorse")


def test_an_organiser_sets_a_new_password_for_somebody_without_mail(
    client: Client, organiser: User, anna: User
) -> None:
    client.post(
        f"/admin/accounts/user/{anna.pk}/password/",
        {
            "usable_password": "true",
            "password1": "bracken-and-broom",
            "password2": "bracken-and-broom",
        },
    )
    anna.refresh_from_db()
    assert anna.check_password("bracken-and-broom")


def test_people_are_closed_and_not_deleted(client: Client, organiser: User, anna: User) -> None:
    assert client.post(f"/admin/accounts/user/{anna.pk}/delete/").status_code == 403
    client.post(
        "/admin/accounts/user/", {"action": "close_accounts", "_selected_action": [anna.pk]}
    )
    anna.refresh_from_db()
    assert anna.is_closed


def test_the_admin_has_no_log_in_page_of_its_own(client: Client) -> None:
    answer = client.get("/admin/login/?next=/admin/")
    assert answer["Location"] == "/accounts/login/?next=/admin/"


def test_the_admin_sends_a_guest_to_the_log_in_page(client: Client, guest: User) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.request["PATH_INFO"] == "/accounts/login/"


def test_the_admin_is_closed_to_somebody_without_the_right(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get("/admin/", follow=True).status_code == 403


def test_the_desk_does_not_close_the_accounts_of_all_organisers(
    client: Client, organiser: User, anna: User
) -> None:
    data = {"action": "close_accounts", "_selected_action": [organiser.pk, anna.pk]}
    page = client.post("/admin/accounts/user/", data, follow=True).content.decode()
    assert "No organiser would be left." in page
    anna.refresh_from_db()
    assert not anna.is_closed
    User.objects.create_superuser("Otto")
    client.post("/admin/accounts/user/", data)
    anna.refresh_from_db()
    assert anna.is_closed
