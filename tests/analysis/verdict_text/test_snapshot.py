"""A statement as plain text."""

from analysis.verdict_text import Statement


def test_a_statement_is_a_line_for_each_part_that_there_is():
    whole = Statement("sentence", "warning", ("more", "yet more"), "caveat", ("note",))
    assert whole.as_text().split("\n") == [
        "warning",
        "sentence",
        "more",
        "yet more",
        "caveat",
        "note",
    ]
    assert Statement("sentence").as_text() == "sentence"
