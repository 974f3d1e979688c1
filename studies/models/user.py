"""Accounts of researchers and administrators, and their tokens for the API. Judges have none."""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower, Now

# With a semicolon the decimal point is a comma.
CSV_SEPARATORS = {
    ",": "comma, and 0.5 (English, Chinese, Japanese …)",
    ";": "semicolon, and 0,5 (German, French, Spanish, Polish …)",
}


def validate_time_zone(name: str) -> None:
    """Refuse a name that is not in the time zone database."""
    if name not in available_timezones():
        raise ValidationError(
            "“%(name)s” is not a time zone; write it like Europe/Madrid.", params={"name": name}
        )


class UserManager(BaseUserManager["User"]):
    """Accounts by their e-mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractUser):
    """An account, known by its e-mail address."""

    username = None  # type: ignore[assignment]  # Django's way to drop an inherited field
    email = models.EmailField("e-mail address", unique=True)
    time_zone = models.CharField(
        "time zone",
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text="Times are shown to you in this zone, and stored and exported in UTC.",
    )

    csv_separator = models.CharField(
        "CSV for spreadsheets",
        max_length=1,
        choices=CSV_SEPARATORS,
        default=",",
        help_text="What the spreadsheet program of your region expects when it opens a CSV file.",
    )

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]  # no username

    class Meta(AbstractUser.Meta):
        constraints = [
            # One account an address, however it is typed; also the index of signing in.
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                violation_error_message="There is an account with this e-mail address.",
            ),
        ]

    def __str__(self) -> str:
        return self.get_full_name() or self.email


class ApiToken(models.Model):
    """An account's key for one program. Only its SHA-256 is kept: it is shown once, when made.

    A plain hash is enough for 256 random bits, which are no password.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(
        "what it is for", max_length=100, help_text="For example “analysis on my laptop”."
    )
    # Unique: also the index of signing in.
    sha256 = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
