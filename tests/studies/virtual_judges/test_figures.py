"""How a rehearsal went, as text."""

from studies.design import ORDERS, orders_of
from studies.virtual_judges.figures import RehearsalFigures, ninety_ninth
from studies.virtual_judges.judge import VisitEnd


def test_figures_say_how_it_went():
    figures = RehearsalFigures(seconds=2.0)
    for seconds in (0.1, 0.2, 0.3):
        figures.timed("welcome", seconds)
    figures.ended(VisitEnd.FINISHED)
    figures.ended(VisitEnd.LEFT)
    figures.orders.update(dict.fromkeys(ORDERS, 0), ABB=1)
    figures.counted = figures.right = 1
    assert list(figures.lines()) == [
        "2 judges in 2.0 s: 1.0 a second.",
        "       1 came to the last page",
        "       1 left in the middle",
        "step         times      median        99 %",
        "welcome          3      200 ms      298 ms",
        "Answers stored as answered: 1, right: 1.",
        "Orders: ABB 1, ABA 0, AAB 0, BAA 0, BAB 0, BBA 0.",
    ]


def test_figures_of_a_directed_study_have_its_three_orders():
    figures = RehearsalFigures(seconds=2.0)
    figures.orders.update(dict.fromkeys(orders_of("directed"), 0), AAB=2)
    assert list(figures.lines())[-1] == "Orders: ABA 0, AAB 2, BAA 0."


def test_figures_of_a_rating_study_have_a_line_for_each_system():
    figures = RehearsalFigures(seconds=2.0, counted=3)
    figures.medians = {("quality", "Forecaster"): (3, 112.5), ("quality", "Machine"): (3, 100.0)}
    assert list(figures.lines())[-3:] == [
        "Answers stored as answered: 3.",
        "  quality, Forecaster: 3 ratings, median 112.5",
        "  quality, Machine: 3 ratings, median 100",
    ]


def test_the_99th_percentile():
    assert ninety_ninth([0.5]) == 0.5
    # 1 to 101: one of a hundred steps from the largest.
    assert ninety_ninth([float(number) for number in range(1, 102)]) == 100.0
