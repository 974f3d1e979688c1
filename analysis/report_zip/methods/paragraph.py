"""The methods paragraph of a paper: the plan, and with the verdict its exact numbers."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from analysis import number_format
from analysis.number_format import lower_limit, upper_limit
from analysis.recomputation.exact_tests import ExactTests, TextLimits
from analysis.report_zip.markup import LATEX, PLAIN, Markup, latex_document, one_line
from analysis.report_zip.methods.conduct import conduct_sentences
from analysis.report_zip.methods.english import ENGLISH
from analysis.report_zip.methods.spanish import SPANISH
from analysis.report_zip.methods.text import MethodsText
from analysis.results.headline import CONFIDENCE
from analysis.results.rated_triads.sureness import said_of, sureness_of
from analysis.results.study_results import StudyResults
from analysis.stats import estimate, pd_from_pc
from analysis.stats.binomial import uncut_pd
from analysis.stats.crossed import LEAST_ITEMS
from analysis.verdict_text import GivenVerdict
from analysis.verdict_text.over_texts import holds_over_texts, level_of
from studies.models import Amendment, Study
from studies.ratings.follow_up import Ask, Moment, follow_up_of
from studies.wording import wording_of

METHODS_TEXT = {"en": ENGLISH, "es": SPANISH}


class MethodsParagraph:
    """The sentences about one study, in one language and one markup."""

    def __init__(self, results: StudyResults, text: MethodsText, markup: Markup) -> None:
        self.study, self.snapshot = results.study, results.snapshot
        self.plan, self.text, self.markup = results.snapshot.plan, text, markup

    def fill(self, sentence: str, *, p: str = "", **values: object) -> str:
        """Put values into a sentence, escaped but for p and the symbols, which are ours."""
        escaped = {name: self.markup.escape(one_line(str(value))) for name, value in values.items()}
        return sentence.format(**escaped, **self.markup.symbols, p=self.markup.p.format(p))

    def paragraph(self) -> str:
        return " ".join([*self.about_design(), *self.about_plan(), *self.about_results()])

    def about_design(self) -> Iterator[str]:
        same = self.study.pairing == Study.Pairing.SAME
        yield self.fill(
            self.text.design_directed if self.plan.is_directed else self.text.design,
            a=self.plan.subject_a,
            b=self.plan.subject_b,
            items=self.text.same if same else self.text.different,
        )
        yield self.fill(self.text.question, question=wording_of(self.study).question)

    def about_plan(self) -> Iterator[str]:
        text, study = self.text, self.study
        first = text.planned_similarity if self.plan.is_similarity else text.planned_difference
        yield self.fill(
            text.planned_sequential if self.plan.is_sequential else first,
            evaluations=self.planned_number(),
            per_judge=self.plan.evaluations_per_judge,
            **self.risks(),
        )
        yield from self.about_freezing()
        yield from self.about_pages()
        yield from self.about_exclusion()
        yield from map(self.about_amendment, Amendment.objects.filter(study=study))
        yield from (text.test,) if study.is_test else ()

    def about_freezing(self) -> Iterator[str]:
        text, study = self.text, self.study
        if study.opened_at is None:
            yield text.draft
        else:
            yield self.fill(text.frozen, opened=_day(study.opened_at), sha256=study.plan_sha256)
        yield from (text.blind,) if study.blind else ()

    def about_pages(self) -> Iterator[str]:
        """Tell what judges met besides the triads that count."""
        text, study = self.text, self.study
        if study.practice_triads:
            yield self.fill(text.practice, number=study.practice_triads)
        if study.attention_at:
            yield self.fill(text.attention, places=", ".join(map(str, study.attention_at)))
        if study.presentation == Study.Presentation.MASKED:
            yield text.masked
        yield from self.about_numbers()

    def about_numbers(self) -> Iterator[str]:
        """Tell which numbers were asked for after a choice."""
        asked, text = follow_up_of(self.study.follow_up), self.text.numbers
        if asked is None:
            return
        sentence = {
            Ask.DEGREE: text.degree,
            Ask.MAGNITUDE: text.magnitude,
            Ask.RATE: text.rate_reference if asked.reference else text.rate,
        }[asked.ask]
        yield self.fill(
            sentence,
            when=text.each if asked.when == Moment.EACH else text.last,
            criteria=text.joined.join(one.label or one.key for one in asked.criteria),
        )

    def about_exclusion(self) -> Iterator[str]:
        """Tell the exclusion rule, and which answers decide."""
        text, study = self.text, self.study
        rules = []
        if study.least_seconds is not None:
            rules.append(text.too_fast.format(seconds=f"{study.least_seconds:g}"))
        if study.most_failed_attention is not None:
            rules.append(text.inattentive.format(number=study.most_failed_attention))
        if rules:
            kept = study.primary_set == Study.PrimarySet.KEPT
            decides = text.decides_kept if kept else text.decides_all
            yield self.fill(text.excluded, rule=text.either.join(rules), decides=decides)

    def planned_number(self) -> int:
        """Return the number at opening; the amendments tell what was raised later."""
        first = Amendment.objects.filter(study=self.study).first()
        return first.old_evaluations if first else self.plan.evaluations

    def risks(self) -> dict[str, str]:
        return {
            "alpha_value": number_format.level(self.plan.alpha),
            "beta_value": number_format.level(self.plan.beta),
            "pd_value": number_format.percent(self.plan.pd),
        }

    def about_amendment(self, change: Amendment) -> str:
        raised = change.kind == Amendment.Kind.EVALUATIONS
        return self.fill(
            self.text.amended if raised else self.text.reopened,
            old=change.old_evaluations,
            new=change.new_evaluations,
            at=_day(change.at),
            looked=self.text.after_looking if change.after_looking else self.text.before_looking,
        )

    def judges(self, number: int) -> str:
        return (self.text.one_judge if number == 1 else self.text.judges).format(n=number)

    def about_results(self) -> Iterator[str]:
        """Tell the verdict, or the progress towards it, and what does not count."""
        yield from self.about_verdict()
        counts = self.snapshot.counts
        if counts.excluded:
            yield self.fill(self.text.named, judges=self.judges(counts.excluded))
        if counts.withdrawn:
            yield self.fill(self.text.taken_back, number=counts.withdrawn)
        yield from conduct_sentences(self.snapshot, self.text.conduct, self.fill)

    def about_verdict(self) -> Iterator[str]:
        verdict = self.snapshot.verdict
        if verdict is None or self.snapshot.hidden:
            yield self.about_progress()
            if self.snapshot.raised_from is not None or self.snapshot.closed:
                yield self.text.conduct.nothing_confirmatory
            return
        yield self.fill(
            self.text.counts,
            n=verdict.counted,
            judges=self.judges(verdict.judges),
            x=verdict.correct,
            share=number_format.estimate(verdict.correct / verdict.counted),
        )
        if verdict.wald is not None:
            yield from self.about_wald(verdict)
        elif self.plan.has_repeats:
            yield from self.about_repeats(verdict)
        else:
            yield from self.about_tests(verdict)
        yield self.text.conduct.confirmatory
        yield from self.about_other_set(verdict)
        yield from self.about_sureness()
        yield from self.about_withdrawals(verdict)
        yield from self.about_later_answers()
        yield from self.about_other_texts(verdict)
        yield self.fill(self.text.caveat, texts=verdict.texts)

    def about_progress(self) -> str:
        text, snapshot = self.text, self.snapshot
        unfinished = text.closed if snapshot.closed else text.progress
        return self.fill(
            text.raised if snapshot.raised_from is not None else unfinished,
            counted=snapshot.counts.counted,
            evaluations=self.plan.evaluations,
        )

    def about_tests(self, verdict: GivenVerdict) -> Iterator[str]:
        """Tell the plan's own test first; the other is no verdict."""
        both = [self.about_difference(verdict), self.about_similarity(verdict)]
        for test in reversed(both) if self.plan.is_similarity else both:
            yield from test
        protocol, text = self.plan.protocol, self.text
        d_prime = estimate(verdict.correct, verdict.counted, protocol=protocol).d_prime.value
        yield self.fill(
            text.d_prime_directed if self.plan.is_directed else text.d_prime,
            d=number_format.decimal(d_prime),
        )

    def about_difference(self, verdict: GivenVerdict, *, limit: bool = True) -> list[str]:
        if verdict.tests is None:
            return []
        test, text = verdict.tests.difference, self.text
        tested = self.fill(
            text.difference,
            p=number_format.p_text(test.p_value, level=self.plan.alpha),
            needed=text.unreachable if test.min_correct is None else test.min_correct,
            shown=text.shown if test.significant else text.not_shown,
            **self.risks(),
        )
        if not limit:
            return [tested]
        below = test.pd_lower_uncut < 0
        printed = text.below_chance if below else number_format.lower_limit(test.pd_lower)
        return [tested, self.limit(text.lower, self.plan.alpha, printed)]

    def about_similarity(self, verdict: GivenVerdict) -> list[str]:
        test = verdict.tests.similarity if verdict.tests else None
        if test is None:
            return []
        text = self.text
        tested = self.fill(
            text.similarity,
            p=number_format.p_text(test.p_value, level=self.plan.beta),
            allowed=text.unreachable if test.max_correct is None else test.max_correct,
            shown=text.shown if test.similar else text.not_shown,
            **self.risks(),
        )
        printed = (
            text.below_chance
            if test.below_chance
            else number_format.upper_limit(test.pd_upper, most=self.plan.pd)
        )
        return [tested, self.limit(text.upper, self.plan.beta, printed)]

    def limit(self, sentence: str, risk: float, printed: str) -> str:
        return self.fill(sentence, confidence=number_format.confidence(risk), limit=printed)

    def about_repeats(self, verdict: GivenVerdict) -> Iterator[str]:
        yield from self.about_difference(verdict, limit=False)
        yield self.text.repeats
        fit = verdict.repeats
        if fit is not None:
            between = number_format.between(fit.pd_lower, fit.pd_upper)
            yield self.fill(
                self.text.repeats_fit,
                estimate=number_format.estimate(fit.pd),
                range=between,
                confidence=number_format.percent(CONFIDENCE),
            )

    def about_wald(self, verdict: GivenVerdict) -> Iterator[str]:
        by_completion = verdict.by_completion
        yield self.text.sequential_completed if by_completion else self.text.sequential_order
        yield self.end_of_wald(verdict)
        found = verdict.estimate
        if found is not None:
            lower, upper = uncut_pd(found.pc_lower), uncut_pd(found.pc_upper)
            yield self.fill(
                self.text.sequential_estimate,
                confidence=number_format.percent(CONFIDENCE),
                estimate=number_format.estimate(pd_from_pc(found.pc)),
                range=f"{self.end(lower, lower_limit)} – {self.end(upper, upper_limit)}",
                p=number_format.p_text(found.p_value, level=self.plan.alpha),
            )

    def end(self, value: float, printed: Callable[[float], str]) -> str:
        return self.text.below_chance if value < 0 else printed(value)

    def about_later_answers(self) -> Iterator[str]:
        later = self.snapshot.counts.after_verdict
        if later is not None and later.counted:
            yield self.fill(self.text.after_verdict, number=later.counted, x=later.correct)

    def about_other_texts(self, verdict: GivenVerdict) -> Iterator[str]:
        """Tell the limits over other texts, or why there are none."""
        found, text = verdict.over_texts, self.text
        if found is None:
            return
        limits, level = found.limits, level_of(self.plan)
        if limits is None:
            why = getattr(text, f"no_limits_{found.none_because}")
            yield self.fill(
                text.no_limits, why=why.format(least=LEAST_ITEMS, a=found.items_a, b=found.items_b)
            )
        else:
            yield self.fill(
                text.over_texts,
                items=found.items,
                df=limits.degrees_of_freedom,
                p=number_format.p_text(limits.p_value, level=level),
                holds=getattr(text, f"over_texts_{holds_over_texts(self.plan, verdict, limits)}"),
                lower=lower_limit(limits.pc_lower),
                confidence_lower=number_format.confidence(self.plan.alpha),
                upper=upper_limit(limits.pc_upper),
                confidence_upper=number_format.confidence(self.plan.beta),
                effect=number_format.decimal(limits.design_effect),
            )
            yield self.without_one_item(limits, level)
        if found.confounded:
            yield text.confounded

    def without_one_item(self, limits: TextLimits, level: float) -> str:
        least, largest = (
            number_format.p_text(p, level=level)
            for p in (limits.leave_one_out_least_p, limits.leave_one_out_largest_p)
        )
        same = least == largest
        said = self.text.without_one_item_same if same else self.text.without_one_item
        return self.fill(said, least=least, largest=largest)

    def end_of_wald(self, verdict: GivenVerdict) -> str:
        wald, text = verdict.wald, self.text
        if wald is None or verdict.outcome == "none":
            return text.sequential_none
        different = verdict.outcome == "difference"
        return self.fill(
            text.sequential,
            n=verdict.counted,
            x=verdict.correct,
            end=text.to_difference if different else text.to_similarity,
            risk=number_format.probability(
                wald.risk_difference if different else wald.risk_similarity,
                level=self.plan.alpha if different else self.plan.beta,
            ),
        )

    def about_other_set(self, verdict: GivenVerdict) -> Iterator[str]:
        """Tell the set that does not decide, with the plan's own test where the verdict has one."""
        other, text = self.snapshot.other_set, self.text
        if other is None or not other.counted:
            return
        kept = self.snapshot.primary_set == Study.PrimarySet.ALL
        name = text.set_kept if kept else text.set_all
        numbers: dict[str, Any] = {"set": name, "x": other.correct, "n": other.counted}
        if verdict.tests is None:
            yield self.fill(text.other_set, **numbers)
            return
        tests = ExactTests.of(self.plan, other.correct, other.counted)
        p = number_format.p_text(tests.difference.p_value, level=self.plan.alpha)
        if self.plan.is_similarity and tests.similarity is not None:
            p = number_format.p_text(tests.similarity.p_value, level=self.plan.beta)
        yield self.fill(text.other_set_tested, p=p, **numbers)

    def about_sureness(self) -> Iterator[str]:
        found = sureness_of(self.snapshot)
        if found is None:
            return
        # Two values of p stand in it: that of the plain count is text of ours, like the other.
        plain = number_format.p_text(found.plain_p_value, level=self.plan.alpha)
        yield self.fill(
            self.text.sureness.replace("{plain}", plain),
            said=said_of(self.snapshot),
            statistic=found.statistic,
            weights=", ".join(map(str, self.snapshot.plan.sureness_weights)),
            expected=number_format.decimal(found.expected, 1),
            p=number_format.p_text(found.p_value, level=self.plan.alpha),
        )

    def about_withdrawals(self, verdict: GivenVerdict) -> Iterator[str]:
        left = self.snapshot.counts.verdict_left
        if left is not None and left.counted < verdict.counted:
            yield self.fill(self.text.withdrawn, number=verdict.counted - left.counted)


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"


def methods_files(results: StudyResults) -> dict[str, str]:
    """Return the paragraph in two languages, plain and as LaTeX, by the names of its files."""
    return paragraph_files(
        lambda language, markup: MethodsParagraph(
            results, METHODS_TEXT[language], markup
        ).paragraph()
    )


def paragraph_files(paragraph: Callable[[str, Markup], str]) -> dict[str, str]:
    """Return what `paragraph` gives for each language and markup, by the names of the files."""
    files = {}
    for language in METHODS_TEXT:
        plain, tex = (paragraph(language, markup) for markup in (PLAIN, LATEX))
        files[f"methods_{language}.txt"] = f"{plain}\n"
        files[f"methods_{language}.tex"] = latex_document(f"{tex}\n")
    return files
