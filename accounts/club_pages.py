"""Pages of the desk about clubs: for the site's staff, and for those who run a club.

Whoever runs a club finds there what belongs to their own clubs, and nothing that tells of others:
in lists, choices, searches, histories and at an object's own address. Who may do what stands in the
table of rights, and the services ask it again: they alone write.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin, messages
from django.db.models import ForeignKey, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.club_rights import RIGHTS, Right
from accounts.clubs.refusals import ClubRefused
from accounts.desk import DeskAdmin, OnlyServicesWrite, is_staff
from accounts.models import Club, Membership

_ROLES = "roles_in_clubs"


def may_come_to_the_desk(request: HttpRequest) -> bool:
    """Whether the desk opens: to the site's staff, and to who runs a club that isn't closed.

    The way from any row's number to its page is for staff: it leads to the rows of all clubs.
    """
    if is_staff(request):
        return True
    found = request.resolver_match
    is_way_to_any_row = found is not None and found.url_name == "view_on_site"
    return bool(clubs_run_by(request, Right.READ_ACTS)) and not is_way_to_any_row


def clubs_run_by(request: HttpRequest, right: Right) -> frozenset[int]:
    """The numbers of the clubs in which the person's role gives the right; none is closed."""
    return frozenset(pk for pk, role in _roles(request).items() if role in RIGHTS[right])


def _roles(request: HttpRequest) -> Mapping[int, str]:
    """What the person is in which club, asked once a request."""
    if not request.user.is_active:
        return {}
    found: Mapping[int, str] | None = getattr(request, _ROLES, None)
    if found is None:
        running = Membership.objects.filter(
            user_id=request.user.pk, ended_at__isnull=True, club__closed_at__isnull=True
        )
        found = dict(running.values_list("club_id", "role"))
        setattr(request, _ROLES, found)
    return found


class ReadInline(OnlyServicesWrite, admin.TabularInline):
    """Rows below the one that they belong to, for whoever may read that."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return True


class OwnClubsFilter(admin.RelatedFieldListFilter):
    """The clubs whose rows the list can show, and no others."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        del field
        clubs: QuerySet[Club] = model_admin.clubs_for(request)
        return list(clubs.order_by("name", "pk").values_list("pk", "name"))


class ClubDeskAdmin(DeskAdmin):
    """A page of the desk about what belongs to clubs.

    ``club_path`` leads from a row to its club, ``right`` is what it takes to come here as somebody
    who runs one; ``refusals`` are what the services refuse with.
    """

    club_path = "club"
    right = Right.READ_ACTS
    refusals: tuple[type[Exception], ...] = (ClubRefused,)

    def sees_all(self, request: HttpRequest) -> bool:
        """Whether the site gives the rows of all clubs, closed ones too."""
        return super().has_view_permission(request)

    def clubs_for(self, request: HttpRequest) -> QuerySet[Club]:
        """The clubs whose rows are shown."""
        clubs = Club.objects.all()
        if self.sees_all(request):
            return clubs
        return clubs.filter(pk__in=clubs_run_by(request, self.right))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what belongs to others' clubs, and to none."""
        found = super().get_queryset(request)
        if self.sees_all(request):
            return found
        return found.filter(**{f"{self.club_path}__in": clubs_run_by(request, self.right)})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.sees_all(request) or self.is_run_by(request, self.right, obj)

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Whether the acts of this page are offered; the services decide about each."""
        return self.may_act(request, self.right)

    def may_act(self, request: HttpRequest, right: Right, obj: Any = None) -> bool:
        """Whether staff may change such rows, or the person's role in a club gives the right."""
        return super().has_change_permission(request) or self.is_run_by(request, right, obj)

    def is_run_by(self, request: HttpRequest, right: Right, obj: Any = None) -> bool:
        """Whether the person's role in the row's club, or in any, gives the right."""
        clubs = clubs_run_by(request, right)
        return bool(clubs) if obj is None else self._club_of(obj) in clubs

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **options: Any
    ) -> Any:
        """Offer only clubs that are shown, of those that are not closed."""
        if db_field.related_model is Club:
            options["queryset"] = self.clubs_for(request).filter(closed_at__isnull=True)
        return super().formfield_for_foreignkey(db_field, request, **options)

    def carry_out(self, request: HttpRequest, what: str, act: Callable[[], object]) -> None:
        """Do it and say so, or say why not."""
        try:
            act()
        except self.refusals as refusal:
            told = {"what": what, "why": refusal.message}  # type: ignore[attr-defined]
            self.message_user(request, _("%(what)s: %(why)s") % told, messages.ERROR)
        else:
            self.message_user(request, _("%(what)s: done.") % {"what": what}, messages.SUCCESS)

    def _club_of(self, obj: Any) -> Any:
        *way, last = self.club_path.split("__")
        for step in way:
            obj = getattr(obj, step)
        return obj.pk if last == "pk" else getattr(obj, f"{last}_id")


def in_words(path: str, label: Any) -> Any:
    """A column that says what a row leads to, without a way to its own page at the desk."""

    @admin.display(description=label, ordering=path, empty_value="-")
    def words(row: Any) -> Any:
        for step in path.split("__"):
            row = getattr(row, step, None)
        return None if row is None else str(row)

    words.__name__ = path
    return words
