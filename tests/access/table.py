"""What each role may expect at every address. An address without an entry fails the walk."""

from datetime import timedelta
from typing import Any

from django.utils.timezone import now

from studies.models import Collaborator, ColleagueInvitation, Image, Webhook
from studies.services.accounts import tokens
from tests.access.admin_table import ADMIN_TABLE
from tests.access.entry import Arguments, Entry
from tests.access.scene import Scene
from tests.factories import make_link, make_user


def _code(scene: Scene) -> list[Any]:
    return [scene.code]


def _link(scene: Scene) -> list[Any]:
    return [scene.code, scene.link.pk]


def _draft(scene: Scene) -> list[Any]:
    return [scene.draft.code]


def _token(scene: Scene) -> list[Any]:
    return [scene.link.token]


def _held(scene: Scene) -> list[Any]:
    return [scene.held.code]


def _answered(scene: Scene) -> list[Any]:
    return [scene.answered.code]


def _image(scene: Scene) -> list[Any]:
    image, _made = Image.objects.get_or_create(
        study=scene.study,
        sha256="0" * 64,
        defaults={"content": b"x", "content_type": "image/webp", "width": 1, "height": 1},
    )
    return [image.name]


def _invited(scene: Scene) -> list[Any]:
    secret, owner = "of-the-tests", scene.study.owner
    ColleagueInvitation.objects.get_or_create(
        sha256=tokens.hash_of(secret),
        study=scene.study,
        email="invited@university.example",
        invited_by=owner,
        defaults={"expires_at": now() + timedelta(days=1)},
    )
    return [secret]


def _act(name: str, may: str, ok: int = 200, sealed: int | None = None) -> dict[str, Entry]:
    """A page that asks; 302 where the running study does not offer it."""
    return {f"studies:{name}": Entry(may, _code, ok=ok, ok_of_sealed=sealed)}


_PUBLIC = {
    "landing": Entry("no one", anonymous=200, denied=302),
    # Of the demo study alone: tests/studies/workbench/test_landing.py.
    "studies:demo": Entry("no one", anonymous=404),
    "livez": Entry("everyone"),
    "readyz": Entry("everyone"),
    # With a token only: tests/triadsurvey/monitoring.
    "healthz": Entry("no one", anonymous=404),
    "metrics": Entry("no one", anonymous=404),
    "status": Entry("administer"),
    "judge:image": Entry("everyone", _image),
    "judge:welcome": Entry("everyone", _token),
    "judge:start": Entry("everyone", _token, ok=422, method="post"),
    "judge:trial": Entry("everyone", _held),
    "judge:next": Entry("everyone", _answered, method="post"),
    "judge:renew": Entry("everyone", _answered, ok=409, method="post"),
    "judge:unknown": Entry("everyone", ok=404),
    "judge:elsewhere": Entry("everyone", lambda scene: (f"en/j/{'x' * 24}/",), ok=404),
    "judge:alive": Entry("everyone", _answered, ok=409, method="post"),
    "judge:questions": Entry("everyone", _held, ok=303),
    "judge:ratings": Entry("everyone", _answered, ok=303),
    "judge:why": Entry("everyone", _answered, ok=303),
    "judge:leave": Entry("everyone", _held),
    "judge:withdraw": Entry("everyone", _held),
    "judge:whole": Entry("everyone", _held, ok=303, method="post"),
    "analysis:shared": Entry("everyone", lambda scene: [scene.share.token]),
    "analysis:shared_poll": Entry("everyone", lambda scene: [scene.share.token]),
    "analysis:shared_chart": Entry(
        "everyone", lambda scene: [scene.share.token, "path"], ok_of_sealed=404
    ),
    "analysis:plan": Entry("everyone"),
    "analysis:plan_ratings": Entry("everyone"),
    "studies:join": Entry("everyone", _invited),
    "oidc": Entry("everyone", ok=503),  # the provider is away
    "oidc_callback": Entry("everyone", ok=400),  # nothing was begun
    "admin_password_reset": Entry("everyone"),
    "password_reset_done": Entry("everyone"),
    "password_reset_confirm": Entry("everyone", lambda scene: ["MQ", "abc-123"]),
    "password_reset_complete": Entry("everyone"),
}

_ADMIN = {
    "profile": Entry("signed in"),
    "revoke_token": Entry("signed in", lambda scene: [0], ok=302, method="post"),
    "second_factor": Entry("signed in"),
    "admin:index": Entry("signed in"),
    "admin:login": Entry("signed in", ok=302, anonymous=200),
    "admin:logout": Entry("signed in", ok=405),
    "admin:password_change": Entry("signed in"),
    "admin:password_change_done": Entry("signed in"),
    "admin:autocomplete": Entry("no one", denied=403),
    "admin:jsi18n": Entry("signed in"),
    "admin:view_on_site": Entry("no one", lambda scene: [1, 1]),
    "admin:app_list": Entry("signed in", lambda scene: ["studies"]),
    "admin/(?P<url>.*)$": Entry("no one", lambda scene: ["studies/nothing/"]),
}

_PAGES = {
    "analysis:studies": Entry("signed in"),
    "analysis:overview": Entry("see", _code),
    "studies:new_example": Entry("signed in", lambda scene: ["unknown"], ok=404, method="post"),
    "studies:new": Entry("signed in"),
    "studies:number": Entry("signed in"),
    "studies:new_ratings": Entry("signed in"),
    "studies:rating_number": Entry("signed in"),
    "studies:question": Entry("edit", _draft),
    "studies:texts": Entry("read or edit", _code),
    "studies:text": Entry("read or edit", lambda scene: [scene.draft.code, scene.row("sample")]),
    "studies:delete_text": Entry("edit", lambda scene: [scene.draft.code, scene.row("sample")]),
    "studies:new_text": Entry("edit", _draft),
    "studies:ask_next": Entry("edit", _code),
    "studies:items": Entry("edit", lambda scene: [scene.rating.code]),
    "studies:delete_texts": Entry("edit", _draft),
    "studies:remove_system": Entry("edit", lambda scene: [scene.rating.code, "B"]),
    "studies:pages": Entry("see", _code),
    "studies:people": Entry("recruit", _code),
    "studies:settings": Entry("edit", _code),
    "studies:history": Entry("see", _code),
    "studies:export_ratings": Entry("read", _code, sealed_denied=403, unseen=404),
    "studies:export_pairs": Entry("read", _code, sealed_denied=403, unseen=404),
    "studies:export_sheets": Entry("read", _code, sealed_denied=403, unseen=404),
    "studies:export_answers": Entry("read", _code, sealed_denied=403, unseen=404),
    "studies:export_events": Entry("see", _code),
    "studies:export_judges": Entry("recruit", _code),
    "studies:export_links": Entry("recruit", _code),
    "studies:export_texts": Entry("read texts", _code),
    "studies:job": Entry("edit", lambda scene: [scene.code, scene.job.pk]),
    "studies:cancel_job": Entry(
        "edit", lambda scene: [scene.code, scene.job.pk], ok=302, method="post"
    ),
    "studies:plan": Entry("see", _code),
    "studies:preview": Entry("see", _code),
    "studies:reporting": Entry("read or edit", _code),
    "studies:share_links": Entry("own", _code),
    "studies:webhooks": Entry("edit", _code),
    "studies:withdraw_for_judge": Entry("edit", _code),
    "studies:upload": Entry("edit", _draft),
    "studies:surface_cues": Entry("edit", _draft),
    "studies/<uuid:code>/texts/tells/": Entry("everyone", _draft, ok=301),
    "studies:upload_columns": Entry("edit", lambda scene: [scene.draft.code, scene.upload.pk]),
    "studies:upload_review": Entry("edit", lambda scene: [scene.draft.code, scene.upload.pk]),
    "analysis:results": Entry("see", _code),
    "analysis:poll": Entry("see", _code),
    "analysis:export_results": Entry("read", _code),
    "analysis:export_rating_results": Entry("read", _code),
    "analysis:compare": Entry("signed in"),
    "analysis:compare_chart": Entry("no one"),  # nothing chosen
    "analysis:machine_judge": Entry("edit", _code),
    "analysis:companions": Entry("edit", _code),
    "analysis:rehearse": Entry("edit", _code),
    "analysis:rehearsal_chart": Entry("no one", lambda scene: [scene.code, "risks"]),
    "analysis:judges": Entry("read", _code),
    "analysis:chart": Entry("read", lambda scene: [scene.code, "path"]),
    "analysis:texts": Entry("read", _code),
    "analysis:texts_chart": Entry("read", _code),
    "analysis:items": Entry("read", _code),
    "analysis:conditions": Entry("read", _code),
    "analysis:triads": Entry("edit", _code, ok_of_sealed=404),
    "analysis:groups": Entry("read", _code),
    "analysis:reasons": Entry("read", _code),
    "analysis:reason_codes": Entry("read", _code),
    "analysis:export_reason_codes": Entry("read", _code),
    "analysis:reading": Entry("read", _code),
    "analysis:analyse_reading": Entry("no one", _code, method="post"),  # its texts are whole
    "analysis:export_reading": Entry("read", _code),
    "analysis:report_page": Entry("read", _code, sealed_denied=403, unseen=404),
    "analysis:report_pdf": Entry("read", _code, sealed_denied=403, unseen=404),
    "analysis:report": Entry("read", _code, sealed_denied=403, unseen=404),
    "analysis:methods": Entry("read", _code, sealed_denied=403, unseen=404),
    "analysis:short_statement": Entry("read", _code, sealed_denied=403, unseen=404),
    "analysis:workbook": Entry("read", _code, sealed_denied=403, unseen=404),
    "studies:plan_json": Entry("see", _code),
    "studies:share": Entry("own", _code),
    "studies:personal_links": Entry("recruit", _code),
    "studies:invite": Entry("recruit", _code),
    "studies:invitations": Entry("recruit", _code),
    "studies:remind": Entry("recruit", _code),
    "studies:excluded_ids": Entry("recruit", _code),
    "studies:new_link": Entry("recruit", _code),
    "studies:link": Entry("recruit", _link),
    "studies:revoke_link": Entry("recruit", _link),
    "studies:link_qr": Entry("recruit", lambda scene: [*_link(scene), "svg"]),
}


def _api(may: str, arguments: Arguments = _code, **more: Any) -> Entry:
    return Entry(may, arguments, anonymous=401, **more)


def _new_link(scene: Scene) -> list[Any]:
    return [scene.code, make_link(scene.study).pk]


def _new_part(scene: Scene) -> list[Any]:
    part = Collaborator.objects.create(study=scene.study, user=make_user(), role="analyst")
    return [scene.code, part.pk]


def _new_webhook(scene: Scene) -> list[Any]:
    url, owner = "https://example.org/told", scene.study.owner
    hook = Webhook.objects.create(study=scene.study, url=url, made_by=owner)
    return [scene.code, hook.pk]


_API = {
    "api:schema": Entry("everyone"),
    "api:docs": Entry("everyone"),
    "api:studies": _api("signed in", lambda scene: []),
    "api:study": _api("see"),
    # What the running study, or the draft, cannot do now: 409 for those who might.
    "api:open": _api("edit", ok=409, method="post"),
    "api:pause": _api("edit", _draft, ok=409, method="post"),
    "api:resume": _api("edit", _draft, ok=409, method="post"),
    "api:close": _api("edit", _draft, ok=409, method="post"),
    "api:amend": _api("edit", ok=400, method="post"),
    "api:reopen": _api("edit", ok=400, method="post"),
    "api:unseal": _api("own", ok=400, method="post"),
    "api:keep": _api("own", ok=400, method="post"),
    "api:archive": _api("edit", ok=409, method="post"),
    "api:unarchive": _api("edit", ok=409, method="post"),
    "api:revoke_link": _api("recruit", _new_link, method="post", makes=True),
    "api:sharing": _api("own"),
    "api:shared": _api("own", _new_part, ok=204, method="delete", makes=True),
    "api:webhooks": _api("edit"),
    "api:webhook": _api("edit", _new_webhook, ok=204, method="delete", makes=True),
    "api:duplicate": _api("edit", ok=201, method="post", makes=True),
    "api:texts": _api("edit", _draft, ok=400, method="post"),
    "api:links": _api("recruit"),
    "api:personal_links": _api("recruit", ok=400, method="post"),
    "api:answers_csv": _api("read", sealed_denied=403, unseen=404),
    "api:ratings_csv": _api("read", sealed_denied=403, unseen=404),
    "api:pairs_csv": _api("read", sealed_denied=403, unseen=404),
    "api:sheets_csv": _api("read", sealed_denied=403, unseen=404),
    "api:sheets": _api("read", sealed_denied=403, unseen=404),
    "api:ratings": _api("read", sealed_denied=403, unseen=404),
    "api:answers": _api("read", sealed_denied=403, unseen=404),
    "api:results": _api("see"),
    "api:planning_judges": Entry("everyone", ok=400),
    "api:planning_power": Entry("everyone", ok=400),
    "api:planning_protocols": Entry("everyone", ok=400),
    "api:planning_repeats": Entry("everyone", ok=400),
    "api:planning_texts": Entry("everyone", ok=400),
    "api:planning_sensitivity": Entry("everyone", ok=400),
    "api:planning_tests": Entry("everyone", ok=400),
}
# The same addresses by another method, with nothing in the body: 400 for those who might.
API_WRITES = {
    "api:sharing": _api("own", ok=400, method="post"),
    "api:webhooks": _api("edit", ok=400, method="post"),
    "api:studies": _api("signed in", lambda scene: [], ok=400, method="post"),
    # Nothing is given, so nothing changes.
    "api:study": _api("edit", method="patch"),
    "api:links": _api("recruit", ok=400, method="post"),
}

TABLE: dict[str, Entry] = {
    **_PUBLIC,
    **_ADMIN,
    **_PAGES,
    **_API,
    **ADMIN_TABLE,
    **_act("open", "edit", 302),
    **_act("pause", "edit"),
    **_act("resume", "edit", 302),
    **_act("close", "edit"),
    **_act("amend", "edit"),
    **_act("reopen", "edit", 302),
    **_act("unseal", "own", 302, sealed=200),
    **_act("duplicate", "edit"),
    **_act("archive", "edit", 302),
    **_act("unarchive", "edit", 302),
    **_act("keep", "own"),
    **_act("erase", "own"),
}
