"""The groups and their permissions, kept right after each migration."""

from typing import Any

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission

from studies.services.accounts.people import RESEARCHERS

# What a group may do in the admin; `visible_to` decides to which studies.
MAY = {
    RESEARCHERS: {
        "study": ("add", "change", "delete", "view"),
        "sample": ("add", "change", "delete", "view"),
        "recruitmentlink": ("add", "change", "view"),
        "triad": ("view",),
        "trial": ("view",),
        "answer": ("view",),
        "judge": ("view",),
        "event": ("view",),
        "amendment": ("view",),
    }
}


def keep_groups(**kwargs: Any) -> None:
    """Make the groups and give them exactly their permissions.

    A receiver, because a fresh database has no permissions while it is migrated. They are made
    here, since Django's own receiver may come later.
    """
    create_permissions(apps.get_app_config("studies"), verbosity=0)
    for name, models in MAY.items():
        codenames = [f"{verb}_{model}" for model, verbs in models.items() for verb in verbs]
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.set(
            Permission.objects.filter(content_type__app_label="studies", codename__in=codenames)
        )
