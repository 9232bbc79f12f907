"""Organisers: people with rights at the desk, of whom the site should keep one."""

from django.db.models import Q, QuerySet

from accounts.models import User


def organisers() -> QuerySet[User]:
    """Everybody who can come to the desk: active people with rights."""
    return User.objects.filter(Q(is_staff=True) | Q(is_superuser=True), is_active=True)


def would_end(people: QuerySet[User]) -> bool:
    """Whether these people are, or count among them, all organisers that there are."""
    staying = organisers().exclude(pk__in=people.values("pk"))
    return organisers().filter(pk__in=people.values("pk")).exists() and not staying.exists()
