"""Shares against the numbers they are of."""

from analysis.charts.scale import RIGHT
from analysis.charts.scatter import (
    BOTTOM,
    LEFT,
    MOST_RADIUS,
    RADIUS,
    TOP,
    Across,
    Place,
    scatter_chart,
)


def chart(*places, **values):
    return scatter_chart(places, **{"whole": 0.5, "x_title": "times", "y_title": "right"} | values)


def place(times, right, number=1, kind="of-a"):
    return Place(kind, times, right, number, f"{right} of {times}")


def test_bubbles_stand_at_their_share_and_number():
    first, last = chart(place(1, 1), place(10, 0, kind="of-b")).bubbles
    assert (float(first.y), float(last.y)) == (TOP, BOTTOM)
    assert LEFT < float(first.x) < float(last.x)
    assert (first.title, last.kind) == ("1 of 1", "of-b")


def test_the_area_of_a_bubble_tells_how_many_stand_there_up_to_a_largest():
    one, four, many = (chart(place(2, 1, n)).bubbles[0] for n in (1, 4, 1000))
    assert (float(one.radius), float(four.radius)) == (RADIUS, 2 * RADIUS)
    assert float(many.radius) == MOST_RADIUS


def test_small_bubbles_are_drawn_over_large_ones_and_kinds_beside_each_other():
    small, large = place(2, 1), place(2, 1, 9, kind="of-b")
    bubbles = chart(small, large).bubbles
    assert [bubble.kind for bubble in bubbles] == ["of-b", "of-a"]
    assert float(bubbles[1].x) < float(bubbles[0].x)


def test_lines_run_at_the_shares_and_within_the_chart():
    found = chart(place(4, 2), within=[(1, 0, 1), (4, 0.25, 0.75)])
    assert (found.whole, found.guessing) == (
        found.bubbles[0].y,
        f"{BOTTOM - (BOTTOM - TOP) / 3:.1f}",
    )
    low, high = (line.split() for line in found.within)
    assert (low[0].split(",")[1], high[0].split(",")[1]) == (f"{BOTTOM:.1f}", f"{TOP:.1f}")
    assert chart(place(4, 2)).within == ()


def test_another_number_may_stand_across_with_a_line_at_0():
    places = [Place("of-a", 4, 4, 1, "", at=-1), Place("of-b", 4, 0, 1, "", at=1)]
    found = chart(*places, numbers=Across((-1, 1), (-1, 0, 1), "{:+g}".format))
    assert [float(bubble.x) for bubble in found.bubbles] == [LEFT, RIGHT - 10]
    assert [tick.label for tick in found.x_ticks] == ["-1", "+0", "+1"]
    assert float(found.middle) == (LEFT + RIGHT - 10) / 2
    assert chart(place(4, 2)).middle == ""
