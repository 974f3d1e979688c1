"""What each page costs in queries. With a filter, an order or a format a page stands here again."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from tests.access import walk
from tests.queries.scene import Rows

PAGES = {
    "admin:app_list": 4,
    "admin:index": 4,
    "admin:jsi18n": 2,
    "admin:password_change": 4,
    "admin:password_change_done": 4,
    "admin:studies_amendment_change": 9,
    "admin:studies_amendment_changelist": 7,
    "admin:studies_amendment_history": 7,
    "admin:studies_answer_change": 10,
    "admin:studies_answer_changelist": 7,
    "admin:studies_answer_changelist?o=-8": 7,
    "admin:studies_answer_changelist?o=1": 7,
    "admin:studies_answer_history": 7,
    "admin:studies_event_change": 9,
    "admin:studies_event_changelist": 7,
    "admin:studies_event_history": 7,
    "admin:studies_judge_change": 9,
    "admin:studies_judge_changelist": 7,
    "admin:studies_judge_changelist?o=-1": 7,
    "admin:studies_judge_changelist?o=3.4": 7,
    "admin:studies_judge_changelist?q=panel": 7,
    "admin:studies_judge_history": 7,
    "admin:studies_recruitmentlink_add": 5,
    "admin:studies_recruitmentlink_change": 15,
    "admin:studies_recruitmentlink_changelist": 7,
    "admin:studies_recruitmentlink_history": 7,
    "admin:studies_recruitmentlink_qr": 3,
    "admin:studies_recruitmentlink_revoke": 5,
    "admin:studies_sample_change": 18,
    "admin:studies_sample_changelist": 7,
    "admin:studies_sample_changelist?q=Rain": 7,
    "admin:studies_sample_changelist?subject=A": 7,
    "admin:studies_sample_delete": 11,
    "admin:studies_sample_history": 8,
    "admin:studies_study_add": 5,
    "admin:studies_study_amend": 7,
    "admin:studies_study_archive": 5,
    "admin:studies_study_change": 25,
    "admin:studies_study_changelist": 6,
    "admin:studies_study_changelist?o=4": 6,
    "admin:studies_study_changelist?q=Study": 6,
    "admin:studies_study_changelist?status=open": 6,
    "admin:studies_study_close": 6,
    "admin:studies_study_duplicate": 6,
    "admin:studies_study_erase": 6,
    "admin:studies_study_excluded": 7,
    "admin:studies_study_history": 7,
    "admin:studies_study_invitations": 10,
    "admin:studies_study_invitations?state=waiting": 10,
    "admin:studies_study_invite": 5,
    "admin:studies_study_keep": 5,
    "admin:studies_study_open": 10,
    "admin:studies_study_pause": 5,
    "admin:studies_study_people": 5,
    "admin:studies_study_plan": 3,
    "admin:studies_study_remind": 6,
    "admin:studies_study_reopen": 5,
    "admin:studies_study_resume": 5,
    "admin:studies_study_share": 7,
    "admin:studies_study_unarchive": 5,
    "admin:studies_study_unseal": 5,
    "admin:studies_triad_change": 11,
    "admin:studies_triad_changelist": 7,
    "admin:studies_triad_changelist?o=-5": 7,
    "admin:studies_triad_history": 7,
    "admin:studies_trial_change": 10,
    "admin:studies_trial_changelist": 7,
    "admin:studies_trial_history": 7,
    "admin:studies_user_add": 2,
    "admin:studies_user_change": 3,
    "admin:studies_user_changelist": 5,
    "admin:studies_user_history": 4,
    "admin_password_reset": 2,
    "analysis:chart": 7,
    "analysis:compare": 6,
    "analysis:compare_chart": 4,
    "analysis:export_reading": 8,
    "analysis:export_results": 10,
    "analysis:groups": 10,
    "analysis:items": 10,
    "analysis:judges": 11,
    "analysis:machine_judge": 8,
    "analysis:plan": 2,
    "analysis:poll": 10,
    "analysis:reading": 17,
    "analysis:reasons": 11,
    "analysis:rehearse": 9,
    "analysis:report": 45,
    "analysis:report_page": 26,
    "analysis:report_pdf": 26,
    "analysis:workbook": 20,
    "analysis:results": 12,
    "analysis:shared": 12,
    "analysis:shared_chart": 7,
    "analysis:shared_poll": 10,
    "analysis:texts": 12,
    "api:answers": 8,
    "api:answers_csv": 9,
    "api:docs": 2,
    "api:links": 6,
    "api:results": 12,
    "api:schema": 2,
    "api:sharing": 6,
    "api:studies": 5,
    "api:study": 5,
    "api:webhooks": 6,
    "judge:image": 1,
    "judge:leave": 1,
    "judge:trial": 1,
    "judge:welcome": 2,
    "judge:withdraw": 1,
    "livez": 0,
    "password_reset_complete": 2,
    "password_reset_confirm": 3,
    "password_reset_done": 2,
    "profile": 6,
    "readyz": 1,
    "second_factor": 7,
    "status": 6,
    "studies:export_answers": 7,
    "studies:export_judges": 6,
    "studies:export_links": 6,
    "studies:export_texts": 6,
    "studies:job": 6,
    "studies:join": 4,
    "studies:job?as=json": 4,
    "studies:plan": 8,
    "studies:preview": 3,
    "studies:preview?page=complete": 3,
    "studies:preview?page=leave": 3,
    "studies:preview?page=texts": 5,
    "studies:preview?page=thanks": 3,
    "studies:reporting": 6,
    "studies:withdraw_for_judge": 5,
    "studies:share_links": 6,
    "studies:surface_cues": 8,
    "studies:upload": 6,
    "studies:upload_columns": 7,
    "studies:upload_review": 8,
    "studies:webhooks": 7,
}


def _of(state: str) -> Callable[[Rows], list[Any]]:
    return lambda scene: [scene.states[state].pk]


# Pages that the open study does not offer, of one that does.
OF_OTHER_STUDIES: dict[str, Callable[[Rows], list[Any]]] = {
    "admin:studies_study_open": lambda scene: [scene.draft.pk],
    "admin:studies_study_resume": _of("paused"),
    "admin:studies_study_reopen": _of("closed"),
    "admin:studies_study_archive": _of("closed"),
    "admin:studies_study_unarchive": _of("archived"),
    "admin:studies_study_unseal": _of("sealed"),
}
# Pages that compare studies: all that are finished.
COMPARING = {"analysis:compare", "analysis:compare_chart"}


def address_of(page: str, scene: Rows) -> str:
    name, _, query = page.partition("?")
    if name in COMPARING:
        query = urlencode({"studies": [str(study.code) for study in scene.finished]}, doseq=True)
    if name in OF_OTHER_STUDIES:
        return reverse(name, args=OF_OTHER_STUDIES[name](scene))
    return f"{walk.address_of(name, scene)}?{query}"


def visitor_of(page: str) -> str:
    return "superuser" if page.startswith(("admin:studies_user_", "status")) else "owner"
