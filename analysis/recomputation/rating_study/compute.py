"""What the ratings of a study say: from rows and the plan to `RatingNumbers`. No Django."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from analysis.recomputation.rating_study.copies import each_once, equal_texts
from analysis.recomputation.rating_study.items import far_ratings, standing_out
from analysis.recomputation.rating_study.judges import busiest_first
from analysis.recomputation.rating_study.numbers import (
    CriterionNumbers,
    EqualTexts,
    Normalised,
    RatingNumbers,
    SystemNumbers,
    SystemTicks,
    TicksNumbers,
)
from analysis.recomputation.rating_study.rows import (
    RatedText,
    Ticked,
    as_arrays,
    by_criterion,
    ticked,
)
from analysis.recomputation.rating_study.rules import RatedBy, Rules
from analysis.stats import (
    Agreement,
    Pair,
    Ratings,
    agreement,
    busiest_judges,
    compare_systems,
    correlations,
    identical_texts,
    krippendorff_alpha,
    normalise,
    page_outcomes,
    system_means,
    system_standings,
    ticks_test,
)
from analysis.stats.ratings.data import Array
from studies.ratings.criteria import Tick

ONE_TEXT_A_PAGE = "each page holds one text"
OTHER_SYSTEMS = "pages show a part of the systems, so what each has in common is of other ones"
# Shown beside what the plan compares.
NORMALISATIONS = {
    True: ("log", "log less judge", "log less page", "z by judge"),
    False: ("raw", "z by judge"),
}


def fingerprint(rows: Sequence[RatedText], rules: Rules) -> str:
    """Return a hash of all that the numbers depend on."""
    return hashlib.sha256(repr((rules, True, [*map(tuple, rows)])).encode()).hexdigest()


def means(
    rated: Mapping[str, Ratings], ticks: Mapping[str, Ticked], rules: Rules, *, made_from: str = ""
) -> RatingNumbers:
    """Return the means of numbers and the counts of ticks, by the keys of their criteria."""
    return RatingNumbers(
        fingerprint=made_from,
        criteria=tuple(
            _means(one, rated[one.key], rules) for one in rules.numbers if one.key in rated
        ),
        ticks=tuple(_ticks(one, ticks[one.key], rules) for one in rules.ticks if one.key in ticks),
    )


def rating_numbers(
    rows: Sequence[RatedText], rules: Rules, *, made_from: str = ""
) -> RatingNumbers:
    """Return means and all else: limits, p, agreement.

    `made_from` is their fingerprint, by which those of the same ratings are found again.
    """
    found = by_criterion([row for row in rows if row.is_main])
    numbers = {one.key: as_arrays(found[one.key], side_by_side=rules.side_by_side)
               for one in rules.numbers if one.key in found}  # fmt: skip
    ticks = {one.key: ticked(found[one.key]) for one in rules.ticks if one.key in found}
    told = means(numbers, ticks, rules, made_from=made_from)
    return replace(
        told,
        tested=True,
        criteria=tuple(
            _tested(mean, numbers[mean.key], found[mean.key], rules) for mean in told.criteria
        ),
        ticks=tuple(_tested_ticks(one) for one in told.ticks),
        correlations=correlations(
            numbers, log=rules.log, seed=rules.seed, copies=_copies(numbers, found, rules)
        ),
        judges=busiest_first([row for row in rows if row.criterion in numbers], log=rules.log),
    )


def _copies(
    numbers: Mapping[str, Ratings], rows: Mapping[str, Sequence[RatedText]], rules: Rules
) -> set[tuple[object, object]]:
    """Return items with systems whose text is rated under a system before them."""
    if rules.keeps_identical:
        return set()
    copies: set[tuple[object, object]] = set()
    for key in numbers:
        once = {(rows[key][place].item, rows[key][place].system) for place in each_once(rows[key])}
        copies |= {(row.item, row.system) for row in rows[key]} - once
    return copies


def _means(one: RatedBy, ratings: Ratings, rules: Rules) -> CriterionNumbers:
    by_system = {mean.system: mean for mean in system_means(ratings)}
    return CriterionNumbers(
        key=one.key,
        label=one.label,
        log=rules.log,
        sheets=len(ratings.pages),
        judges=len(ratings.judges),
        items=len(ratings.items),
        ratings=len(ratings),
        systems=tuple(
            SystemNumbers(letter, mean.ratings, mean.arithmetic, mean.geometric)
            if (mean := by_system.get(letter))
            else SystemNumbers(letter, 0, None, None)
            for letter in rules.systems
        ),
        busiest=busiest_judges(ratings),
    )


def _tested(
    means: CriterionNumbers, ratings: Ratings, rows: Sequence[RatedText], rules: Rules
) -> CriterionNumbers:
    y = normalise(ratings, rules.how)
    far_number, far = far_ratings(ratings) if rules.log else (0, ())
    pairs = compare_systems(
        ratings,
        y,
        log=rules.log,
        alpha=rules.alpha,
        margin=rules.margin,
        resamples=rules.resamples,
        seed=rules.seed,
    )
    return replace(
        means,
        tested=True,
        systems=_with_limits(means.systems, ratings, y, rules),
        pairs=pairs,
        outcomes=page_outcomes(ratings) if rules.side_by_side else (),
        far_number=far_number,
        far=far,
        standing_out=standing_out(ratings, y, log=rules.log),
        by_normalisation=tuple(_by_normalisation(ratings, rules)),
        **_of_texts(ratings, pairs, rows, rules),
    )


def _of_texts(
    ratings: Ratings, pairs: tuple[Pair, ...], rows: Sequence[RatedText], rules: Rules
) -> dict[str, Any]:
    """Return how far judges agree about different texts, and what is known of identical ones."""
    if rules.keeps_identical:
        once = ratings
        equal: tuple[EqualTexts, ...] = ()
        identical = identical_texts(ratings, [row.text for row in rows])
    else:
        once, identical = ratings.only(each_once(rows)), None
        equal = tuple(equal_texts(pairs, rows, log=rules.log, side_by_side=rules.side_by_side))
    y = normalise(once, rules.how)
    return {
        "agreement": agreement(once, y, alpha=rules.alpha, seed=rules.seed),
        "within": _within(ratings, once, rules),
        "alpha": krippendorff_alpha(once, y),
        "identical": identical,
        "equal": equal,
    }


def _with_limits(
    systems: tuple[SystemNumbers, ...], ratings: Ratings, y: Array, rules: Rules
) -> tuple[SystemNumbers, ...]:
    found = system_standings(
        ratings, y, log=rules.log, alpha=rules.alpha, resamples=rules.resamples, seed=rules.seed
    )
    by_system = {standing.system: standing for standing in found}
    return tuple(
        replace(system, relative=standing.estimate, limits=standing.limits)
        if (standing := by_system.get(system.system))
        else system
        for system in systems
    )


def _within(ratings: Ratings, once: Ratings, rules: Rules) -> Agreement:
    """Return agreement about the texts of a page, without what the page has in common.

    `once` are the ratings with each text once.
    """
    if not rules.side_by_side:
        return Agreement(reason=ONE_TEXT_A_PAGE)
    if not _pages_hold_all(ratings):
        return Agreement(reason=OTHER_SYSTEMS)
    y = normalise(once, "log less page")
    return agreement(once, y, alpha=rules.alpha, seed=rules.seed)


def _pages_hold_all(ratings: Ratings) -> bool:
    """Return whether the means of pages can be compared: each is of all systems."""
    return bool(np.bincount(ratings.page).min() == len(ratings.systems))


def _by_normalisation(ratings: Ratings, rules: Rules) -> Iterator[Normalised]:
    for how in NORMALISATIONS[rules.log]:
        if how == "log less page" and not (rules.side_by_side and _pages_hold_all(ratings)):
            continue
        y, log = normalise(ratings, how), how.startswith("log")
        known = np.isfinite(y)
        rows = [known & (ratings.system == number) for number in range(len(ratings.systems))]
        means = [float(y[these].mean()) if these.any() else None for these in rows]
        every = [mean for mean in means if mean is not None]
        middle = sum(every) / len(every) if len(every) == len(means) else None
        for system, mean in zip(ratings.systems, means, strict=True):
            away = None if mean is None or middle is None else mean - middle
            relative = away if away is None or not log else float(np.exp(away))
            yield Normalised(how, log, str(system), relative)


def _ticks(one: RatedBy, given: Ticked, rules: Rules) -> TicksNumbers:
    none = np.array([])
    return TicksNumbers(
        key=one.key,
        label=one.label,
        judges=given.judges,
        systems=tuple(
            SystemTicks(
                system=letter,
                ratings=len(values),
                added=int((values & Tick.ADDED > 0).sum()),
                missing=int((values & Tick.MISSING > 0).sum()),
            )
            for letter in rules.systems
            for values in [given.by_system.get(letter, none).astype(int)]
        ),
    )


def _tested_ticks(found: TicksNumbers) -> TicksNumbers:
    added = [system.added for system in found.systems]
    missing = [system.missing for system in found.systems]
    return replace(found, test=ticks_test(added, missing))
