"""Sentences that the researcher marks."""

import pytest

from studies.stimuli.sentence_marks import MarkError, sentence_starts


def test_marked_sentences_are_found_in_the_text_itself():
    text = "Rain.  Sun!\nWind at 3.5 m/s"
    assert sentence_starts(text, "Rain. ¦ Sun! ¦ Wind at 3.5 m/s") == [0, 7, 12]
    assert sentence_starts(text, "Rain.\nSun!\nWind at 3.5 m/s\n") == [0, 7, 12]
    for other in ("Rain. ¦ Sun!", "Sun! ¦ Wind at 3.5 m/s", "Rain. ¦ Sun ¦ Wind at 3.5 m/s", "x"):
        with pytest.raises(MarkError):
            sentence_starts(text, other)
