"""What is different by kind of study stands in mappings, each of which names each kind."""

from analysis.recomputation.by_kind import RECOMPUTATIONS
from analysis.results.by_kind import RESULT_PAGES
from analysis.verdict_text import STATEMENTS
from studies.kinds import KINDS


def test_each_mapping_names_each_kind():
    for mapping in (RECOMPUTATIONS, RESULT_PAGES, STATEMENTS):
        assert set(mapping) == set(KINDS)
