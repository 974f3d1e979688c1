"""In which language the judge's pages speak."""

import struct

import pytest
from django.urls import reverse

from studies.judge.languages import offered_languages, translated_languages
from studies.models import Judge, Trial
from studies.services.lifecycle import transitions
from studies.services.recruiting import links
from studies.wording import wording_of
from studies.workbench.forms.study.form import StudyForm
from tests.factories import make_link, make_study, make_user, open_study
from tests.studies.judge.visits import begin, opened, text_of, welcome_of

# A catalogue without a single message: magic number, version, no strings, offsets, no hash table.
EMPTY_CATALOGUE = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28)


@pytest.fixture
def locale(tmp_path, settings):
    """Nothing is translated but what a test adds."""
    settings.LOCALE_PATHS = [tmp_path]
    translated_languages.cache_clear()

    def add(code):
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.mo").write_bytes(EMPTY_CATALOGUE)
        translated_languages.cache_clear()

    yield add
    translated_languages.cache_clear()


def test_only_languages_with_a_translation_are_offered(locale):
    assert offered_languages() == ()
    locale("gl")
    assert offered_languages() == (("en", "English"), ("gl", "Galego"))


@pytest.mark.django_db
def test_the_language_that_is_asked_for_is_kept(client, locale):
    locale("gl")
    link = make_link(open_study())
    page = client.get(welcome_of(link), {"lang": "gl"})
    assert '<html lang="gl">' in text_of(page)
    assert '<a href="?lang=en" lang="en" hreflang="en">English</a>' in text_of(page)
    texts = begin(client, link, lang="gl")
    assert Judge.objects.get().language == "gl"
    page = client.get(reverse("judge:trial", args=[Trial.objects.get().code]))
    assert '<html lang="gl">' in text_of(page)
    assert page["Content-Language"] == "gl"
    assert client.get(texts["Location"], {"lang": "klingon"}).status_code == 200


@pytest.mark.django_db
def test_the_browsers_language_is_spoken_where_there_is_a_translation(client, locale):
    link = make_link(open_study())
    header = {"accept-language": "gl-ES,gl;q=0.9"}
    assert '<html lang="en">' in text_of(client.get(welcome_of(link), headers=header))
    locale("gl")
    assert '<html lang="gl">' in text_of(client.get(welcome_of(link), headers=header))


SPANISH = {"accept-language": "es-MX,es;q=0.9"}


def language_of(page):
    language = page["Content-Language"]
    direction = ' dir="rtl"' if language == "ar" else ""
    assert f'<html lang="{language}"{direction}>' in text_of(page)
    return page["Content-Language"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "link", "browser", "study", "spoken"),
    [
        ("de", "fr", "gl", "es", "de"),
        ("", "fr", "gl", "es", "fr"),
        ("", "", "gl", "es", "gl"),
        ("", "", "en-GB, gl;q=0.5", "es", "en"),
        ("", "", "ja-JP, ja;q=0.9, gl;q=0.5", "es", "gl"),
        ("", "", "ja-JP, *;q=0.1", "es", "es"),
        ("", "", "pt-BR, es;q=0.9", "es", "pt"),
        ("", "", "zh-CN, en;q=0.5", "es", "zh-hans"),
        ("", "", "zh-SG", "es", "zh-hans"),
        ("", "", "zh-TW, zh;q=0.9, en-US;q=0.8, en;q=0.7", "es", "en"),
        ("", "", "zh-Hant-HK, zh;q=0.9", "es", "es"),
        ("", "", "zh-MO", "zh-Hant", "en"),
        ("", "", "zh-TW, zh-CN;q=0.5", "es", "zh-hans"),
        ("", "", "zh-Hans-HK, en;q=0.5", "es", "zh-hans"),
        ("zh-hans", "", "zh-TW", "es", "zh-hans"),
        ("", "", "", "pt-AO", "pt"),
        ("", "", "", "fa", "en"),
        ("", "", "\0;;q=x", "es", "es"),
        ("", "", "", "es", "es"),
        ("klingon", "", "", "es", "es"),
    ],
)
def test_asked_then_link_then_browser_then_study(client, asked, link, browser, study, spoken):
    link = make_link(open_study(language=study), language=link)
    headers = {"accept-language": browser}
    page = client.get(welcome_of(link), {"lang": asked}, headers=headers)
    assert language_of(page) == spoken


@pytest.mark.django_db
def test_a_visit_stays_in_the_language_of_its_link(client):
    link = make_link(open_study(language="en"), language="fr")
    texts = begin(client, link)["Location"]
    assert Judge.objects.get().language == "fr"
    pages = [
        client.get(texts, headers=SPANISH),
        client.post(texts, {}, headers=SPANISH),
        client.get(f"{texts}leave/", headers=SPANISH),
        client.post(texts, {"choice": "1"}, follow=True, headers=SPANISH),
        client.get(welcome_of(link), headers=SPANISH),
    ]
    assert [language_of(page) for page in pages] == ["fr"] * 5


@pytest.mark.django_db
def test_a_judge_who_comes_back_finds_the_language_of_the_beginning(client):
    link = make_link(open_study())
    begin(client, link, lang="gl")
    back = client.get(welcome_of(link), headers=SPANISH)
    assert language_of(back) == "gl"
    assert "Dámoslle de novo a benvida" in text_of(back)


@pytest.mark.django_db
def test_a_stop_is_told_in_the_language_of_the_link(client):
    link = make_link(open_study(), language="de")
    transitions.pause(study=link.study, user=link.study.owner)
    page = client.get(welcome_of(link), headers=SPANISH)
    assert language_of(page) == "de"
    assert "Die Studie ist unterbrochen" in text_of(page)


@pytest.mark.django_db
def test_the_switch_loses_neither_the_panel_members_id_nor_the_form(client):
    link = make_link(open_study(), id_parameter="PROLIFIC_PID")
    page = client.get(welcome_of(link), {"PROLIFIC_PID": "p&1", "lang": "es"})
    assert 'href="?PROLIFIC_PID=p%261&amp;lang=gl" lang="gl"' in text_of(page)
    asked_again = client.post(f"{welcome_of(link)}start/", {"PROLIFIC_PID": "p1"})
    assert asked_again.status_code == 422
    assert 'href="?PROLIFIC_PID=p1&amp;lang=gl" lang="gl"' in text_of(asked_again)
    switched = client.get(f"{welcome_of(link)}start/?PROLIFIC_PID=p1&lang=gl", follow=True)
    assert language_of(switched) == "gl"
    assert 'name="PROLIFIC_PID" value="p1"' in text_of(switched)


@pytest.mark.django_db
def test_consent_is_stored_for_the_words_that_were_read(client):
    link = make_link(open_study(), language="es")
    begin(client, link)
    spanish = wording_of(link.study, "es")
    assert Judge.objects.get().consent_sha256 == spanish.consent_sha256
    assert spanish.consent.startswith("La participación es voluntaria")


@pytest.mark.django_db
def test_the_message_to_send_is_in_the_language_of_the_link():
    study = open_study(language="gl")
    assert links.message_for(make_link(study)).startswith("Buscamos persoas")
    assert links.message_for(make_link(study, language="fr")).startswith("Nous recherchons")


@pytest.mark.django_db
def test_a_judge_is_told_that_the_texts_are_in_another_language(client):
    page = client.get(welcome_of(make_link(open_study(), language="es")))
    assert "Los textos están en un idioma distinto del de esta página: Inglés." in text_of(page)
    study = make_study()
    study.samples.filter(subject="A").update(language="pt-BR")
    opened(study)
    for language, foreign in {"pt": False, "en": False, "de": True}.items():
        page = client.get(welcome_of(make_link(study, language=language)))
        assert ("Die Texte sind in einer anderen Sprache" in text_of(page)) == foreign
        assert "língua diferente" not in text_of(page)


@pytest.mark.django_db
def test_one_and_many(client):
    one = text_of(client.get(welcome_of(make_link(open_study(), language="gl"))))
    assert "Hai unha páxina con tres textos." in one
    study = open_study(evaluations_per_judge=3)
    many = text_of(client.get(welcome_of(make_link(study, language="de"))))
    assert "Es gibt 3 Seiten mit je drei Texten." in many


@pytest.mark.django_db
def test_the_pages_of_researchers_are_all_english(client):
    """Django speaks Spanish, our admin does not: half of each would be worse than one."""
    assert '<html lang="en' in text_of(client.get("/admin/login/", headers=SPANISH))
    client.force_login(make_user(is_superuser=True))
    study = open_study(language="gl")
    # A judge's page before it, in the same thread.
    client.get(welcome_of(make_link(study)), headers=SPANISH)
    page = text_of(client.get("/admin/", headers=SPANISH))
    assert '<html lang="en' in page
    assert "Cerrar sesión" not in page
    preview = client.get(reverse("studies:preview", args=[study.code]), headers=SPANISH)
    assert '<html lang="gl">' in text_of(preview)
    assert "Vista previa: non se garda nada" in text_of(preview)


@pytest.mark.django_db
def test_a_page_from_right_to_left_says_so(client):
    link = make_link(open_study(language="ar"))
    page = client.get(welcome_of(link))
    assert '<html lang="ar" dir="rtl">' in text_of(page)
    assert language_of(client.get(welcome_of(link), {"lang": "en"})) == "en"


@pytest.mark.django_db
def test_a_study_in_any_language_names_it_with_its_words(client):
    study = open_study(language="fa", question="کدام یکی؟", instructions="سه متن کوتاه")
    page = text_of(client.get(begin(client, make_link(study))["Location"]))
    assert '<html lang="en">' in page
    assert '<h1 id="question" lang="fa" dir="auto">کدام یکی؟</h1>' in page
    assert '<div class="text" lang="fa" dir="ltr"' in page  # these texts are in Latin letters


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "stored"), [("pt_br", "pt-BR"), ("ZH-HANS", "zh-hans"), ("ckb", "ckb"), ("es", "es")]
)
def test_the_form_takes_any_tag(client, typed, stored):
    owner = make_user(is_superuser=True)
    client.force_login(owner)
    names = {"title": "T", "subject_a": "A", "subject_b": "B", "language": typed}
    form = StudyForm(names)
    form.is_valid()
    assert form.cleaned_data["language"] == stored
    assert StudyForm(names | {"language": "Klingon, of course"}).errors["language"] == [
        "Write a language tag, such as en, pt-BR, zh-Hant or ar."
    ]
