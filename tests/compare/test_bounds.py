"""The thesis's constants come out of its equations; where print and equation differ, both stand."""

import math

import pytest

from outwit.compare import bounds, formula
from outwit.compare.interval_race import interval_race
from outwit.core.errors import UsageError


def test_2_1_hoeffding_after_every_game() -> None:
    # Printed 74539.85; the equation's root is 74539.843, and 74,540 games either way.
    assert bounds.hoeffding_most() == pytest.approx(74539.85, abs=0.01)
    assert math.ceil(bounds.hoeffding_most()) == 74_540


def test_2_2_bernstein_after_every_game() -> None:
    assert bounds.bernstein_most() == pytest.approx(86_328.25, abs=0.01)
    # Printed 86,329: the root is rounded up.
    assert math.ceil(bounds.printed_2_2()) == 86_329
    assert bounds.printed_2_2() == pytest.approx(bounds.bernstein_most())


def test_2_3_hoeffding_at_squares() -> None:
    assert math.ceil(bounds.hoeffding_most_squares()) ** 2 == 45_369


def test_2_4_bernstein_at_squares_needs_the_factor_that_its_print_lacks() -> None:
    root = bounds.bernstein_most_squares()
    assert root == pytest.approx(230.751, abs=5e-4)
    # Printed 53,247: the square was rounded, although tests fall on squares of whole numbers.
    assert math.ceil(root**2) == 53_247
    assert math.ceil(root) ** 2 == 53_361
    assert bounds.printed_2_4() == pytest.approx(323.375, abs=5e-4)


def test_2_5_adds_seven_where_six_is_printed() -> None:
    root = bounds.hoeffding_most_squares(skipped=7)
    assert root == pytest.approx(205.289, abs=5e-4)
    assert math.ceil(root + 7) ** 2 == 45_369
    assert math.ceil(root + 6) ** 2 == 44_944


def test_n_min_is_not_that_of_algorithm_5() -> None:
    assert bounds.first_test() == pytest.approx(7.53219, abs=5e-6)
    assert math.ceil(bounds.first_test()) ** 2 == 64
    assert bounds.first_test_printed() == pytest.approx(3.254, abs=5e-4)


def test_ilebr_star_2_looks_from_64_to_45_369_games() -> None:
    rule = interval_race("ilebr-star-2")
    assert (rule.first_look(), rule.at_most) == (64, 45_369)


@pytest.mark.parametrize("error", [0.05, 0.01])
@pytest.mark.parametrize("margin", [0.01, 0.03])
def test_roots_solve_their_equations(margin: float, error: float) -> None:
    n = bounds.hoeffding_most_squares(margin, error)
    assert math.sqrt(math.log(2 * n / error) / (2 * n * n)) == pytest.approx(margin)
    n = bounds.bernstein_most(margin, error, variance=0.1)
    term = math.log(3 * n / error)
    assert math.sqrt(0.1 * 2 * term / n) + 3 * term / n == pytest.approx(margin)
    tests = math.ceil(bounds.hoeffding_most_squares(margin, error))
    assert bounds.error_for_tests(tests, margin) <= error


def test_2_18_and_2_21() -> None:
    assert formula.bound(213, 0.497) == pytest.approx(0.10084, abs=5e-6)
    assert formula.bound(213, 0.503) == formula.bound(213, 0.497)


def test_2_19_gives_275_tests_and_its_error_with_the_sign_turned() -> None:
    assert formula.tests_for(0.05, 0.497) == 275
    assert formula.bound(275, 0.497) < 0.05 <= formula.bound(274, 0.497)
    assert formula.error_for(0.05, 0.497) == pytest.approx(0.00014848, abs=5e-9)
    # As printed it is the reciprocal, far above any error.
    assert math.exp(2 * 0.01**2 * 275**2) / (2 * 275) == pytest.approx(6735, rel=1e-3)


def test_power_equal_error_belongs_to_393_tests() -> None:
    # LEBR plays 154,100 to 154,449 games on average near 1/2: its exact mean is tested in test_law.
    assert bounds.power_equal_error(154_147) == pytest.approx(3.02101484e-11, rel=1e-8)


def test_2_6_by_hand() -> None:
    """Four looks of a coarse race: the product of binomial tails, summed term by term."""
    rule = interval_race("ilebr-2", margin=0.3, error=0.4)
    mu, kept = 0.6, 1.0
    assert rule.last is not None
    for k in range(1, rule.last + 1):
        n = k * k
        kept *= sum(
            math.comb(n, w) * mu**w * (1 - mu) ** (n - w)
            for w in range(n + 1)
            if w / n + rule.radius(k, w / n * (1 - w / n)) > 0.5
        )
    n = rule.last**2
    ahead = sum(math.comb(n, w) * mu**w * (1 - mu) ** (n - w) for w in range(n // 2 + 1, n + 1))
    assert formula.product_error(rule, mu) == pytest.approx(1 - ahead * kept, rel=1e-12)


def test_a_margin_that_cannot_be() -> None:
    with pytest.raises(UsageError, match="margin lies between"):
        bounds.hoeffding_most(0.7)
