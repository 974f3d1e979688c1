"""The lengths of the sentences that a judge uncovered."""

import pytest

from studies.models import Sample
from studies.services.judging.answering import reading_trials

# The rule sees one end of a sentence, the marks of the upload another.
TEXT = "It rains. In the north snow"
BY_RULE, BY_MARKS = (2, 4), (5, 1)


def sample(number, *, marked):
    return Sample(pk=number, item="i1", text=TEXT, sentence_starts=[0, 23] if marked else None)


@pytest.mark.parametrize(("marked", "counted"), [(True, BY_MARKS), (False, BY_RULE)])
def test_a_text_is_cut_by_its_marks_or_by_rule(marked, counted):
    read = reading_trials.read_text(sample(1, marked=True), marked=marked)
    assert (read.item, read.words, sum(read.characters)) == ("i1", counted, 26)


@pytest.mark.parametrize(
    ("marked", "counted"), [([True, True, True], BY_MARKS), ([True, False, True], BY_RULE)]
)
def test_three_texts_are_cut_by_their_marks_only_where_all_have_some(marked, counted):
    texts = reading_trials._Texts()
    texts.lengths([sample(number, marked=True) for number in range(3)])  # of another triad
    three = texts.lengths([sample(number, marked=one) for number, one in enumerate(marked)])
    assert [text.words for text in three] == [counted] * 3
