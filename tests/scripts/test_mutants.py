"""`make mutants`: which small mistakes are made, of which lines, and which tests are asked."""

import pytest

from scripts import quick
from scripts.mutants import choice, nearest
from scripts.mutants.__main__ import outcome_of, table
from scripts.mutants.mutant import Mutant, room
from scripts.mutants.python import of_python
from scripts.mutants.texts import of_sql, of_template


def becomes(found, source, path="studies/x.py"):
    """What the lines become; each mutant must be a change of the source."""
    mutants = list(found(path, source.encode()))
    assert all(mutant.apply(source.encode()) != source.encode() for mutant in mutants)
    return {mutant.becomes for mutant in mutants}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a = b < c", {"a = b <= c"}),
        ("a = b not in c", {"a = b in c"}),
        ("a = b and c or d", {"a = b or c or d", "a = b and c and d"}),
        ("a = not b", {"a = b"}),
        ("a = min(b) + 3", {"a = max(b) + 3", "a = min(b) - 3", "a = min(b) + 4"}),
        ("a = True", {"a = False"}),
        ("a = 0.5", {"a = 0.55"}),
        ("a = 1e-9", set()),
        ("lock(a)", {"pass"}),
        ("a = [B.c, B.d]", {"a = [B.d]", "a = [B.c]"}),
        ("a = (B.c, B.d)", {"a = (B.c,)", "a = (B.d,)"}),
        ("a = Q(b=c, d=e)", {"a = Q(d=e)", "a = Q(b=c)"}),
        ("a = b.select_for_update(c)", {"a = b"}),
        ("@require_POST\ndef a(): ...", {""}),
        ("@property\ndef a(): ...", set()),
        ("def a(b: int) -> int:\n    return b", {"return None"}),
        ("if a: b = c", {"if not a: b = c"}),
        ('a = "SELECT b FROM c WHERE d AND e"', {'a = "SELECT b FROM c WHERE d OR e"'}),
        ('a = "Read this and that"', set()),
        ('"""Docstring."""\n__all__ = ["a", "b"]', set()),
        ("if TYPE_CHECKING: import a", set()),
        ('é = "ü"; a = b < c', {'é = "ü"; a = b <= c'}),
    ],
)
def test_mistakes_in_python(source, wanted):
    assert becomes(of_python, source) == wanted


def test_what_only_a_migration_changes_is_left_alone_in_models():
    source = "class A(Model):\n    b = CharField(max_length=3)\n    class Meta:\n        c = 1\n"
    assert becomes(of_python, source) == {"b = CharField(max_length=4)", "c = 2"}
    assert becomes(of_python, source, "studies/models/a.py") == set()


def test_mistakes_in_sql_and_templates():
    sql = "-- IF a AND b\nIF a IS NOT NULL AND b > 3 THEN\n  RAISE EXCEPTION 'a AND b';"
    assert becomes(of_sql, sql) == {
        "IF a IS NULL AND b > 3 THEN",
        "IF a IS NOT NULL OR b > 3 THEN",
        "IF a IS NOT NULL AND b >= 3 THEN",
        "IF a IS NOT NULL AND b > 3 + 1 THEN",
    }
    assert becomes(of_template, "{# {% if a %} #}{% if a.b %}c{% endif %}") == {
        "{# {% if a %} #}{% if not a.b %}c{% endif %}"
    }


def test_only_changed_lines_are_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "CHECKOUT", tmp_path)
    person = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    file = tmp_path / "studies" / "a.py"
    file.parent.mkdir()
    file.write_text("a = b < c\nd = e < f\n")
    quick.git("init", "--initial-branch=main")
    quick.git("add", "--all")
    quick.git(*person, "commit", "--message=x")
    file.write_text("a = b < c\nd = e < g\n")
    (tmp_path / "studies" / "new.py").write_text("h = i < j\n")
    (tmp_path / "notes.py").write_text("h = i < j\n")
    assert {mutant.becomes for mutant in choice.of_changes()} == {"d = e <= g", "h = i <= j"}


def test_the_sample_has_its_share_of_the_strict_rooms_first():
    names = [mutant.room for mutant in choice.sample("studies/outgoing.py")]
    assert set(names) == {"studies/outgoing.py"}
    assert room("studies/services/judging/claims.py") == "studies/services/judging"
    assert room("studies/services/jobs.py") == "studies/services"
    assert room("studies/workbench/texts/views.py") == "studies/workbench"
    assert room("studies/middleware.py") == "studies"


def test_the_test_named_like_the_file_comes_first_and_locks_meet_the_races():
    was = "Judge.objects.select_for_update().get(pk=1)"
    mutant = Mutant("studies/services/judging/answering/answers.py", 0, 1, "pass", 1, was, "pass")
    named, races, others = nearest.stages(mutant)
    assert named == ["tests/studies/services/judging/answering/test_answers.py"]
    assert races == nearest.RACES
    assert len(others) == nearest.MOST - 1


def test_what_is_listed_as_equivalent_is_left_out_and_has_a_reason():
    """A line that changes takes its entry with it, or leaves one behind that does nothing."""
    for one in choice.equivalent():
        left = {(mutant.was, mutant.becomes) for mutant in choice.sample(one["path"])}
        assert (one["was"], one["becomes"]) not in left
        assert one["reason"].endswith(".")


def test_the_score_by_room():
    mutant = Mutant("studies/a.py", 0, 1, "", 1, "a", "b")
    outcomes = map(outcome_of, ["tests/a.py::test", "survived", "timed out", "unclear: x fails"])
    assert list(outcomes) == ["killed", "survived", "timed out", "unclear"]
    assert "| studies | 2 | 0 | 1 | 0 |" in table({mutant.room: {"killed": 2, "survived": 1}})
