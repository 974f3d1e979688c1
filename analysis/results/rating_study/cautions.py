"""What to be careful about when reading the results of a rating study. No database."""

from collections.abc import Iterator

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.stats import fewest_judges
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.conduct import number_of
from analysis.verdict_text.ratings.equal_texts import shared_items
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence

RECOMMENDED_JUDGES = 20
# One judge should give no more of the sheets.
MOST_OF_SHEETS = 0.1


def rating_cautions(snapshot: ResultSnapshot, *, is_test: bool) -> tuple[str, ...]:
    """Return the cautions of a rating study, empty where there is nothing to be careful about."""
    found = ["This is a test study: its ratings never stand for people."] if is_test else []
    plan, ratings = snapshot.rated, snapshot.counts.ratings
    if snapshot.hidden or plan is None or ratings is None or not snapshot.counts.counted:
        return tuple(found)
    if ratings.tested:
        found += [
            *_about_judges(snapshot, ratings, plan),
            *_about_equal_texts(ratings, plan),
            *_about_ratings(ratings),
        ]
    found += [*_about_exclusion(snapshot), *_about_speed(snapshot.counts)]
    return tuple(found)


def _about_judges(
    snapshot: ResultSnapshot, ratings: RatingNumbers, plan: RatedPlan
) -> Iterator[str]:
    if not ratings.criteria:
        return
    fewest = min(ratings.criteria, key=lambda one: one.judges)
    judges, least = fewest.judges, fewest_judges(len(plan.names), alpha=plan.rules.alpha)
    rated = f"{number_of(judges, 'judge')} rated {in_sentence(fewest.label)}"
    if judges < least:
        yield (
            f"{rated}: fewer than the {least} who could show anything about {len(plan.names)} "
            "systems. Means and limits describe these judges alone."
        )
    elif judges < RECOMMENDED_JUDGES:
        yield f"{rated}; {RECOMMENDED_JUDGES} or more are recommended."
    busiest = max((judge.sheets for judge in ratings.judges), default=0)
    if judges >= 1 / MOST_OF_SHEETS and busiest > MOST_OF_SHEETS * snapshot.counts.counted:
        share = int(100 * busiest / snapshot.counts.counted + 1e-9)
        yield f"One judge gave {share} % of the sheets."


def _about_equal_texts(ratings: RatingNumbers, plan: RatedPlan) -> Iterator[str]:
    """Yield one sentence: criteria have the same texts."""
    shared = [pair for one in ratings.criteria[:1] for pair in shared_items(one, plan)]
    if shared:
        yield (
            f"Some systems have the same text, which is rated once: {'; '.join(shared)} items. "
            "What is told of them over all items takes these as ties; the table of pairs tells of "
            "the others."
        )


def _about_ratings(ratings: RatingNumbers) -> Iterator[str]:
    far = sum(one.far_number for one in ratings.criteria)
    if far:
        were = "rating is" if far == 1 else "ratings are"
        yield (
            f"{far} {were} more than ten times as high or as low as the median of their text: "
            "listed below, and counted."
        )
    pages = sum(judge.pages for judge in ratings.judges)
    equal = sum(judge.equal for judge in ratings.judges)
    if pages and equal == pages:
        yield "On every page all texts were rated alike."


def _about_exclusion(snapshot: ResultSnapshot) -> Iterator[str]:
    counts, other = snapshot.counts, snapshot.other_set
    if other is None or snapshot.primary_set != "all" or not counts.excluded:
        return
    yield (
        f"{number_of(counts.excluded, 'judge')} of {counts.people.began} failed the exclusion "
        "rule, and their ratings count by this plan; without them there are "
        f"{other.counted} sheets."
    )


def _about_speed(counts: StudyCounts) -> Iterator[str]:
    if counts.fast:
        sheets = number_of(counts.fast, "sheet")
        yield f"{sheets} came within {counts.fast_within} seconds of being shown."
