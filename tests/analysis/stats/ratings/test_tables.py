"""The command that prints the paper's tables says of each cell whether it comes out."""

from benchmarks.rankme import __main__ as rankme


def test_tables_come_out_but_for_the_cells_that_are_named(capsys):
    rankme.main()
    printed = capsys.readouterr().out
    differ = [line for line in printed.splitlines() if " NO" in line]
    assert [line.split()[:3] for line in differ] == [
        ["1", "likert", "nat~inf"],
        ["1", "plain_me", "naturalness"],
        ["1", "likert", "quality"],
        ["1", "plain_me", "informativeness"],
        ["2", "rankme", "quality"],
    ]
    assert "not known why" not in printed
    assert "no definition tried gives it" in differ[-1]
    assert printed.endswith(
        "Table 2: 17 of 18 as printed\nTable 3: 14 of 18 as printed\nTable 4: 12 of 12 as printed\n"
    )
    assert "Slug2Slug > TGen 0.95" in printed
    assert "Slug2Slug 0 / 24   TGen 26 / 7   Sheffield 41 / 180" in printed
