"""Nothing that a judge's browser gets tells the subject of a text, or which one is the odd one."""

import re
from itertools import product

import pytest
from django.test import Client

from studies.design import ORDERS
from studies.models import Sample, Trial
from tests.factories import make_link, make_sample, make_study
from tests.policies import OF_PAGES, policy_of
from tests.studies.judge.visits import begin, opened, run_out, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db
NAMES = {"subject_a": "Quixotl", "subject_b": "Zarathu", "title": "Quixotl against Zarathu"}
KEY = r'(?:name="form_key" value="|form_key=|browser_key=|X-Request-Id: |\?new=)([\w-]+)'
JUDGE_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
}


def a_study(**fields):
    """Texts with item, language and direction filled in for one subject only."""
    study = make_study(items=0, evaluations=24, **NAMES, **fields)
    for number in range(12):
        text = f"The weather of day {number} "
        make_sample(study, "A", f"item-{number}", text + "is fine.", language="en-GB")
        make_sample(study, "B", f"item-{number}", text + "was fine.", language="", direction="ltr",
                    condition="Zarathu shuffled")  # fmt: skip
    return opened(study)


def every_state(link):
    """Each page that a judge can meet, by name."""
    client = Client()
    pages = {"welcome": client.get(welcome_of(link))}
    pages["no consent"] = client.post(start_of(link), {"consent": "no"})
    pages["consent missing"] = client.post(start_of(link))
    started = begin(client, link)
    address = started["Location"]
    pages |= {"started": started, "known": client.get(welcome_of(link))}
    pages |= {"texts": client.get(address), "leave": client.get(f"{address}leave/")}
    pages["nothing chosen"] = client.post(address)
    pages["whole texts"] = client.post(f"{address}whole/")
    trial = Trial.objects.get(state="held")
    run_out(trial)
    pages["run out"] = client.get(address)
    begin(Client(), link)
    pages["taken"] = client.get(address)
    pages["next"] = client.post(f"{address}next/")
    address = pages["next"]["Location"]
    pages["renew"] = client.post(f"{address}renew/")
    pages["answered"] = client.post(address, {"choice": "1"})
    pages["as data"] = client.post(address, {"choice": "1"}, headers={"accept": "application/json"})
    pages["kept"] = client.post(address, {"choice": "2"}, follow=True)
    pages["done"] = client.get(address)
    pages["unknown"] = client.get("/t/nobodys-code/")
    pages["method"] = client.get(f"{address}next/")
    return pages


def drawn_by_chance(link, pages):
    """Keys, codes and numbers of requests: one in a thousand begins with ABB or another order."""
    keys = {found for page in pages for found in re.findall(KEY, everything_of(page))}
    return keys | {link.token, *Trial.objects.values_list("code", flat=True)}


def everything_of(page):
    """Body, headers and cookies: all that a browser gets."""
    headers = "".join(f"\n{name}: {value}" for name, value in page.items())
    return text_of(page) + headers + "\n".join(str(cookie) for cookie in page.cookies.values())


def assert_no_secrets(sent, secrets, drawn, state):
    """Look for orders beside what was drawn by chance, for everything else in all that was sent."""
    rest = re.sub("|".join(map(re.escape, drawn)), "", sent)
    for secret in secrets:
        assert not re.search(rf"\b{re.escape(secret)}", sent, re.IGNORECASE), (state, secret)
    for order in ORDERS:
        assert not re.search(rf"\b{order}", rest, re.IGNORECASE), (state, order)


@pytest.mark.parametrize(("per_judge", "presentation"), [(1, "whole"), (3, "whole"), (3, "masked")])
def test_no_page_tells_anything(per_judge, presentation):
    link = make_link(a_study(evaluations_per_judge=per_judge, presentation=presentation))
    pages = every_state(link)
    drawn = drawn_by_chance(link, pages.values())
    secrets = (*NAMES.values(), "item-", "en-GB", "odd", "correct", "subject")
    for state, page in pages.items():
        sent = everything_of(page)
        assert_no_secrets(sent, secrets, drawn, state)
        assert link.study.seed not in sent, state
        for name, value in JUDGE_HEADERS.items():
            assert page[name] == value, state
        assert policy_of(page) == OF_PAGES, state


def practice_and_attention(link):
    """Pages before a choice in a practice and in an attention triad, and the ways out of them."""
    client = Client()
    address = begin(client, link)["Location"]
    pages = {}
    for kind in ("practice", "attention"):
        assert Trial.objects.get(state="held").kind == kind
        pages |= {f"{kind} texts": client.get(address), f"{kind} error": client.post(address)}
        pages |= {f"{kind} {way}": client.get(f"{address}{way}/") for way in ("leave", "withdraw")}
        pages[f"{kind} answered"] = client.post(address, {"choice": "1"})
        address = client.post(f"{address}next/")["Location"]
    return pages


def test_practice_and_attention_tell_nothing_before_the_choice():
    study = make_study(items=12, evaluations=24, practice_triads=1, attention_at=[1], **NAMES)
    for kind, letter in product(("practice", "attention"), "AB"):
        for number in range(3):
            fields = {"kind": kind, "language": "en-GB" if letter == "A" else ""}
            text = f"Weather {number} {letter} {len(kind)}"
            make_sample(study, letter, f"item-{kind} {number}", text, **fields)
    link = make_link(opened(study))
    pages = practice_and_attention(link)
    drawn = drawn_by_chance(link, pages.values())
    secrets = (*NAMES.values(), "item-", "en-GB", "odd", "correct", "attention")
    for state, page in pages.items():
        words = () if state.startswith("practice") else ("practice",)
        assert_no_secrets(everything_of(page), (*secrets, *words), drawn, state)


def test_no_number_of_a_sample_triad_or_place_is_on_the_page():
    link = make_link(a_study())
    client = Client()
    address = begin(client, link)["Location"]
    page = text_of(client.get(address))
    assert address.count("/") == 3  # nothing but the code
    trial = Trial.objects.get()
    body = page.partition("<body")[2]
    keys = {sample.pk for sample in Sample.objects.all()} | {trial.pk, trial.triad_id}
    shown = {int(number) for number in re.findall(r'="(?:[a-z]+-)?(\d+)"', body)}
    # 1, 2 and 3 are places; the rest are the seconds that are left.
    assert shown - {1, 2, 3} <= {int(re.search(r'data-left="(\d+)"', page)[1])}
    assert not (shown - {1, 2, 3}) & keys


def test_the_three_texts_come_with_the_same_markup():
    link = make_link(a_study())
    client = Client()
    for _ in range(6):
        client.cookies.clear()
        page = text_of(client.get(begin(client, link)["Location"]))
        articles = re.findall(r"<article.*?</article>", page, re.DOTALL)
        bare = {
            re.sub(r"\d{3}|(?:label|choice)-\d|The weather of day .*?</div>", "", article)
            for article in articles
        }
        assert len(articles) == 3
        assert len(bare) == 1


def test_no_session_is_touched_and_no_other_cookie_set():
    link = make_link(a_study())
    for state, page in every_state(link).items():
        assert set(page.cookies) <= {"form_key", "browser_key"}, state
        assert "Cookie" not in page.get("Vary", ""), state
