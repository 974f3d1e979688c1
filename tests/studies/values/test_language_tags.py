"""Language tags are known, and written as usual."""

import pytest

from studies.values.language_tags import is_tag, written_as_usual


@pytest.mark.parametrize(
    "tag",
    [
        *("en", "gl", "ckb", "pt-BR", "zh-Hant", "zh-Hant-TW", "es-419", "sr-Latn-RS"),
        *("de-CH-1996", "ca-valencia", "sl-rozaj-biske", "en-u-ca-buddhist", "hy-Latn-IT-arevela"),
        *("de-x-dialect", "ar"),
    ],
)
def test_tags(tag):
    assert is_tag(tag)
    assert written_as_usual(tag) == tag
    assert written_as_usual(f" {tag.lower().replace('-', '_')} ") == tag


@pytest.mark.parametrize(
    "text",
    ["", "e", "english", "en-", "-en", "en--GB", "e n", "en-GB-", "日本", "en-" + "abcdefgh-" * 9],
)
def test_other_words_are_none(text):
    assert not is_tag(text)
    assert written_as_usual(text) == text
