"""What happened beside a study's plan, as one reader may know it: two small queries."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, OuterRef, Q, Value, When

from analysis.verdict_text import Conduct
from studies.models import Amendment, Event, RecruitmentLink, Study, User
from studies.models.judging.triad import Mode
from studies.models.visibility import May

What = Event.What
FOR_EVER = datetime(9000, 1, 1, tzinfo=UTC)


def conduct_of(
    study: Study,
    *,
    reader: User | AnonymousUser,
    first_answer_at: str | None,
    verdict_at: datetime | None,
) -> Conduct:
    """Return what links, lists and other studies of the same texts tell.

    What is done after the verdict cannot alter it, and is not told.
    """
    if first_answer_at is None:
        return Conduct()
    added, revoked, moved, ids, reopened, erased = _numbers(
        study, datetime.fromisoformat(first_answer_at), verdict_at or FOR_EVER
    )
    others = _same_texts(study, reader)
    return Conduct(
        links_added=added,
        links_revoked=revoked,
        links_changed=moved,
        excluded_ids_changed=ids,
        reopened=reopened,
        same_texts=tuple(str(code) for code, _title, may_see in others if may_see),
        same_texts_titles=tuple(title for _code, title, may_see in others if may_see),
        same_texts_number=len(others),
        same_texts_erased=0 if study.is_test else erased,
    )


def _numbers(study: Study, after: datetime, before: datetime) -> tuple[int, ...]:
    """Count links added, revoked, changed; changes of excluded ids; reopenings; erased studies."""
    links = RecruitmentLink.objects.filter(study=OuterRef("pk"), mode=Mode.LIVE)
    events = Event.objects.filter(study=OuterRef("pk"), at__gt=after, at__lt=before)
    moved = Q(details__columns__contains="quota") | Q(details__columns__contains="expires_at")
    reopened = Amendment.objects.filter(study=OuterRef("pk"), kind=Amendment.Kind.REOPENED)
    erased = Event.objects.filter(what=What.ERASED, details__texts_sha256=study.texts_sha256)
    found: tuple[int, ...] = Study.objects.values_list(
        links.filter(created_at__gt=after, created_at__lt=before).number_by("study"),
        links.filter(revoked_at__gt=after, revoked_at__lt=before).number_by("study"),
        events.filter(moved, what=What.LINK_CHANGED, details__mode=Mode.LIVE).number_by("study"),
        events.filter(what=What.EXCLUDED_IDS_CHANGED).number_by("study"),
        reopened.filter(at__gt=after, at__lt=before, after_looking=True).number_by("study"),
        erased.number_by("what"),
    ).get(pk=study.pk)
    return found


def _same_texts(study: Study, reader: User | AnonymousUser) -> list[tuple[UUID, str, bool]]:
    """Return code and title of each other study of the texts, and whether the reader may see it."""
    if study.is_test:
        return []
    others = Study.objects.with_texts_of(study).order_by("opened_at", "pk")
    seen = Q(pk__in=Study.objects.visible_to(reader, May.SEE).order_by().values("pk"))
    may_see = Case(When(seen, then=Value(True)), default=Value(False))
    return list(others.values_list("code", "title", may_see))
