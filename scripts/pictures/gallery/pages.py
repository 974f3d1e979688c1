"""Pages that an address alone shows: of a study in each state that changes them, and the others.

States are names in `Scene`. Names of addresses are those of `tests/access/table.py`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

# What the pages of a study are pictured in; the names of states are attributes of the scene.
DRAFTS = "empty draft rating_draft"
GIVEN_OUT = "fresh running paused"
OF_TRIADS = f"{GIVEN_OUT} sealed test_study sequential_open different similar undecided sequential"
OF_RATINGS = "ranked two_rated rating_open"
ENDED = "directed repeated closed archived"
OF_STUDY = {
    "analysis:overview": f"{DRAFTS} {OF_TRIADS} {ENDED} {OF_RATINGS}",
    "analysis:results": f"{OF_TRIADS} {ENDED} {OF_RATINGS} draft",
    "studies:question": f"{DRAFTS}",
    "studies:texts": f"{DRAFTS} running ranked",
    "studies:pages": "draft rating_draft running two_rated",
    "studies:people": f"draft {GIVEN_OUT} different ranked closed",
    "studies:settings": f"draft {GIVEN_OUT} sealed different ranked archived",
    "studies:history": "draft running closed ranked",
    "studies:reporting": "draft running sealed different two_rated",
    "studies:plan": "running sequential_open different ranked",
    "studies:share": "draft shared",
    "studies:share_links": "draft different",
    "studies:webhooks": "draft running",
    "studies:withdraw_for_judge": "running",
    "studies:upload": "empty draft rating_draft running",
    "studies:new_text": "draft rating_draft",
    "studies:ask_next": "different ranked",
    "studies:items": "rating_draft ranked",
    "studies:delete_texts": "draft",
    "studies:surface_cues": "draft rating_draft",
    "studies:personal_links": "running",
    "studies:invite": "running",
    "studies:invitations": "running invited",
    "studies:remind": "invited",
    "studies:excluded_ids": "running",
    "studies:new_link": "running",
    "analysis:machine_judge": "draft looked_at two_rated",
    "analysis:companions": "draft looked_at",
    "analysis:rehearse": "draft looked_at rating_draft",
    "analysis:judges": "running different repeated ranked",
    "analysis:texts": "running different",
    "analysis:items": "different",
    "analysis:conditions": "different",
    "analysis:triads": "different looked_at",
    "analysis:groups": "running different",
    "analysis:reasons": "fresh different",
    "analysis:reason_codes": "different half_coded coded",
    "analysis:reading": "running masked masked_analysed ranked",
    "analysis:report_page": "running different similar sequential ranked",
    "studies:open": f"{DRAFTS}",
    "studies:pause": "running ranked",
    "studies:resume": "paused",
    "studies:close": "running paused different sequential_open ranked",
    "studies:amend": "fresh running paused different",
    "studies:reopen": "closed",
    "studies:unseal": "sealed",
    "studies:duplicate": "draft running different ranked",
    "studies:archive": "draft closed",
    "studies:unarchive": "archived",
    "studies:keep": "running different",
    "studies:erase": "draft running different ranked",
}
# The judge's pages in small, as the workbench shows them.
PREVIEWED = {
    "draft": "welcome questions practice feedback texts why last_questions thanks no_consent leave "
    "withdraw complete",
    "rating_draft": "welcome texts leave thanks",
    "empty": "texts",
}
ADMIN_LISTS = [
    "amendment",
    "answer",
    "event",
    "judge",
    "recruitmentlink",
    "sample",
    "study",
    "triad",
    "trial",
    "user",
]
ADMIN_ROWS = ["amendment", "answer", "event", "judge", "triad", "trial", "user"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of one address: `arguments` and `query` are of the scene, `who` signs in."""

    name: str
    address: str
    arguments: Callable[[Any], list[Any]] = lambda scene: []
    query: str = ""
    who: str = "owner"
    status: int = 200


def of_studies() -> Iterator[Shown]:
    """Every page of a study, in its states."""
    for address, states in OF_STUDY.items():
        for state in states.split():
            yield Shown(f"{address} {state}", address, _code_of(state))
    for state, pages in PREVIEWED.items():
        for page in pages.split():
            name = f"studies:preview {state} {page}"
            yield Shown(name, "studies:preview", _code_of(state), query=f"page={page}")


def _code_of(state: str) -> Callable[[Any], list[Any]]:
    return lambda scene: [getattr(scene, state).code]


def of_admin() -> Iterator[Shown]:
    """The admin's lists, and a record of each table with its history."""
    for model in ADMIN_LISTS:
        address = f"admin:studies_{model}_changelist"
        yield Shown(address, address, lambda scene: scene.all_rows)
    for model in ADMIN_ROWS:
        for page in ("change", "history"):
            address = f"admin:studies_{model}_{page}"
            yield Shown(address, address, _row_of(model))
    for model in ("recruitmentlink", "sample"):
        address = f"admin:studies_{model}_history"
        yield Shown(address, address, _row_of(model))


def _row_of(model: str) -> Callable[[Any], list[Any]]:
    return lambda scene: [scene.record(model)]


def _link(scene: Any) -> list[Any]:
    return [scene.running.code, scene.link_of(scene.running).pk]


def _draft_text(scene: Any) -> list[Any]:
    return [scene.draft.code, scene.text.pk]


def _shared(state: str) -> Callable[[Any], list[Any]]:
    return lambda scene: [scene.share_of(getattr(scene, state)).token]


def _upload(name: str) -> Callable[[Any], list[Any]]:
    return lambda scene: scene.upload(name)


OTHERS = (
    Shown("landing", "landing", who=""),
    Shown("studies:demo", "studies:demo", lambda scene: scene.all_rows, "page=texts", who=""),
    Shown("api:docs", "api:docs", who=""),
    Shown("analysis:studies first", "analysis:studies", who="colleague"),
    Shown("analysis:studies many", "analysis:studies", lambda scene: scene.all_rows),
    Shown("analysis:studies archived", "analysis:studies", query="status=archived"),
    Shown("analysis:compare none", "analysis:compare"),
    Shown("studies:new", "studies:new"),
    Shown("studies:new_ratings", "studies:new_ratings"),
    Shown("analysis:plan first", "analysis:plan", who=""),
    Shown("analysis:plan similarity", "analysis:plan", who="",
          query="goal=similarity&alpha=0.05&beta=0.01&pd=0.3&n="),
    Shown("analysis:plan asks pd", "analysis:plan", who="",
          query="goal=difference&alpha=0.05&beta=0.05&pd=&n=98&each=6&gamma=0.3&texts=40&d_prime=1.2"),
    Shown("analysis:plan wrong", "analysis:plan", who="",
          query="goal=difference&alpha=5&beta=x&pd=0.3&n=-2"),
    Shown("analysis:plan_ratings first", "analysis:plan_ratings", who=""),
    Shown("analysis:plan_ratings likert", "analysis:plan_ratings", who="",
          query="method=likert&setup=together&systems=2&items=40&each=2&judges=20&criteria=2"
          "&seconds=15&difference=10+%25&alpha=0.05&power=90+%25&width=0.2"),
    Shown("analysis:plan_ratings wrong", "analysis:plan_ratings", who="", query="items=x&judges=0"),
    Shown("analysis:shared running", "analysis:shared", _shared("running"), who=""),
    Shown("analysis:shared different", "analysis:shared", _shared("different"), who=""),
    Shown("analysis:shared sealed", "analysis:shared", _shared("sealed"), who=""),
    Shown("analysis:shared ranked", "analysis:shared", _shared("ranked"), who=""),
    Shown("analysis:shared gone", "analysis:shared", lambda scene: ["x" * 24], who="", status=404),
    Shown("studies:text", "studies:text", _draft_text),
    Shown("studies:delete_text", "studies:delete_text", _draft_text),
    Shown("studies:remove_system", "studies:remove_system",
          lambda scene: [scene.rating_draft.code, "B"]),
    Shown("studies:link", "studies:link", _link),
    Shown("studies:revoke_link", "studies:revoke_link", _link),
    Shown("studies:upload_review csv", "studies:upload_review", _upload("csv")),
    Shown("studies:upload_review problems", "studies:upload_review", _upload("problems")),
    Shown("studies:upload_review wide", "studies:upload_review", _upload("wide")),
    Shown("studies:upload_review ratings", "studies:upload_review", _upload("systems")),
    Shown("studies:upload_review stored", "studies:upload_review",
          lambda scene: [scene.draft.code, 999_999]),
    Shown("studies:upload_columns csv", "studies:upload_columns", _upload("unmatched")),
    Shown("studies:upload_columns xlsx", "studies:upload_columns", _upload("sheets")),
    Shown("studies:upload_columns json", "studies:upload_columns", _upload("json")),
    Shown("studies:job running", "studies:job", lambda scene: scene.job("running")),
    Shown("studies:job cancelled", "studies:job", lambda scene: scene.job("cancelled")),
    Shown("studies:job failed", "studies:job", lambda scene: scene.job("failed")),
    Shown("studies:job done", "studies:job", lambda scene: scene.job("done")),
    Shown("studies:join new", "studies:join", lambda scene: [scene.invited_colleague], who=""),
    Shown("studies:join account", "studies:join", lambda scene: [scene.invited_account], who=""),
    Shown("studies:join gone", "studies:join", lambda scene: ["nothing"], who="", status=410),
    Shown("analysis:overview erased", "analysis:overview", _code_of("erased"), status=404),
    Shown("analysis:overview not shared", "analysis:overview", _code_of("draft"), who="colleague",
          status=404),
    Shown("admin:studies_user_changelist forbidden", "admin:studies_user_changelist",
          who="colleague", status=403),
    Shown("profile", "profile"),
    Shown("second_factor off", "second_factor"),
    Shown("status", "status"),
    Shown("admin:index", "admin:index"),
    Shown("admin:app_list", "admin:app_list", lambda scene: ["studies"]),
    Shown("admin:login", "admin:login", who=""),
    Shown("admin:login asked for", "admin:login", who="", query="next=/studies/"),
    Shown("admin:password_change", "admin:password_change"),
    Shown("admin:password_change_done", "admin:password_change_done"),
    Shown("admin:studies_user_add", "admin:studies_user_add"),
    Shown("admin_password_reset", "admin_password_reset", who=""),
    Shown("password_reset_done", "password_reset_done", who=""),
    Shown("password_reset_confirm", "password_reset_confirm",
          lambda scene: scene.reset_link, who=""),
    Shown("password_reset_confirm expired", "password_reset_confirm",
          lambda scene: ["MQ", "abc-123"], who=""),
    Shown("password_reset_complete", "password_reset_complete", who=""),
    Shown("oidc away", "oidc", who="", status=503),
    Shown("oidc_callback nothing begun", "oidc_callback", who="", status=400),
)  # fmt: skip


def shown() -> list[Shown]:
    """Every picture of one address."""
    return [*of_studies(), *OTHERS, *of_admin()]
