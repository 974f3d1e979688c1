"""The judge's scripts and styles say nothing that a phone of 2019 does not understand.

A single newer token, and the whole script is not run. The oldest syntax is named in
docs/browsers.md; what is newer in the browser itself is asked for before it is used
(tests/browser/judge/test_old_browsers.py).
"""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[4] / "static" / "judge"
SCRIPTS = sorted(STATIC.glob("*.js"))
STYLES = sorted(STATIC.glob("*.css"))

# Comments, strings and templates hold words, not syntax; `${…}` of a template is looked at.
WORDS = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
NEWER_THAN_ES2018 = {
    "optional chaining": r"\?\.(?!\d)",
    "nullish coalescing": r"\?\?",
    "logical assignment": r"(\|\||&&)=",
    "catch without a name": r"\bcatch\s*\{",
    "private names": r"(?<![\w$\"'`(])#[a-z_]\w*|\bthis\.#",
    "class fields and blocks": r"\bstatic\s*[\w{#]",
    "BigInt": r"\b\d+n\b",
    "separators in numbers": r"\b\d+_\d",
    "lookbehind": r"\(\?<[=!]",
    "modules": r"\b(import|export)\b",
    "hashbang": r"^#!",
    "flags of ES2022 and later": r"/[gimsuy]*[dv][gimsuy]*\s*\.(test|exec)\b",
}
NEWER_THAN_THE_PHONE = (
    *("AbortSignal.timeout", "AbortSignal.any", "requestSubmit", "randomUUID", "replaceChildren"),
    *("structuredClone", "replaceAll", "matchAll", ".at(", ".flatMap(", "Object.fromEntries"),
    *("Object.hasOwn", "allSettled", "Promise.any", "globalThis", "queueMicrotask", "WeakRef"),
    *("ResizeObserver", "scrollend", ".toSorted(", "findLast(", "navigation.", "inert"),
)


def bare(script):
    return WORDS.sub('""', script)


def newer_syntax(script):
    return [
        name for name, tokens in NEWER_THAN_ES2018.items() if re.search(tokens, bare(script), re.M)
    ]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_keep_to_es2018(path):
    assert newer_syntax(path.read_text()) == []
    assert [name for name in NEWER_THAN_THE_PHONE if name in bare(path.read_text())] == []


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ("a?.b", "optional chaining"),
        ("a?.[0]", "optional chaining"),
        ("`${a?.b}`", "optional chaining"),
        ("a ?? b", "nullish coalescing"),
        ("a ||= b", "logical assignment"),
        ("a ??= b", "nullish coalescing"),
        ("try { a() } catch { b() }", "catch without a name"),
        ("class A { #b = 1 }", "private names"),
        ("class A { static b = 1 }", "class fields and blocks"),
        ("1n", "BigInt"),
        ("1_000", "separators in numbers"),
        ("/(?<=a)b/", "lookbehind"),
        ('import "a"', "modules"),
    ],
)
def test_newer_tokens_are_found(script, name):
    assert name in newer_syntax(script)


@pytest.mark.parametrize(
    "script",
    [
        "a ? .5 : 1",
        'a("#b"); // a?.b',
        "/* a ?? b */ 'import'",
        "catch (error) {",
        "({ ...a })",
        "async () => { await b; }",
        "2 ** 3",
    ],
)
def test_older_tokens_are_not(script):
    assert newer_syntax(script) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_have_something_for_older_browsers(path):
    style = path.read_text()
    # An unknown value drops its declaration: the same without the words for screen readers first.
    for sign in re.findall(r'content: ("[^"]+") / "[^"]*"', style):
        assert f"content: {sign};" in style
    # Unknown properties; where they would be missed there are older ones.
    assert re.findall(r"(?:padding|margin)-block:|inset-(?:inline|block)", style) == []
    for sticky in re.findall(r"[^;{}]*;\s*position: sticky", style):
        assert "-webkit-sticky" in sticky
    # The ring of the focus goes only where another is drawn.
    for hidden in re.finditer(r"focus-visible \{ outline: none", style):
        assert "@supports selector(:has(a))" in style[: hidden.start()][-80:]
