"""One simulated study, judge by judge."""

from tests.analysis.simulation.plays import cases, one, setting


def test_judges_who_always_take_one_place_are_right_once_in_three_if_others_leave() -> None:
    # 48 triads are whole blocks: however they are handed out, each place is odd 16 times.
    played = one(setting(48, one_place=1.0, place=2, leaving=0.4, per_judge=3))

    assert (played.right, played.answers) == (16, 48)
    assert played.imbalance == 0
    assert played.left > 0
    nobody, some = cases(one_place=1.0, place=1, studies=20)
    assert (nobody.difference.count, some.difference.count) == (0, 0)


def test_the_three_orders_of_a_directed_study_are_balanced_among_themselves() -> None:
    played = one(setting(48, protocol="directed", one_place=1.0, place=2, leaving=0.4))

    assert (played.right, played.answers) == (16, 48)
    assert played.orders == {"ABA": 16, "AAB": 16, "BAA": 16}
    assert played.imbalance == 0
    assert one(setting(47, protocol="directed")).imbalance == 1


def test_everybody_who_perceives_it_is_right() -> None:
    assert one(setting(24), true_pd=1.0).right == 24
    assert one(setting(24, spread=1.0, per_judge=4), true_pd=0.5).right >= 8
