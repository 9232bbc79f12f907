"""The one model of a person: with an account, or a guest, or gone."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names


class PersonManager(UserManager["User"]):
    """Finds people by name without regard to case, and makes guests."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user of this name, however it is cased. Raises User.DoesNotExist."""
        return self.get(name_key=names.key_of(username or ""))

    def is_name_taken(self, name: str, *, by_other_than: "User | None" = None) -> bool:
        """Say whether somebody, apart from the given user, has this name."""
        others = self.filter(name_key=names.key_of(name))
        if by_other_than is not None and by_other_than.pk:
            others = others.exclude(pk=by_other_than.pk)
        return others.exists()

    def create_guest(self) -> "User":
        """Create a guest: a name nobody has, no password, no mail address.

        The number grows longer as short ones run out. Raises IntegrityError when chance
        finds no free name at all.
        """
        for digits in (4, 4, 4, 5, 6, 8, 10):
            number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
            try:
                with transaction.atomic(using=self.db):
                    return self.create_user(f"Guest {number}", is_guest=True)
            except IntegrityError:
                continue
        raise IntegrityError("no free guest name was found")


class User(AbstractUser):
    """A person. Guests are people too: a row without a password, held by its session."""

    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=[names.validate_name],
        error_messages={"unique": _("This name is taken.")},
    )
    name_key = models.CharField(max_length=4 * names.MAX_LENGTH, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    # One name is all the site asks for.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PersonManager] = PersonManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    # Clubs in which this person is taken for a member for as long as a request lasts, at their own
    # wish (accounts.club_looks): of no row, and never more than they are.
    as_member_in: frozenset[int] = frozenset()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """What others call this person; somebody who has left keeps no name."""
        return gettext("Former player") if self.is_closed else self.username

    @property
    def is_closed(self) -> bool:
        """Whether the account was closed; nobody can log in to it again."""
        return self.closed_at is not None

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def clean(self) -> None:
        super().clean()
        if User.objects.is_name_taken(self.username, by_other_than=self):
            raise ValidationError({"username": _("This name is taken.")}, code="unique")

    def save(self, **kwargs: Any) -> None:
        """Save, keeping the name's key in step with the name."""
        self.name_key = names.key_of(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(**kwargs)
