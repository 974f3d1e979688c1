"""A number stays on the line of its sign."""

import pytest

from analysis.templatetags.unbroken import unbroken


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(p = 0.0037, strong evidence)", "(p~=~0.0037, strong evidence)"),
        ("weighted p < 0.0001 of 66", "weighted p~<~0.0001 of 66"),
        ("guessing gives 33.3 %", "guessing gives 33.3~%"),
        ("map = 3, a step > 2, p is small", "map = 3, a step > 2, p is small"),
    ],
)
def test_a_number_stays_with_its_sign(text: str, shown: str) -> None:
    assert unbroken(text) == shown.replace("~", "\N{NO-BREAK SPACE}")


def test_what_a_person_typed_is_still_escaped() -> None:
    from django.template import Context, Template

    page = Template("{% load unbroken %}{{ text|unbroken }}").render(Context({"text": "<b> p = 1"}))
    assert page == "&lt;b&gt; p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1"
