"""A study's own texts in further languages: a group of fields for each language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from studies.models import Study
from studies.questionnaire import LONGEST_LABEL, LONGEST_OPTION, MOST_OPTIONS
from studies.ratings.criteria import LONGEST_LABEL as LONGEST_CRITERION
from studies.ratings.criteria import LONGEST_TEXT, WORDS, Criterion, words_of
from studies.values import json_values
from studies.values.visible_text import shown_or_empty
from studies.wording import OWN

LANGUAGES = dict(settings.LANGUAGES)
FIELDS: dict[str, Any] = {name: Study._meta.get_field(name) for name in OWN.values()}
LONGEST: dict[str, int] = {name: field.max_length for name, field in FIELDS.items()}
# The ends of a scale of points.
ENDS = ("low", "high")
Problems = list[str]


class TranslationsInput(forms.Widget):
    """The texts and questions of a study to fill in for each language but its own."""

    language = ""
    # Replaced for each form, never changed.
    questions: list[dict[str, Any]] = []
    criteria: Sequence[Criterion] = ()
    scale: tuple[str, str] | None = None

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        given = data.get(name)
        if isinstance(given, dict):
            return given
        typed = {code: _typed(data, f"{name}-{code}") for code in LANGUAGES}
        return {code: texts for code, texts in typed.items() if texts}

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data and not any(one.startswith(f"{name}-") for one in data)

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        given = value if isinstance(value, dict) else {}
        context = {
            "languages": [
                self._shown(name, code, given.get(code) or {})
                for code in LANGUAGES
                if code != self.language
            ]
        }
        return render_to_string("workbench/translations.html", context)

    def _shown(self, name: str, code: str, texts: dict[str, Any]) -> dict[str, Any]:
        prefix = f"{name}-{code}"
        asked = texts.get("questionnaire") or {}
        fields = [
            {
                "name": f"{prefix}-{part}",
                "label": FIELDS[part].verbose_name,
                "value": texts.get(part, ""),
                "rows": 2 if part in ("question", "thanks_text") else 5,
            }
            for part in OWN.values()
        ]
        for question in self.questions:
            fields += _question_fields(prefix, question, asked.get(question["key"]) or {})
        for criterion in self.criteria:
            fields += _criterion_fields(prefix, criterion, texts.get("criteria") or {})
        if self.scale:
            fields += _scale_fields(prefix, self.scale, texts.get("scale") or {})
        return {"code": code, "name": LANGUAGES[code], "fields": fields, "given": bool(texts)}


def _question_fields(
    prefix: str, question: Mapping[str, Any], given: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    name = f"{prefix}-q-{question['key']}"
    yield {
        "name": f"{name}-label",
        "label": question["label"],
        "value": given.get("label", ""),
        "rows": 1,
    }
    if question["options"]:
        yield {
            "name": f"{name}-options",
            "label": "\n".join(question["options"]),
            "value": "\n".join(given.get("options") or []),
            "rows": len(question["options"]),
        }


def _criterion_fields(
    prefix: str, criterion: Criterion, given: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    translated = given.get(criterion.key) or {}
    for part, own in words_of(criterion).items():
        yield {
            "name": f"{prefix}-c-{criterion.key}-{part}",
            "label": own,
            "value": translated.get(part, ""),
            "rows": 1 if part == "label" else 2,
        }


def _scale_fields(
    prefix: str, scale: tuple[str, str], given: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    for end, own in zip(ENDS, scale, strict=True):
        value = given.get(end, "")
        yield {"name": f"{prefix}-s-ends-{end}", "label": own, "value": value, "rows": 1}


def _typed(data: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return what was filled in for one language."""
    texts: dict[str, Any] = {
        part: value
        for part in OWN.values()
        if (value := shown_or_empty(str(data.get(f"{prefix}-{part}", "")).replace("\r\n", "\n")))
    }
    asked: dict[str, dict[str, Any]] = {}
    for name in data:
        key, _dash, part = name.removeprefix(f"{prefix}-q-").rpartition("-")
        value = shown_or_empty(str(data[name]))
        if name.startswith(f"{prefix}-q-") and value and part in ("label", "options"):
            lines = [typed for line in value.splitlines() if (typed := shown_or_empty(line))]
            asked.setdefault(key, {})[part] = value if part == "label" else lines
    scale = _typed_parts(data, f"{prefix}-s-", ENDS).get("ends", {})
    more = {
        "questionnaire": asked,
        "criteria": _typed_parts(data, f"{prefix}-c-", WORDS),
        "scale": scale,
    }
    return texts | {name: found for name, found in more.items() if found}


def _typed_parts(
    data: Mapping[str, Any], prefix: str, parts: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Return what was filled in under a prefix, by key and part."""
    found: dict[str, dict[str, str]] = {}
    for name in data:
        key, _dash, part = name.removeprefix(prefix).rpartition("-")
        value = shown_or_empty(str(data[name]))
        if name.startswith(prefix) and value and part in parts:
            found.setdefault(key, {})[part] = value
    return found


class TranslationsField(forms.Field):
    """Texts by language."""

    widget = TranslationsInput

    def clean(self, value: Any) -> Any:
        value = value or {}
        if problems := list(_problems(value)):
            raise forms.ValidationError(problems)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or {}) != (data or {}))


def _problems(value: Any) -> Iterator[str]:
    if problem := json_values.problem_with(value):
        yield problem
        return
    if not isinstance(value, dict):
        yield "Give the texts by language."
        return
    for code, texts in value.items():
        if code not in LANGUAGES or not isinstance(texts, dict):
            yield f"{str(code)[:20]}: not one of the languages {', '.join(LANGUAGES)}."
            continue
        for part, text in texts.items():
            yield from _about(f"{LANGUAGES[code]}, {str(part)[:40]}", part, text)


def _about(where: str, part: str, text: Any) -> Iterator[str]:
    if part == "questionnaire":
        if not isinstance(text, dict) or not all(map(_is_question, text.values())):
            yield f"{where}: give a label and options under the name of each question."
    elif part == "criteria":
        if not isinstance(text, dict) or not all(_are_words(one, WORDS) for one in text.values()):
            yield f"{where}: give label, definition and question under the key of each criterion."
    elif part == "scale":
        if not _are_words(text, ENDS):
            yield f"{where}: give the words at its ends as low and high."
    elif part not in LONGEST or not isinstance(text, str):
        yield f"{where}: not a text of this study."
    elif len(text) > LONGEST[part]:
        yield f"{where}: at most {LONGEST[part]} characters."


def _is_question(given: Any) -> bool:
    if not isinstance(given, dict) or set(given) - {"label", "options"}:
        return False
    label, options = given.get("label", ""), given.get("options", [])
    return (
        isinstance(label, str)
        and len(label) <= LONGEST_LABEL
        and isinstance(options, list)
        and len(options) <= MOST_OPTIONS
        and all(isinstance(one, str) and len(one) <= LONGEST_OPTION for one in options)
    )


def _are_words(given: Any, parts: Sequence[str]) -> bool:
    """Whether these are texts by their part, none too long."""
    longest = {"label": LONGEST_CRITERION, "low": LONGEST_CRITERION, "high": LONGEST_CRITERION}
    return isinstance(given, dict) and all(
        part in parts and isinstance(one, str) and len(one) <= longest.get(part, LONGEST_TEXT)
        for part, one in given.items()
    )


def misfits(translations: Mapping[str, Any], questions: list[dict[str, Any]]) -> Problems:
    """Say where a translation has not as many options as its question."""
    wanted = {question["key"]: question for question in questions}
    return [
        f"{LANGUAGES[code]}: “{wanted[key]['label']}” has {len(wanted[key]['options'])} options, "
        f"here are {len(given['options'])}."
        for code, texts in translations.items()
        for key, given in (texts.get("questionnaire") or {}).items()
        if key in wanted
        and given.get("options")
        and len(given["options"]) != len(wanted[key]["options"])
    ]


def unfit_questions(translations: Mapping[str, Any], *, most: int) -> Iterator[str]:
    """Say where the question of a directed triad is missing or too long for a verdict."""
    for code, texts in translations.items():
        question, name = texts.get("question", ""), LANGUAGES[code]
        if texts and not question:
            yield f"{name}: translate the question too: it names what judges look for."
        elif len(question) > most or "\n" in question:
            yield f"{name}: write the question on one line, in at most {most} characters."
