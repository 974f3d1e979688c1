"""A verdict as an earlier version of the program stored it."""

from django.db import connection

from analysis.models import Verdict
from studies.models import Study


def given_by_an_earlier_version(study: Study, *, without: str) -> None:
    """Take one of its numbers from the study's verdict, past the rules that keep it as it is."""
    verdict = Verdict.objects.get(study=study)
    del verdict.numbers[without]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE analysis_verdict DISABLE TRIGGER USER")
        verdict.save(update_fields=["numbers"])
        cursor.execute("ALTER TABLE analysis_verdict ENABLE TRIGGER USER")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
