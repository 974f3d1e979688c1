"""What the platform knows of a study, as sentences of the two documents."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any, Self

from django.conf import settings
from django.db.models import Count, Q

from analysis.results.study_results import StudyResults
from analysis.verdict_text.conduct import conduct_sentences, surplus_answers
from studies.kinds import kind_of
from studies.models import Judge, RecruitmentLink, Study
from studies.models.judging.people import people_by_link
from studies.questionnaire import AnswerKind, Question, questions_of
from studies.services.lifecycle import frozen_plan, reporting
from studies.services.lifecycle.opening_warnings import ACCEPTED
from studies.values.people import People

NOT_REPORTED = "Not reported."
LANGUAGES = dict(settings.LANGUAGES)


@dataclass(frozen=True, slots=True)
class PanelNumbers:
    """Links of one name, and the judges who came by them."""

    name: str
    open_links: int
    personal_links: int
    began: int
    counted: int


@dataclass(frozen=True, slots=True)
class StudyFacts:
    """What both documents are written from, read once."""

    study: Study
    results: StudyResults
    wording: dict[str, dict[str, str]]
    accepted: tuple[str, ...]
    panels: tuple[PanelNumbers, ...]
    texts: dict[str, int]
    languages: tuple[str, ...]
    images: int
    pictures_alone: int
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    reported: dict[str, str]

    @classmethod
    def of(cls, results: StudyResults) -> Self:
        study = results.study
        plan = frozen_plan.plan_to_read(study)
        samples = study.samples.main().order_by()
        by_language = samples.values_list("language").annotate(n=Count("pk"))
        tags = sorted({tag or study.language for tag, _number in by_language})
        return cls(
            study=study,
            results=results,
            wording=_wording(study, plan),
            accepted=tuple(ACCEPTED.get(code, code) for code in plan["accepted_warnings"]),
            panels=tuple(_panels(study)),
            texts=dict(samples.values_list("subject").annotate(n=Count("pk"))),
            languages=tuple(LANGUAGES.get(tag, tag) for tag in tags or [study.language]),
            **samples.aggregate(
                images=Count("image"), pictures_alone=Count("pk", filter=Q(text=""))
            ),
            questions=tuple(map(question_in_words, questions_of(study.questionnaire))),
            answers=tuple(_answers_to_questions(study)),
            reported=reporting.reported(study),
        )

    def report(self, name: str) -> str:
        """Return what the researchers have reported of this."""
        return self.reported.get(name, NOT_REPORTED)

    def report_beyond(self, name: str) -> str:
        """Return the same, to stand after what the platform knows already."""
        return self.reported.get(name) or "Beyond this: not reported."

    def panel_lines(self) -> str:
        """Say how many judges came from where."""
        lines = [
            f"Panel “{panel.name}”: {panel.began} judges began, {panel.counted} of them gave "
            f"counted answers ({_links(panel)})."
            for panel in self.panels
        ]
        return "\n".join(lines) or "No recruitment link has been made."

    def judges(self) -> str:
        """Say how many judges there were in all."""
        counts = self.results.snapshot.counts
        began = counts.people.in_words or "No judge has begun."
        named = (
            f" The plan's exclusion rule named {counts.excluded} judges." if self._rules() else ""
        )
        return (
            f"{counts.people.counted} judges gave counted answers. {began}{named} "
            f"{counts.withdrawn} {kind_of(self.study).answered_things} were withdrawn by judges."
        )

    def surplus(self) -> str:
        """Say which answers are kept and not counted; empty without any."""
        return surplus_answers(self.results.snapshot.counts.surplus)

    def beside_the_plan(self) -> str:
        """Say what happened that the plan does not tell: links, withdrawals, pilots, same texts."""
        return "\n".join(conduct_sentences(self.results.snapshot)) or "Nothing that is known."

    def _rules(self) -> list[str]:
        """Say which judges the plan excludes."""
        study, noun, rules = self.study, kind_of(self.study).noun, []
        if study.least_seconds is not None:
            rules.append(f"who gave an answer in less than {study.least_seconds:g} seconds")
        if study.most_failed_attention is not None:
            rules.append(f"who failed more than {study.most_failed_attention} attention {noun}s")
        return rules

    def exclusion(self) -> str:
        """Say the exclusion rule, and which answers decide."""
        rules = self._rules()
        if not rules:
            return "The plan has no rule that excludes judges: all counted answers decide."
        noun = kind_of(self.study).noun
        decide = (
            f"the answers left by it decide, and their {noun}s were served again"
            if self.study.primary_set == Study.PrimarySet.KEPT
            else "all counted answers decide, and those left by it are a sensitivity check"
        )
        return f"A rule fixed beforehand names judges {' or '.join(rules)}; {decide}."

    def orders(self) -> str:
        """Say how triads are put together and given to judges."""
        same = self.study.pairing == Study.Pairing.SAME
        items = "one and the same item" if same else "three different items"
        holds = (
            "two of one author and one of the other. The six orders ABB, ABA, AAB, BAA, BAB and "
            "BBA are balanced in blocks of six"
        )
        if self.study.is_directed:
            holds = (
                f"two of {self.study.subject_a} (A) and one of {self.study.subject_b} (B), which "
                "is the right answer. The three orders AAB, ABA and BAA are balanced in blocks of "
                "three"
            )
        return (
            f"A triad holds three texts about {items}, {holds}, shuffled by "
            "draws from a fixed seed; each judge first gets triads that share no text with "
            "earlier ones, then the order met least often."
        )

    def practice(self) -> str:
        """Say what judges practise on."""
        if not self.study.practice_triads:
            return "No practice triads."
        return (
            f"{self.study.practice_triads} practice triads, each followed by which text was the "
            "right one."
        )

    def per_judge(self) -> str:
        """Say how many triads one judge is given."""
        study = self.study
        most = study.evaluations_per_judge
        parts = [f"At most {most} counted triad{'' if most == 1 else 's'} per judge"]
        if study.practice_triads:
            parts.append(f"{study.practice_triads} practice triads before them, not counted")
        if study.attention_at:
            places = ", ".join(map(str, study.attention_at))
            parts.append(f"an attention triad, not counted, before evaluation {places}")
        return "; ".join(parts) + f". Planned: {study.evaluations} evaluations in all."

    def page(self) -> str:
        """Say what a judge sees while choosing."""
        masked = self.study.presentation == Study.Presentation.MASKED
        shown = (
            "All sentences were covered except the one under the pointer, the finger or the "
            "keyboard; a judge who could not use that read whole texts."
            if masked
            else "The texts were shown whole."
        )
        images = f" {self.images} texts had an image." if self.images else ""
        if self.pictures_alone:
            images += f" {self.pictures_alone} of these were images without text."
        return (
            "A page in a browser shows the three texts at once, side by side or, on a narrow "
            "screen, one under the other, each under a random three-digit number, with the "
            f"question above and three radio buttons and one button below. {shown}{images} It "
            "names no author, order or file."
        )


def _links(panel: PanelNumbers) -> str:
    return f"open links: {panel.open_links}, personal links: {panel.personal_links}"


def _wording(study: Study, plan: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return what judges read by language, the study's own first."""
    found = plan["wording"]
    own_first = sorted(found, key=lambda tag: tag != study.language)
    return {tag: found[tag] for tag in own_first if isinstance(found[tag], dict)}


def _panels(study: Study) -> Iterator[PanelNumbers]:
    """Yield the live panels with their judges, in as many queries as for one."""
    links = list(RecruitmentLink.objects.filter(study=study, mode="live"))
    people = people_by_link(links)
    of_panel: defaultdict[str, list[RecruitmentLink]] = defaultdict(list)
    for link in links:
        of_panel[link.panel].append(link)
    for name in sorted(of_panel):
        found = of_panel[name]
        personal = sum(link.personal for link in found)
        came = sum((people[link.pk] for link in found), People())
        yield PanelNumbers(name, len(found) - personal, personal, came.began, came.counted)


def question_in_words(question: Question) -> str:
    """Describe one of the study's own questions, with the answers that it takes."""
    kinds = {
        AnswerKind.CHOICE: "one of " + " / ".join(question.options),
        AnswerKind.NUMBER: "a number",
    }
    limits = [
        f"{word} {value:g}"
        for word, value in (("at least", question.least), ("at most", question.most))
        if value is not None
    ]
    answer = ", ".join([kinds.get(AnswerKind(question.kind), "free text"), *limits])
    must = "must be answered" if question.required else "may be passed over"
    return f"“{question.label}” ({question.when} the texts; {answer}; {must})"


def _answers_to_questions(study: Study) -> Iterator[str]:
    """Sum up the answers of live judges to each of the study's own questions."""
    questions = questions_of(study.questionnaire)
    if not questions:
        return
    found: dict[str, Counter[Any]] = {question.key: Counter() for question in questions}
    judges = Judge.objects.filter(study=study, mode="live", withdrawn_at__isnull=True)
    for answers in judges.values_list("questionnaire", flat=True).iterator(chunk_size=2000):
        for key, counts in found.items():
            counts[answers.get(key)] += 1
    for question in questions:
        yield _sum_up(question, found[question.key])


def _sum_up(question: Question, counts: Counter[Any]) -> str:
    nothing = counts.pop(None, 0)
    if question.kind == AnswerKind.CHOICE:
        known = [*question.options, *(set(counts) - set(question.options))]
        said = ", ".join(f"{option}: {counts[option]}" for option in known)
    elif question.kind == AnswerKind.NUMBER and counts:
        values = sorted(counts.elements())
        said = (
            f"{len(values)} numbers from {values[0]:g} to {values[-1]:g}, median {median(values):g}"
        )
    else:
        said = f"{counts.total()} answers, see judges.csv"
    return f"“{question.label}”: {said}; no answer: {nothing}."
