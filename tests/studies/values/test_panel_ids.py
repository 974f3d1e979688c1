"""The id in an address: placeholders are no people, and what was meant is read."""

import time

import pytest

from studies.services.recruiting import pasted_lists
from studies.values.panel_ids import id_of, is_placeholder, left_open, parameters_in, stripped

NAMES = ("PROLIFIC_PID", "STUDY_ID", "pid")
NO_PEOPLE = [
    *("%SURVEY_CODE%", "%survey_code%", "%%PID%%", "%s", "%PROLIFIC_PID"),
    *("{PROLIFIC_PID}", "{{PROLIFIC_PID}}", "{{%PROLIFIC_PID%}}", "{{ pid }}", "{0}", "{%pid%}"),
    *("${workerId}", "${e://Field/PROLIFIC_PID}", "#{pid}", "{$pid}", "{{%PROL", "${workerId"),
    *("[X]", "[[X]]", "[x", "[%pid%]", "<x>", "<%= pid %>", "(pid)", "«pid»", "*|EMAIL|*"),
    *("[object Object]", "(null)", "__PID__", "@@pid@@", "$PROLIFIC_PID$", ":pid", "$pid"),
    *("", " ", "\u200b", "\u3164", "-", "???", "{}", "[]", "%%"),
    *("undefined", "Undefined", "UNDEFINED", "null", "NULL", "None", "nil", "NaN", "n/a", "'null'"),
    *("PROLIFIC_PID", "prolific_pid", "STUDY_ID", "pid", "ASSIGNMENT_ID_NOT_AVAILABLE"),
    *("%7B%7BPROLIFIC_PID%7D%7D", "%5BX%5D", "&lt;x&gt;", "%3Cx%3E", "panel-{{pid}}", "a%PID%b"),
    *("__CODE__", "$worker", "#code#", "~code~", "|code|", "^code^", "=code=", "`code`", "$1"),
    *(
        "‹x›",
        "（x）",
        "【x】",
        "＜x＞",
        "｛｛ＰＩＤ｝｝",
        "ＮＵＬＬ",
        "CODE}",
        "{{CODE}",
        "%(code)s",
    ),
    *("%257B%257Bx%257D%257D", "&#x7b;x&#x7d;", "&lbrace;x&rbrace;", "&amp;lt;x&amp;gt;"),
    *("participantId", "participant_id", "WorkerID", "your-id", "YOUR ID HERE", "insert code here"),
    *("test", "Test", "sample", "TBD", "xxx", "XXXX", "n.a.", "not available", "true"),
    *("null,null", "undefined undefined", "None-None", "NA", "na", "-1", "-99"),
    *("#REF!", "#NUM!", "#DIV/0!", "#N/A", "object Object"),
    *("respondentid", "SURVEYCODE", "userId", "username", "transaction_id", "PSID", "id_goes_here"),
    *("XXXXX-XXXX", "YYY", "x" * 24, "demo", "preview", "testing"),
    *("00000000-0000-0000-0000-000000000000", "{00000000-0000-0000-0000-000000000000}"),
]
# As the help pages of panels and of those who send mails print them.
PRINTED = [
    *("{{%PROLIFIC_PID%}}", "%7B%7B%25PROLIFIC_PID%25%7D%7D", "%SURVEY_CODE%", "[ID]", "[%RID%]"),
    *("AZ3456EXAMPLE", "123RVWYBAZW00EXAMPLE456RVWYBAZW00EXAMPLE", "${e://Field/workerId}"),
    *("{{participantId}}", "{{RESPONDENT_ID}}", "[GID]", "YYY", "{TOKEN:PID}", "%reference%"),
    *("*|UNIQID|*", "%%EMAIL%%", "#u_tan#", "#tic#", "^f('respid')^", "[#scid#]", "[id_value]"),
    *('[contact("email")]', "{!Contact.Id}", "{{ contact.EMAIL }}", "<%= pid %>"),
]
PEOPLE = [
    *("5e90abc", "A1B2C3D4E5F6G7", "7", "0", "a@b.example", "p&1", "p/1", "O'Brien", "x%20y"),
    *("user-1_2", "abc[1]", "50%off", "100%", "Nullmeier", "nonesuch", "Anna", "né", "王"),
    *("test1", "Test Anna", "participant A", "judge B", "My", "The", "x", "@ann", "_ann_", "Nam"),
    *("d1f384e7-0e0e-4599-9dbf-c46a525aff45", "00000000-0000-0000-0000-000000000001", "xxy"),
    *("midge", "sidney", "A3EXAMPLEXYZ99", "EXAMPLES", "7-1", "yyyy7"),
    *("1)", "Ann (2)", "R&D", "Nil Anders", "id-7", "5%"),
    *("{judge}&/é", "a<b"),
]


@pytest.mark.parametrize("value", NO_PEOPLE + PRINTED)
def test_a_placeholder_is_no_id(value):
    assert is_placeholder(stripped(value), NAMES)
    assert id_of(value, NAMES) == ""
    assert id_of(f" {value}\u200b", NAMES) == ""


@pytest.mark.parametrize("value", PEOPLE)
def test_an_id_is_kept_as_it_is(value):
    assert id_of(value, NAMES) == value


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("webstudy_credit.aspx?credit_token=4e48&survey_code=XXXX", "survey_code=XXXX"),
        ("webstudy_credit.aspx?survey_code=%SURVEY_CODE%", "survey_code=%SURVEY_CODE%"),
        ("Survey/Complete?ProjectToken=ab-12&ID=[ID]", "ID=[ID]"),
        ("cb?token=9b6f&RID=[%25RID%25]", "RID=[%25RID%25]"),
        ("XXXX-XXXX-XXXX-XXXX/", "XXXX-XXXX-XXXX-XXXX"),
        ("<id>/done", "<id>"),
        ("complete?cc=C1A2B3", ""),
        ("webstudy_credit.aspx?experiment_id=123&survey_code=1", ""),
        ("HJKL-MNOP-QRST-UVWX/", ""),
        ("~ann/xxx/done?type=survey&test=true&q=C%C3%B3digo&x=&y", ""),
    ],
)
def test_what_an_address_leaves_open_is_found(address, part):
    assert left_open(f"https://panel.example/{address}") == part


def test_a_guid_in_braces_is_the_id_that_it_is_without():
    guid = "d1f384e7-0e0e-4599-9dbf-c46a525aff45"
    assert id_of(f" {{{guid}}} ") == guid
    assert pasted_lists.ids(f"{{{guid}}}").taken == (guid,)


@pytest.mark.parametrize(
    "around", ["\u200b", "\ufeff", "\u00ad", "\u2060", "\u00a0", "\u3164", " \t\r\n"]
)
def test_what_cannot_be_seen_around_an_id_is_cut(around):
    assert id_of(f"{around}5e90{around}{around}", NAMES) == "5e90"
    assert id_of("5e\u200b90", NAMES) == "5e\u200b90"


def test_nul_and_length():
    assert id_of("5e\x0090") == "5e90"
    assert id_of("a" * 200) == "a" * 200
    long = {id_of("a" * 300 + end) for end in ("", "b", "c")}
    assert [len(each) for each in long] == [200] * 3
    assert {each[:135] for each in long} == {"a" * 135}


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ([("prolific_pid", "7")], {"PROLIFIC_PID": ("7",)}),
        ([("Prolific_Pid ", "7"), ("PROLIFIC_PID", "7")], {"PROLIFIC_PID": ("7",)}),
        ([("PROLIFIC_PID", "7"), ("prolific_pid", "8")], {"PROLIFIC_PID": ("7", "8")}),
        ([("PROLIFIC_PID", "7?PROLIFIC_PID=7")], {"PROLIFIC_PID": ("7",)}),
        ([("PROLIFIC_PID", "7?prolific_pid=8")], {"PROLIFIC_PID": ("7", "8")}),
        (
            [("PROLIFIC_PID", "7?PROLIFIC_PID=7&STUDY_ID=s?STUDY_ID=s")],
            {"PROLIFIC_PID": ("7",), "STUDY_ID": ("s",)},
        ),
        ([("PROLIFIC_PID", "7&amp;STUDY_ID=s")], {"PROLIFIC_PID": ("7",), "STUDY_ID": ("s",)}),
        ([("PROLIFIC_PID", "7?x=1"), ("more", "y")], {"PROLIFIC_PID": ("7?x=1",)}),
        ([("amp;STUDY_ID", "s")], {"STUDY_ID": ("s",)}),
        ([("?PROLIFIC_PID", "7")], {"PROLIFIC_PID": ("7",)}),
        ([("PROLIFIC_PID", "7/?prolific_pid=7")], {"PROLIFIC_PID": ("7",)}),
        ([("PROLIFIC_PID", "7;STUDY_ID=s")], {"PROLIFIC_PID": ("7",), "STUDY_ID": ("s",)}),
        ([("PROLIFIC_PID=7&STUDY_ID=s", "")], {"PROLIFIC_PID": ("7",), "STUDY_ID": ("s",)}),
        ([], {}),
    ],
)
def test_parameters_are_read_as_they_were_meant(pairs, found):
    nothing = {"PROLIFIC_PID": (), "STUDY_ID": ()}
    assert parameters_in(pairs, nothing) == nothing | found


def test_a_value_of_any_length_is_looked_through_once() -> None:
    begin = time.thread_time()
    assert not is_placeholder("1" * 1_000_000)
    assert is_placeholder("AZ3456EXAMPLE")
    assert time.thread_time() - begin < 3
