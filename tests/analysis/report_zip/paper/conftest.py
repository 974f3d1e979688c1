"""What the PDF and the page are asked of."""

import pytest

from analysis.report_zip.paper.content import report_content
from analysis.results.study_results import read_results, stamp_for
from tests.analysis.report_zip.archive import answered
from tests.factories import make_user

# Each would do something if it were read as markup of typst, HTML or LaTeX.
HOSTILE = '#panic("no") $x$ *b* <b>&amp; [a] \\input{x} {% now %} @ref // العربية 简体中文 Łódź'


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def content(owner):
    """The report of a study with a verdict, in which every name is hostile."""
    study, _ = answered(
        owner, 98, 45, title=HOSTILE, subject_a="#panic() A", subject_b="<i>مترجم", pd=0.3
    )
    return report_content(read_results(stamp_for(owner, study.code), reader=owner))
