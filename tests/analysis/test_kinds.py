"""What is different by kind of study stands in mappings, each of which names each kind."""

from analysis import job_registry
from analysis.recomputation.by_kind import RECOMPUTATIONS
from analysis.report_zip import contents, tables
from analysis.report_zip.paper import script_numbers
from analysis.report_zip.paper.content import PAPERS
from analysis.results import export
from analysis.results.by_kind import RESULT_PAGES
from analysis.simulation import views as simulation
from analysis.verdict_text import STATEMENTS
from studies.kinds import KINDS


def test_each_mapping_names_each_kind():
    of_report = (PAPERS, contents._KINDS, tables.OF_PLACE, tables._ANSWERS, script_numbers._PATHS)
    for mapping in (
        job_registry.REHEARSALS,
        simulation._PAGES,
        RECOMPUTATIONS,
        RESULT_PAGES,
        STATEMENTS,
        export._OF_KIND,
        *of_report,
    ):
        assert set(mapping) == set(KINDS)
