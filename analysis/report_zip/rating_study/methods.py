"""The methods paragraph of a rating study: how texts are rated, and what the ratings show."""

from collections.abc import Iterator

from analysis import number_format
from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.report_zip.markup import Markup
from analysis.report_zip.methods.conduct import conduct_sentences
from analysis.report_zip.methods.paragraph import METHODS_TEXT, MethodsParagraph, paragraph_files
from analysis.report_zip.rating_study.methods_text import RATING_TEXT
from analysis.results.study_results import StudyResults
from analysis.stats import Agreement, Pair
from analysis.verdict_text import GivenVerdict
from analysis.verdict_text.ratings.result import CriterionResult, range_text
from analysis.verdict_text.ratings.statement import result_of
from studies.kinds import kind_of
from studies.kinds.rating import part_shown
from studies.models import Amendment, RatingPlan, Study


class RatingParagraph(MethodsParagraph):
    """The sentences about one rating study, in one language and one markup."""

    def __init__(self, results: StudyResults, language: str, markup: Markup) -> None:
        rated = RATING_TEXT[language]
        text = METHODS_TEXT[language]._replace(
            practice=rated.practice,
            attention=rated.attention,
            inattentive=rated.inattentive,
            decides_kept=rated.decides_kept,
        )
        super().__init__(results, text, markup)
        self.rated, self.rating_plan = rated, results.study.rating_plan

    def about_design(self) -> Iterator[str]:
        plan, rated = self.rating_plan, self.rated
        method = {
            RatingPlan.Method.RANKME: rated.rankme,
            RatingPlan.Method.PLAIN_ME: rated.plain_me,
            RatingPlan.Method.LIKERT: rated.likert,
        }[RatingPlan.Method(plan.method)]
        yield self.fill(
            method,
            systems=self.joined(list(self.study.subjects.values())),
            points=plan.scale_points,
            low=plan.scale_low,
            high=plan.scale_high,
        )
        systems = len(self.study.subjects)
        if shown := part_shown(plan, systems=systems):
            yield self.fill(rated.parts, number=systems, shown=shown)
        apart = rated.mixed if plan.mixes_criteria else rated.apart
        setup = rated.together if plan.setup == RatingPlan.Setup.TOGETHER else apart
        yield self.fill(setup, criteria=self.joined([one["label"] for one in plan.criteria]))
        yield rated.keep if plan.identical == RatingPlan.Identical.KEEP else rated.merge

    def joined(self, words: list[str]) -> str:
        return self.rated.joined.join(filter(None, (", ".join(words[:-1]), words[-1])))

    def about_plan(self) -> Iterator[str]:
        plan, rated, study = self.rating_plan, self.rated, self.study
        labels = {one["key"]: one["label"] for one in plan.criteria}
        yield self.fill(
            rated.planned,
            copies=plan.judges_per_item,
            sheets=self.planned_number(),
            per_judge=study.evaluations_per_judge,
            primary=labels.get(plan.primary_criterion, plan.primary_criterion),
        )
        if plan.margin is not None:
            margin = rated.margin if plan.has_reference else rated.margin_of_points
            yield self.fill(margin, margin=f"{plan.margin:g}")
        systems = len(study.subjects)
        yield self.fill(
            rated.rule,
            number=systems * (systems - 1) // 2,
            alpha_value=number_format.level(study.alpha),
        )
        yield self.fill(self.about_limits(), resamples=plan.resamples)
        yield from self.about_freezing()
        yield from self.about_pages()
        yield from (rated.repeat,) if kind_of(study).repeats_one(study) else ()
        yield from self.about_exclusion()
        yield from map(self.about_amendment, Amendment.objects.filter(study=study))
        yield from (self.text.test,) if study.is_test else ()

    def about_limits(self) -> str:
        verdict = self.snapshot.verdict
        ratings = verdict.ratings if verdict else None
        if ratings is None or ratings.limits_by_tests:
            return self.rated.limits_by_tests
        return self.rated.limits_by_draws

    def about_results(self) -> Iterator[str]:
        yield from self.about_verdict()
        counts = self.snapshot.counts
        if counts.excluded:
            yield self.fill(self.text.named, judges=self.judges(counts.excluded))
        if counts.withdrawn:
            yield self.fill(self.text.taken_back, number=counts.withdrawn)
        yield from conduct_sentences(self.snapshot, self.text.conduct, self.fill)

    def about_verdict(self) -> Iterator[str]:
        verdict, rated = self.snapshot.verdict, self.rated
        if verdict is None or verdict.ratings is None or self.snapshot.hidden:
            yield self.about_progress()
            return
        yield self.fill(
            rated.counts,
            sheets=verdict.counted,
            judges=self.judges(verdict.judges),
            texts=verdict.texts,
        )
        for criterion in verdict.ratings.criteria:
            yield self.about_pairs(criterion)
            yield from self.about_agreement(criterion)
        yield self.text.conduct.confirmatory
        yield from self.about_other_sheets(verdict)
        yield self.fill(rated.caveat, texts=verdict.texts)

    def about_progress(self) -> str:
        snapshot, rated = self.snapshot, self.rated
        unfinished = rated.closed if snapshot.closed else rated.progress
        return self.fill(
            rated.raised if snapshot.raised_from is not None else unfinished,
            counted=snapshot.counts.counted,
            sheets=self.plan.evaluations,
        )

    def about_pairs(self, criterion: CriterionNumbers) -> str:
        plan = self.snapshot.rated
        result = result_of(criterion, plan) if plan else None
        pairs = [self.pair(pair, result) for pair in result.upward] if result else []
        share = criterion.busiest.share
        return self.fill(
            self.rated.pairs,
            criterion=criterion.label,
            judges=self.judges(criterion.judges),
            share="–" if share is None else number_format.percent(int(100 * share) / 100),
            pairs="; ".join(pairs),
        )

    def pair(self, pair: Pair, result: CriterionResult) -> str:
        """Return what is said of a pair, not yet escaped."""
        rated, names = self.rated, self.study.subjects
        alpha = number_format.level(self.study.alpha)
        p = "" if pair.adjusted is None else number_format.p_text(pair.adjusted, level=float(alpha))
        return (rated.ratio if result.log else rated.points).format(
            first=names[str(pair.first)],
            second=names[str(pair.second)],
            estimate=number_format.decimal(pair.estimate),
            limits=self.range(result.limits_text(pair)) or rated.no_limits,
            p=rated.adjusted.format(p=p) if p else "",
            said=self.said_of(pair, result),
        )

    def said_of(self, pair: Pair, result: CriterionResult) -> str:
        """Return what the rule says of a pair, and what makes that uncertain."""
        rated, limits = self.rated, result.doubtful_limits(pair)
        if pair.p_value is None:
            return rated.unknown
        if limits:
            return rated.doubtful.format(limits=self.range(range_text(limits)), none=result.none)
        if pair.separated:
            return rated.separated
        return rated.similar if pair.similar else rated.not_separated

    def range(self, printed: str) -> str:
        return printed.replace(" to ", self.rated.to)

    def about_agreement(self, criterion: CriterionNumbers) -> Iterator[str]:
        for found, sentence in (
            (criterion.agreement, self.rated.agreement),
            (criterion.within, self.rated.within),
        ):
            if found is not None and found.single is not None:
                values = agreement_values(found)
                yield self.fill(
                    sentence, **{name: self.range(text) for name, text in values.items()}
                )
            elif found is not None and found is criterion.agreement:
                yield self.fill(self.rated.no_agreement, reason=found.reason)

    def about_other_sheets(self, verdict: GivenVerdict) -> Iterator[str]:
        """Tell the other analysis set, and what was withdrawn or came after the verdict."""
        other, counts, rated = self.snapshot.other_set, self.snapshot.counts, self.rated
        if other is not None:
            kept = self.snapshot.primary_set == Study.PrimarySet.ALL
            name = self.text.set_kept if kept else self.text.set_all
            yield self.fill(rated.set, set=name, sheets=other.counted)
        left, later = counts.verdict_left, counts.after_verdict
        if left is not None and left.counted < verdict.counted:
            yield self.fill(rated.withdrawn, number=verdict.counted - left.counted)
        if later is not None and later.counted:
            yield self.fill(rated.later, number=later.counted)


def agreement_values(found: Agreement) -> dict[str, str]:
    """Return both coefficients with their limits, as they are printed; a dash for undefined."""
    return {
        "k": number_format.decimal(found.k, 1).removesuffix(".0"),
        "single": number_format.decimal(found.single),
        "average": number_format.decimal(found.average),
        "single_limits": range_text(found.single_limits) if found.single_limits else "–",
        "average_limits": range_text(found.average_limits) if found.average_limits else "–",
    }


def rating_methods_files(results: StudyResults) -> dict[str, str]:
    """Return the paragraph in two languages, plain and as LaTeX, by the names of its files."""
    return paragraph_files(
        lambda language, markup: RatingParagraph(results, language, markup).paragraph()
    )
