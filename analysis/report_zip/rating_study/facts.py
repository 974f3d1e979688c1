"""What the platform knows of a rating study, as sentences of its documents."""

from collections.abc import Iterator
from functools import cached_property

from analysis.report_zip.documents.facts import StudyFacts
from studies.kinds import kind_of
from studies.kinds.rating import part_shown
from studies.models import RatingPlan as Plan
from studies.ratings.criteria import Criterion, CriterionKind, criteria_of
from studies.workbench.rating_plan import context_in_words

WAYS = {
    Plan.Method.RANKME: "Relative magnitude estimation (RankME): texts of several systems about an "
    "item stand on one page, each with a field for a whole number of 1 to 999,999.",
    Plan.Method.PLAIN_ME: "Magnitude estimation: a page shows one text with a field for a whole "
    "number of 1 to 999,999.",
    Plan.Method.LIKERT: "A scale of points: a page shows one text with radio buttons, none "
    "preselected.",
}


class RatingFacts(StudyFacts):
    """The same facts; what differs with ratings is said anew."""

    @property
    def rating_plan(self) -> Plan:
        """How texts are rated."""
        return self.study.rating_plan

    @property
    def criteria(self) -> list[Criterion]:
        """By what they are rated."""
        return criteria_of(self.rating_plan.criteria)

    def scale(self) -> str:
        """Say what judges give."""
        plan = self.rating_plan
        way = WAYS[Plan.Method(plan.method)]
        if plan.method == Plan.Method.LIKERT:
            way += (
                f" From 1 (“{plan.scale_low}”) to {plan.scale_points} (“{plan.scale_high}”); "
                "points "
                "between have no name."
            )
        elif plan.entry == Plan.Entry.SLIDER:
            way += " A slider beside the field, from an eighth to eight times 100, may be used."
        return f"{way} {self.parts()}{self.setup()}"

    def parts(self) -> str:
        """Say how many of the systems stand on a page, where not all do."""
        systems = len(self.study.subjects)
        shown = part_shown(self.rating_plan, systems=systems)
        return f"Of {systems} systems {shown} stand on a page. " if shown else ""

    def setup(self) -> str:
        """Say what a page asks."""
        plan = self.rating_plan
        if plan.setup == Plan.Setup.TOGETHER:
            return "A page asks all criteria."
        return "A page asks one criterion" + (
            "." if plan.mixes_criteria else ", and a judge works on one criterion only."
        )

    def reference(self) -> str:
        """Say what texts are compared with."""
        if not self.rating_plan.has_reference:
            return "No reference: points are absolute."
        return f"Reference, with the number 100: {self.rating_plan.reference_text}"

    def criterion_lines(self) -> Iterator[str]:
        """Say each criterion with its definition and question."""
        for one in self.criteria:
            ticks = (
                " Judges tick whether something is added, something is missing, or neither."
                if one.kind == CriterionKind.TICKS
                else ""
            )
            yield (
                f"{one.label}: {one.definition} Question: “{one.question}” "
                f"{context_in_words(self.rating_plan, one, lacks_contexts=self.lacks_contexts)}"
                f"{ticks}"
            )

    @cached_property
    def lacks_contexts(self) -> bool:
        """Whether all texts that are rated stand without what they are made from."""
        return self.study.samples.main().lack_contexts()

    def frame_of_reference(self) -> str:
        """Say beside what texts are judged (HEDS 4.1.3)."""
        if self.lacks_contexts:
            return "Each text in its own right: what it is made from was not given; see 4.1.1."
        return "By criterion: with what the text is made from, or in its own right; see 4.1.1."

    def orders(self) -> str:
        """Say how sheets are put together and given to judges."""
        identical = (
            "Identical texts of several systems are shown once, and their number is stored for "
            "each."
            if self.rating_plan.identical == Plan.Identical.MERGE
            else "Identical texts are shown as often as they occur."
        )
        parts = (
            "Each page of an item shows the next of its systems, in a circular order drawn for "
            "each item; "
        )
        square = (
            "The places of the systems follow a Latin square, so that each stands in each "
            "place equally often; "
        )
        return (
            f"Each text is rated by {self.rating_plan.judges_per_item} judges"
            f"{' or more' if self.parts() else ''}. {parts if self.parts() else square}"
            "blocks of all items are shuffled by draws from a fixed seed. A judge gets first an "
            "item "
            f"not read before. {identical}"
        )

    def practice(self) -> str:
        """Say what judges practise on."""
        if not self.study.practice_triads:
            return "No practice sheets."
        return (
            f"{self.study.practice_triads} practice sheets, each followed by what the numbers "
            "mean; "
            "no right number exists."
        )

    def per_judge(self) -> str:
        """Say how many sheets one judge is given."""
        study, most = self.study, self.study.evaluations_per_judge
        parts = [f"At most {most} counted sheet{'' if most == 1 else 's'} per judge"]
        if study.practice_triads:
            parts.append(f"{study.practice_triads} practice sheets before them, not counted")
        if study.attention_at:
            places = ", ".join(map(str, study.attention_at))
            parts.append(
                "an attention sheet (a text beside itself with its words shuffled), not counted, "
                f"before sheet {places}"
            )
        if kind_of(study).repeats_one(study):
            parts.append("the first sheet again before the last, not counted")
        return "; ".join(parts) + f". Planned: {study.evaluations} sheets in all."

    def page(self) -> str:
        """Say what a judge sees while rating."""
        beside = "; the reference stands beside them" if self.rating_plan.has_reference else ""
        return (
            f"A page in a browser. {self.scale()} Each text stands under {self.label()}, "
            f"with its field directly below it{beside}. It names no author, order or file."
        )

    def label(self) -> str:
        """Say under what a page shows a text."""
        if self.rating_plan.text_labels == Plan.TextLabels.CODES:
            return "a random three-digit number"
        return "a random letter that is not a grade"

    def power(self) -> str:
        """Say what the plan can show."""
        systems = len(self.study.subjects)
        return (
            f"Two-sided sign flips by judges and by items, alpha {self.study.alpha:g} over "
            f"{systems * (systems - 1) // 2} pairs (Holm), {self.rating_plan.judges} planned "
            "judges. "
            "The plan is in plan.json; the rule is in recompute.py and recompute.R."
        )
