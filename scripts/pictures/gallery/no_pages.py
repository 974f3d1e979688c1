"""Addresses without a picture, by their names in `tests/access/table.py`, with the reason."""

FILE = "a file"
JSON = "JSON, for a script or a program"
LEADS = "leads to another page"
ADDS_NOTHING = "such rows are not added or deleted by hand: refused"
PART = "a part of a page, which shows it"

NO_PAGES = {
    "livez": JSON,
    "readyz": JSON,
    "healthz": JSON,
    "metrics": "numbers, for a program",
    "judge:image": "an image",
    "analysis:shared_poll": PART,
    "analysis:shared_chart": FILE,
    "analysis:poll": PART,
    "analysis:chart": FILE,
    "analysis:texts_chart": FILE,
    "analysis:compare_chart": FILE,
    "analysis:rehearsal_chart": FILE,
    "analysis:export_results": FILE,
    "analysis:export_rating_results": FILE,
    "analysis:export_reason_codes": FILE,
    "analysis:export_reading": FILE,
    "analysis:report_pdf": FILE,
    "analysis:report": FILE,
    "analysis:methods": FILE,
    "analysis:short_statement": FILE,
    "analysis:workbook": FILE,
    "studies:number": PART,
    "studies:rating_number": PART,
    "studies:plan_json": FILE,
    "studies:link_qr": FILE,
    "studies:export_answers": FILE,
    "studies:export_ratings": FILE,
    "studies:export_pairs": FILE,
    "studies:export_sheets": FILE,
    "studies:export_events": FILE,
    "studies:export_judges": FILE,
    "studies:export_links": FILE,
    "studies:export_texts": FILE,
    "studies/<uuid:code>/texts/tells/": LEADS,
    "admin:logout": "takes POST only",
    "admin:jsi18n": "a script",
    "admin:autocomplete": JSON,
    "admin:view_on_site": "no table has such a page",
    "admin:studies_study_change": LEADS,
    "admin:studies_study_history": LEADS,
    "admin:studies_study_add": LEADS,
    "admin:studies_recruitmentlink_add": LEADS,
    "admin:studies_recruitmentlink_change": LEADS,
    "admin:studies_sample_change": LEADS,
}


def why_not(address: str) -> str:
    """Return why there is no picture of this address; nothing where there should be one."""
    if address.startswith("api:") and address != "api:docs":
        return JSON
    if address.startswith("admin/"):
        return LEADS
    if address.startswith("admin:") and address.endswith(("_add", "_delete")):
        return NO_PAGES.get(address, "" if address == "admin:studies_user_add" else ADDS_NOTHING)
    return NO_PAGES.get(address, "")
