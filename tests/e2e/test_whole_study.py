"""A whole study as a researcher runs it: set up, upload, open, judges, results, CSV.

The exported answers are counted and tested again here with plain SciPy, by formulas written down
anew: they must give the numbers on the results page.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from scipy.stats import beta, binom

from tests.e2e.researcher import Page, Researcher
from tests.stack import Stack

TEXTS = Path(__file__).parent.parent / "data" / "demo" / "e2e_restaurants.csv"
EMAIL, PASSWORD = "researcher@example.org", "secret-pass-1"
ACCOUNT = f"""
from django.contrib.auth.models import Group
from studies.receivers import RESEARCHERS
from tests.factories import make_user
make_user("{EMAIL}").groups.add(Group.objects.get(name=RESEARCHERS))
"""


@pytest.fixture(scope="module")
def researcher(stack: Stack) -> Researcher:
    stack.shell(ACCOUNT)
    return Researcher(stack.base_url, EMAIL, PASSWORD)


@dataclass(frozen=True)
class Set:
    """A study set up through the pages."""

    code: str


def set_up(researcher: Researcher, plan: dict[str, str], subjects: tuple[str, str]) -> Set:
    """Add the study, upload the texts, say who is who, open."""
    page = researcher.get("/studies/new/")
    page = researcher.submit(page, page.form_with("subject_a"), plan)
    study = Set(code_on(page))
    upload(researcher, study, subjects)
    address = f"/studies/{study.code}/open/"
    page = researcher.get(address)
    form = page.form_to(address)
    page = researcher.submit(page, form, dict.fromkeys(form.options, "on"))
    assert "The study is open." in page.text, page.text
    return study


def code_on(page: Page) -> str:
    found = re.search(r"/studies/([0-9a-f-]{36})/", page.body)
    assert found, page.text
    return found[1]


def upload(researcher: Researcher, study: Set, subjects: tuple[str, str]) -> None:
    page = researcher.get(f"/studies/{study.code}/texts/upload/")
    file = {"file": ("e2e_restaurants.csv", TEXTS.read_bytes())}
    page = researcher.submit(page, page.form_with("file"), {}, file)
    form = page.form_with("a")
    who = {
        role: next(value for value, label in form.options[role].items() if label.startswith(name))
        for role, name in zip("ab", subjects, strict=True)
    }
    page = researcher.submit(page, form, {**who, "action": "check"})
    assert "570" in page.text
    page = researcher.submit(page, page.form_with("a"), {**who, "action": "save"})
    assert page.status == 200, page.text


def rehearse(stack: Stack, study: Set, *arguments: str) -> str:
    words = ["simulate", study.code, *arguments, "--base-url", stack.base_url]
    return stack.shell(f"from django.core.management import call_command; call_command(*{words})")


def results_page(stack: Stack, researcher: Researcher, study: Set, said: str) -> Page:
    """The results page, once it shows the verdict."""
    address = f"/studies/{study.code}/results/"
    stack.wait_for(lambda: said in researcher.get(address).text, f"{said} on the page", 20)
    return researcher.get(address)


def counted(researcher: Researcher, study: Set) -> list[dict[str, str]]:
    rows = researcher.get(f"/studies/{study.code}/export/answers.csv").rows()
    return [row for row in rows if row["counted"] == "yes"]


def quantities(researcher: Researcher, study: Set) -> dict[str, str]:
    rows = researcher.get(f"/studies/{study.code}/export/results.csv").rows()
    return {row["quantity"]: row["value"] for row in rows}


def look_over(rows: list[dict[str, str]], subjects: set[str]) -> int:
    """What must hold of every row of any study; how many are right."""
    for row in rows:
        letters = [row[f"subject_{place}"] for place in (1, 2, 3)]
        assert "".join(letters) == row["order"]
        [odd] = [place for place in (1, 2, 3) if letters.count(letters[place - 1]) == 1]
        assert int(row["odd_position"]) == odd
        assert (row["correct"] == "1") == (row["chosen_position"] == row["odd_position"])
        assert len({row[f"sample_{place}"] for place in (1, 2, 3)}) == 3
        assert len({row[f"item_{place}"] for place in (1, 2, 3)}) == 3
        assert float(row["seconds"]) >= 0
    assert subjects
    assert len({row["triad"] for row in rows}) == len(rows)
    return sum(row["correct"] == "1" for row in rows)


def used(rows: list[dict[str, str]], subject: str) -> Counter[str]:
    """How often each text of a subject was shown."""
    return Counter(
        row[f"sample_{place}"]
        for row in rows
        for place in (1, 2, 3)
        if row[f"subject_{place}"] == subject
    )


def shown_percent(share: float, rounding: object) -> str:
    """As in print: lower limits down, upper limits up, to a tenth."""
    assert callable(rounding)
    return f"{rounding(1000 * share) / 10:.1f} %"


def test_similarity_of_tgen_and_human_with_98_judges(stack, researcher):
    plan = {
        "title": "TGen against human", "subject_a": "TGen", "subject_b": "Human writers",
        "goal": "similarity", "alpha": "0.05", "beta": "0.01", "pd": "0.3", "evaluations": "98",
        "evaluations_per_judge": "1", "is_test": "on",
    }  # fmt: skip
    study = set_up(researcher, plan, ("TGen", "human"))
    who = ("--pd", "0.05", "--dropout", "0.3", "--seed", "1", "--at-once", "8")
    said = rehearse(stack, study, *who)
    assert int(re.search(r"(\d+) came to the last page", said)[1]) >= 98
    assert int(re.search(r"(\d+) left in the middle", said)[1]) > 20
    page = results_page(stack, researcher, study, "98 of 98 answers")
    rows = counted(researcher, study)
    n, x = len(rows), look_over(rows, {"A", "B"})
    assert n == 98
    assert len({row["judge"] for row in rows}) == 98
    orders = Counter(row["order"] for row in rows)
    assert sorted(orders.values()) == [16, 16, 16, 16, 17, 17]
    for subject in "AB":
        assert max(used(rows, subject).values()) <= 2

    pc = 1 / 3 + 2 / 3 * 0.3
    p_similarity, p_difference = binom.cdf(x, n, pc), binom.sf(x - 1, n, 1 / 3)
    allowed = max(k for k in range(n + 1) if binom.cdf(k, n, pc) <= 0.01)
    upper = 1.5 * (beta.ppf(0.99, x + 1, n - x) - 1 / 3)
    values = quantities(researcher, study)
    assert (int(values["counted"]), int(values["correct"])) == (n, x)
    assert (int(values["verdict_counted"]), int(values["verdict_correct"])) == (n, x)
    assert float(values["similarity_p_value"]) == pytest.approx(p_similarity, rel=1e-9)
    assert float(values["difference_p_value"]) == pytest.approx(p_difference, rel=1e-9)
    assert int(values["similarity_max_correct"]) == allowed == 40
    assert float(values["similarity_pd_upper"]) == pytest.approx(upper, rel=1e-9)
    # These judges hardly perceive anything, so most runs show similarity; which answers count
    # depends on who was quicker, so plain SciPy says which verdict it must be.
    assert values["verdict"] == ("similarity" if p_similarity <= 0.01 else "not_shown")
    assert f"{x} of 98 right, at most 40 allowed" in page.text
    limit = shown_percent(upper, math.ceil)
    shown = f"at most {limit} of people" if x <= 40 else f"up to {limit} of people may"
    assert shown in page.text


def test_difference_of_tgen_and_sheffield_nlp_with_4_judges_of_6(stack, researcher):
    plan = {
        "title": "TGen against Sheffield NLP", "subject_a": "TGen", "subject_b": "Sheffield NLP",
        "goal": "difference", "alpha": "0.05", "beta": "0.05", "pd": "0.3", "evaluations": "24",
        "evaluations_per_judge": "6", "is_test": "on",
    }  # fmt: skip
    study = set_up(researcher, plan, ("TGen", "Sheffield NLP"))
    said = rehearse(stack, study, "--judges", "4", "--pd", "0.9", "--seed", "2", "--at-once", "4")
    assert "4 came to the last page" in said
    page = results_page(stack, researcher, study, "24 of 24 answers")
    rows = counted(researcher, study)
    n, x = len(rows), look_over(rows, {"A", "B"})
    assert n == 24
    assert set(Counter(row["judge"] for row in rows).values()) == {6}
    assert set(Counter(row["order"] for row in rows).values()) == {4}
    for judge in {row["judge"] for row in rows}:
        theirs = [row for row in rows if row["judge"] == judge]
        # No judge reads a text twice while there are others.
        assert max((used(theirs, "A") + used(theirs, "B")).values()) == 1

    p_value = binom.sf(x - 1, n, 1 / 3)
    needed = min(k for k in range(n + 1) if binom.sf(k - 1, n, 1 / 3) <= 0.05)
    values = quantities(researcher, study)
    assert (int(values["verdict_counted"]), int(values["verdict_correct"])) == (n, x)
    assert float(values["difference_p_value"]) == pytest.approx(p_value, rel=1e-9)
    assert int(values["difference_min_correct"]) == needed == 13
    assert values["verdict"] == "difference"
    assert f"{x} of 24 answers of 4 judges right, 13 needed at alpha 0.05" in page.text
    # Answers of one judge are not independent: no limit for people, and no similarity.
    assert "similarity_p_value" not in values
    assert not [name for name in values if "pd_lower" in name and "beta_binomial" not in name]
