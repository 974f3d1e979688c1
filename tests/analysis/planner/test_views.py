"""The planning page over HTTP: no account, no database, everything in its address."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories import make_user

# Only the tests of the new study have a database: a public page must not need one.
PAPER = {"goal": "similarity", "alpha": "0.05", "beta": "0.01", "pd": "30 %"}


def page_of(client, **parameters):
    response = client.get(reverse("analysis:plan"), parameters)
    assert response.status_code == 200
    return response.content.decode()


def text_of(page):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).replace("\u00a0", " ").split())


def link_named(page, name):
    [address] = re.findall(rf'<a[^>]*href="([^"]+)"[^>]*>{re.escape(name)}</a>', page)
    return html.unescape(address)


def test_the_address_is_plan():
    assert reverse("analysis:plan") == "/plan/"


def test_without_a_question_the_page_shows_that_of_a_new_study(client):
    page = text_of(page_of(client))
    assert "The answer: the number of judges 66 judges are enough." in page
    assert "With 66 judges: 29 right answers or more show a difference." in page


def test_the_papers_plan_from_its_address(client):
    page = text_of(page_of(client, **PAPER))
    assert "98 judges are enough." in page
    assert "With 98 judges: 40 right answers or fewer show similarity" in page
    assert "98 is the smallest number that is enough; from 102 on" in page
    assert "In between these fall short: 99, 101." in page
    assert "It takes about 54 judges on average if no one perceives a difference and 37" in page


@pytest.mark.parametrize(
    ("name", "computed"), [("alpha", "0.04841"), ("beta", "0.008622"), ("pd", "29.5"), ("n", "98")]
)
def test_each_of_the_four_is_computed_where_it_is_left_empty(client, name, computed):
    page = page_of(client, **{**PAPER, "n": "98", name: ""})
    [field] = re.findall(rf'name="{name}".*?<p class="computed">(.*?)</p>', page, re.DOTALL)
    assert text_of(field).startswith(f"Computed: {computed}")
    assert page.count('class="computed"') == 1


def test_the_cell_of_the_plan_is_lit_and_every_cell_leads_to_its_plan(client):
    page = page_of(client, **PAPER)
    [lit] = re.findall(r'<a href="([^"]+)" aria-current="true">98</a>', page)
    assert html.unescape(lit) == "/plan/?goal=similarity&alpha=0.05&beta=0.01&pd=0.3"
    cells = re.findall(r'<td[^>]*><a href="([^"]+)"[^>]*>([\d,]+)</a></td>', page)
    assert len(cells) == 125
    for address, number in cells[::31]:
        assert f"{number} judges are enough." in text_of(
            client.get(html.unescape(address)).content.decode()
        )


def test_what_was_typed_is_kept_and_the_error_stands_at_the_field(client):
    page = page_of(client, goal="difference", alpha="<b>0,9</b>", beta="0.05", pd="nan", n="")
    assert 'value="&lt;b&gt;0,9&lt;/b&gt;"' in page
    assert 'value="nan"' in page
    assert "<b>0,9" not in page
    for name in ("alpha", "pd"):
        [tag] = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
        assert 'aria-invalid="true"' in tag
        described = re.search(r'aria-describedby="([^"]+)"', tag)
        assert described
        assert all(f'id="{part}"' in page for part in described[1].split())
    assert "Write a proportion from 0.01 to 0.99" in text_of(page)
    assert "judges are enough" not in page


def test_all_four_filled_in_offers_to_empty_each(client):
    page = page_of(client, **{**PAPER, "n": "98"})
    assert "All four are filled in." in text_of(page)
    address = link_named(page, "Compute beta")
    assert parse_qs(urlsplit(address).query) == {
        "goal": ["similarity"],
        "alpha": ["0.05"],
        "pd": ["0.3"],
        "n": ["98"],
    }


def test_few_judges_are_warned_of_and_led_on(client):
    page = page_of(client, goal="similarity", alpha="0.2", beta="0.2", pd="0.5")
    assert "Fewer than the 30 judges that ISO 4120 recommends" in text_of(page)
    led = page_of(client, **_query(link_named(page, "See what 30 judges can show")))
    assert "With 30 judges pd can be as small as" in text_of(led)
    assert "ISO 4120" not in text_of(led)


def test_unreachable_and_hopeless_questions_lead_to_one_with_an_answer(client):
    page = page_of(client, goal="difference", alpha="0.001", beta="0.05", n="6")
    assert "no result can show a difference at alpha 0.001. At least 7 are needed." in text_of(page)
    assert "Use this plan" not in page
    name = "How many judges do alpha 0.001, beta 0.05 and pd 30\u00a0% need?"
    assert "138 judges are enough." in text_of(page_of(client, **_query(link_named(page, name))))
    assert "With 20 judges beta would be 0.87." in text_of(
        page_of(client, goal="difference", alpha="0.05", pd="0.1", n="20")
    )


def test_real_sequential_risks_above_the_nominal_are_said(client):
    page = text_of(page_of(client, goal="difference", alpha="0.1", beta="0.2", pd="0.5"))
    assert "The real risk of claiming a difference that is not there is 0.11" in page


def test_the_longest_plan_says_that_its_sequential_risks_are_not_exact(client):
    page = page_of(client, goal="difference", alpha="0.0001", beta="0.0001", pd="0.01")
    assert "278,008 judges are enough." in text_of(page)
    assert "These two are Wald's approximation." in text_of(page)
    assert len(page) < 100_000


def test_the_picture_has_a_table_behind_it(client):
    page = page_of(client, **PAPER)
    assert re.findall(
        r'<svg class="curve (wide|narrow)"[^>]*role="img" aria-label="[^"]{40,}"', page
    )
    [body] = re.findall(r"<details>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    rows = [text_of(row) for row in body.split("</tr>")]
    assert rows[97:99] == ["98 40 95.1 % yes", "99 40 94.3 % no"]
    assert rows[0] == "1 – 0.0 % no"


def test_the_page_holds_no_inline_style_or_script(client):
    page = page_of(client, **PAPER)
    assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=|javascript:", page)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_is_only_read(client, method):
    assert getattr(client, method)(reverse("analysis:plan")).status_code == 405


# Without NUL, which no page takes in its address (triadsurvey/middleware.py).
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(
    st.dictionaries(
        st.sampled_from(["goal", "alpha", "beta", "pd", "n", "x"]),
        TEXT | st.sampled_from(["0.05", "similarity", "98", "1e400", "{{ 7 }}"]),
    )
)
@settings(max_examples=60, deadline=None)
def test_no_address_breaks_the_page(parameters):
    from django.test import Client

    page_of(Client(), **parameters)


@pytest.mark.parametrize("query", ["alpha=%01", "alpha=%ff%fe", "n=98&n=9&pd=0.3", "goal[]=x"])
def test_odd_addresses_are_answered(client, query):
    assert client.get(f"{reverse('analysis:plan')}?{query}").status_code == 200


def test_without_redis_the_page_is_the_same(client, settings):
    with_redis = page_of(client, **PAPER)
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere/valkey.sock",
        }
    }
    assert page_of(client, **PAPER) == with_redis


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "method"), [("Use this plan", "fixed"), ("sequential", "")])
def test_use_this_plan_fills_in_a_new_study(client, name, method):
    page = page_of(client, **PAPER)
    sequential = "Use the sequential plan, with at most 196 judges"
    address = link_named(page, name if method else sequential)
    assert client.get(address).status_code == 302  # to the sign-in
    client.force_login(make_user(is_superuser=True))
    initial = client.get(address).context["form"]
    assert {
        key: str(initial[key].value())
        for key in ("goal", "alpha", "beta", "pd", "evaluations", "method")
    } == {
        "goal": "similarity",
        "alpha": "0.05",
        "beta": "0.01",
        "pd": "0.3",
        "evaluations": "98" if method else "196",
        "method": method or "sequential",
    }


@pytest.mark.django_db
def test_a_computed_risk_is_one_that_the_form_of_a_study_accepts(client):
    page = page_of(client, **{**PAPER, "n": "98", "alpha": ""})
    client.force_login(make_user(is_superuser=True))
    address = link_named(page, "Use this plan")
    values = {key: found[0] for key, found in parse_qs(urlsplit(address).query).items()}
    form = client.get(address).context["form"]
    bound = type(form)({**form.initial, **values, "title": "T", "subject_a": "A", "subject_b": "B"})
    bound.is_valid()
    assert not {"goal", "alpha", "beta", "pd", "evaluations", "method"} & set(bound.errors)


def _query(address):
    return {key: found[0] for key, found in parse_qs(urlsplit(address).query).items()}


def test_repeats_texts_and_protocols_have_their_sections(client):
    page = page_of(
        client,
        goal="difference",
        alpha="0.05",
        beta="0.1",
        pd="0.3",
        each="3",
        texts="4",
        d_prime="1",
    )
    said = text_of(page)
    assert "With 3 answers each, and if judges clearly differ," in said
    assert "With 4 texts a subject each text will be read about" in said
    assert "With fewer than 10 texts a subject the verdict says little beyond these texts" in said
    assert "the triangle needs 283 judges, the directed triad 23 judges." in said
    query = _query(link_named(page, "Use the directed plan with 23 judges"))
    assert (query["protocol"], query["evaluations"]) == ("directed", "23")
    [repeated] = re.findall(
        r'<a href="([^"]+)">Use the plan with (\d+) judges with 3 answers', page
    )
    query = _query(html.unescape(repeated[0]))
    assert (query["evaluations_per_judge"], int(query["evaluations"])) == (
        "3",
        3 * int(repeated[1]),
    )


def test_the_fields_below_the_question_stay_in_links_to_other_plans(client):
    page = page_of(client, **PAPER, texts="4")
    [lit] = re.findall(r'<a href="([^"]+)" aria-current="true">98</a>', page)
    assert html.unescape(lit).endswith("&pd=0.3&texts=4")
    assert '<details class="more" open>' in page
    assert '<details class="more">' in page_of(client, **PAPER)


def test_what_is_wrong_below_the_question_stands_at_its_field_and_the_answer_stays(client):
    page = page_of(client, **PAPER, correlation="2")
    assert "98 judges are enough." in text_of(page)
    assert "Write a number from 0 to 1, for example 0.05." in text_of(page)
    assert "Undirected or directed?" not in page
    assert '<details class="more" open>' in page


def test_a_plan_for_similarity_says_why_it_takes_no_repeats(client):
    assert "A plan for similarity takes one answer a judge" in text_of(page_of(client, **PAPER))
