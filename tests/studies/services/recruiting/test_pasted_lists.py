"""Pasted lists: what is meant is taken, what could not be is named."""

import pytest

from studies.services.recruiting import pasted_lists

ANN, BO = "ann@example.org", "bo@example.org"


@pytest.mark.parametrize(
    "pasted",
    [
        f"{ANN}\n{BO}",
        f"{ANN}; {BO}",
        f"{ANN}, {BO}",
        f" {ANN} ;\r\n\r\n{BO};",
        f"Lee, Ann <{ANN}>; Wu, Bo <{BO}>",
        f"Lee, Ann <{ANN}>, Wu, Bo <{BO}>",
        f"Ann Lee <{ANN}>, Bo Wu <{BO}>",
        f'"Lee, Ann" <{ANN}>, "Wu, Bo" <{BO}>',
        f"'Ann Lee' <{ANN}>\n<{BO}>",
        f"{ANN} <{ANN}>; {BO}",
        f"{ANN}, Bo Wu <{BO}>",
        f"Ann Lee <{ANN}>, {BO}",
        f"mailto:{ANN}\nWu <mailto:{BO}>",
        f"{ANN}\u200b\n\ufeff{BO}\u00a0",
        f"ann\u200b@example.org\u2060;\u202a{BO}\u202c",
        f"Lee\tAnn\t{ANN}\nWu\tBo\t{BO}\t2026",
        f"{ANN}，{BO}",
        f"{ANN}；{BO}。",
        f"{ANN}、{BO}".replace("@", "＠"),
        f"Lee, Ann ＜{ANN}＞；Wu, Bo ＜{BO}＞",
        f"{ANN} {BO}",
        f"{ANN} | {BO}",
        f"| Ann | {ANN} |\n| Bo | {BO} |",
        f"• {ANN}\n- {BO}",
        f"1. {ANN}\n2) {BO}",
        f"To: {ANN}; Cc: Wu, Bo <{BO}>",
        f"Team: {ANN}, {BO};",
        f"MAILTO:{ANN}?subject=Hi\n[Bo](mailto:{BO})",
        f"{ANN} (Ann Lee)\nBo Wu ({BO})",
        f"Lee, Ann [{ANN}]; Wu, Bo (Dept. 3) <{BO}>",
        f"Lee, Ann &lt;{ANN}&gt;; &lt;{BO}&gt;",
        f'"Lee; Ann" <{ANN}>; „{BO}“',
        f"Name,Email\nAnn,{ANN}\nBo,{BO}",
        f"Email;Name;Since\n{ANN};Ann;2026\n{BO};Bo;2026",
        f"Ann,{ANN}\nBo,{BO}",
        f"{ANN}\u2028{BO}",
    ],
)
def test_addresses_are_taken_as_mail_programs_write_them(pasted: str) -> None:
    read = pasted_lists.addresses(pasted)
    assert (read.taken, read.left) == ((ANN, BO), ())


@pytest.mark.parametrize(
    ("pasted", "left"),
    [
        (f"{ANN}\nWu, Bo", "2 (“Wu”), 2 (“Bo”)"),
        (f"{ANN}\na bo@example.org", "2 (“a bo@example.org”)"),
        (f"{ANN}\nj smith@example.org", "2 (“j smith@example.org”)"),
        (f"{ANN}\nWu Bo </O=EXAMPLE/CN=BO>", "2 (“/O=EXAMPLE/CN=BO”)"),
        (f"{ANN}; bo@@example.org", "1 (“bo@@example.org”)"),
        (f"Lee, Ann <{ANN}>, Bo", "1 (“Bo”)"),
        (f"Lee, Ann <{ANN}>; Wu, Bo <bo>", "1 (“bo”)"),
        (f"{ANN}\n<>", "2 (“<>”)"),
        (f"{ANN}\n" + "(" * 2000, f"2 (“{'(' * 60}”)"),
        (ANN + "\nx" * 7, ", ".join(f"{n} (“x”)" for n in range(2, 7)) + " …"),
    ],
)
def test_what_is_no_address_is_named_with_its_line(pasted: str, left: str) -> None:
    read = pasted_lists.addresses(pasted)
    assert read.taken == (ANN,)
    assert read.left_in_words == left


@pytest.mark.parametrize("deep", ["(", "<", '"', "[", "@", ",", ";"])
def test_no_list_is_too_nested(deep: str) -> None:
    pasted_lists.addresses(deep * 100_000)


def test_people_are_names_or_addresses() -> None:
    pasted = f"Ann Lee\u200b\n\u3164\nLee, Ann <{ANN}>; Wu, Bo <{BO}>\nO’Neill,  Mary"
    assert pasted_lists.people(pasted).taken == ("Ann Lee", ANN, BO, "O’Neill, Mary")


@pytest.mark.parametrize(
    ("pasted", "taken", "left"),
    [
        ("5e90\n5e91", ("5e90", "5e91"), ""),
        ("5e90,APPROVED\n5e91,REJECTED", ("5e90", "5e91"), "1 (“APPROVED”), 2 (“REJECTED”)"),
        ("5e90\tAPPROVED", ("5e90",), "1 (“APPROVED”)"),
        ('"5e90";"APPROVED"', ("5e90",), "1 (“APPROVED”)"),
        ("5e90, 5e91, 5e92\n", ("5e90", "5e91", "5e92"), ""),
        ("5e90\u200b\n 5e90 \n\ufeff5e90", ("5e90",), ""),
        ("Participant id\n5e90", ("5e90",), ""),
        (
            "Submission id,Participant id,Status\ns1,5e90,APPROVED\ns2,5e91,APPROVED",
            ("5e90", "5e91"),
            "2 (“s1, APPROVED”), 3 (“s2, APPROVED”)",
        ),
        ("5e90；5e91；5e92", ("5e90", "5e91", "5e92"), ""),
        ("5e90 5e91\n• 5e92\n1. 5e93", ("5e90", "5e91", "5e92", "5e93"), ""),
        ("[5e90, 5e91]\n['5e92', '5e93']", ("5e90", "5e91", "5e92", "5e93"), ""),
        ("| 5e90 | APPROVED |", ("5e90",), "1 (“APPROVED”)"),
        ("WorkerId: 5e90\nPROLIFIC_PID=5e91\n“5e92”\n<5e93>", ("5e90", "5e91", "5e92", "5e93"), ""),
        ("https://example.org/participants/5e90/", ("5e90",), ""),
        ("Participant IDs (of June)\n5e90", ("5e90",), ""),
        ("５ｅ９０", ("5e90",), ""),
        ("abc[1]\nJ.S.\n-1\na:b", ("abc[1]", "J.S.", "-1", "a:b"), ""),
        ("member 7\nLee", ("member 7", "Lee"), ""),
        (",APPROVED", (), "1 (“APPROVED”)"),
        ("", (), ""),
    ],
)
def test_ids_are_taken_of_lists_and_tables(pasted: str, taken: tuple[str], left: str) -> None:
    read = pasted_lists.ids(pasted)
    assert (read.taken, read.left_in_words) == (taken, left)
