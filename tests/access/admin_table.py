"""The rows of the admin's own pages."""

from typing import Any

from studies.admin import links
from studies.admin.study import MOVED
from tests.access.entry import Entry
from tests.access.scene import Scene


def _admin_of(
    model: str, may: str, *, add: Entry | None = None, delete: Entry | None = None
) -> dict[str, Entry]:
    """The admin's own pages of a table; who may not sees no row, not a refusal."""

    def row(scene: Scene) -> list[Any]:
        return [scene.row(model)]

    no = Entry("no one", denied=403)
    route = f"admin/studies/{model}/<path:object_id>/"
    return {
        f"admin:studies_{model}_changelist": Entry("signed in", rows=may),
        f"admin:studies_{model}_add": add or no,
        f"admin:studies_{model}_history": Entry(may, row, denied=302),
        f"admin:studies_{model}_delete": delete or Entry("no one", row, denied=403),
        f"admin:studies_{model}_change": Entry(may, row, denied=302),
        route: Entry("everyone", row, ok=302),
    }


def _record(scene: Scene) -> list[Any]:
    return [scene.study.pk]


def _link(scene: Scene) -> list[Any]:
    return [scene.row("recruitmentlink")]


# A study's record has no page in the admin: its addresses lead to the study's own pages.
_STUDY_RECORDS = {
    "admin:studies_study_changelist": Entry("signed in", rows="see"),
    "admin:studies_study_add": Entry("signed in", ok=302),
    "admin/studies/study/add/": Entry("signed in", ok=302),
    "admin:studies_study_history": Entry("see", _record, ok=302),
    "admin:studies_study_delete": Entry("no one", _record, denied=403),
    "admin:studies_study_change": Entry("see", _record, ok=302),
    "admin/studies/study/<path:object_id>/": Entry("everyone", _record, ok=302),
    **{
        f"admin/studies/study/<int:pk>/{name}{'' if '.' in name else '/'}": Entry(
            "see", _record, ok=302
        )
        for name in MOVED
    },
}

_OF_USERS = {
    "admin:studies_user_changelist": Entry("administer", denied=403),
    "admin:studies_user_add": Entry("administer", denied=403),
    "admin:studies_user_history": Entry("administer", lambda s: [s.row("user")], denied=403),
    "admin:studies_user_delete": Entry("no one", lambda s: [s.row("user")], denied=403),
    "admin:studies_user_change": Entry("administer", lambda s: [s.row("user")], denied=403),
    "admin/studies/user/<path:object_id>/": Entry("everyone", lambda s: [s.row("user")], ok=302),
}

ADMIN_TABLE = {
    **_OF_USERS,
    **_admin_of("amendment", "see"),
    **_admin_of("answer", "read"),
    **_admin_of("event", "see"),
    **_admin_of("judge", "see"),
    **_admin_of("recruitmentlink", "recruit"),
    "admin/studies/recruitmentlink/add/": Entry("signed in", ok=302),
    "admin:studies_recruitmentlink_add": Entry("signed in", ok=302),
    **{
        f"admin/studies/recruitmentlink/<int:pk>/{end}": Entry("recruit", _link, ok=302)
        for end in links.MOVED
    },
    "admin:studies_recruitmentlink_change": Entry("recruit", _link, ok=302),
    **_admin_of("sample", "read texts"),
    "admin:studies_sample_change": Entry("read texts", lambda scene: [scene.row("sample")], ok=302),
    **_STUDY_RECORDS,
    **_admin_of("triad", "read"),
    **_admin_of("trial", "read"),
}
