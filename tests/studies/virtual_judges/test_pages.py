"""What a virtual judge sees of a page."""

from studies.virtual_judges.pages import forms_of

PAGE = """
<form action="/search/"><input name="q"></form>
<form method="post" action="/t/abc/">
<button disabled hidden></button>
<input type="hidden" name="form_key" value="a&amp;b">
<p>&lt;form action="/elsewhere/"&gt;</p>
<label><input type="radio" name="choice" value="1"> 417</label>
<label><input type="radio" name="choice" value="2"> 802</label>
<button name="consent" value="yes">Yes</button>
</form>
"""


def test_a_page_is_read_as_a_person_sees_it():
    search, triad = forms_of(PAGE)
    assert (search.action, search.is_triad) == ("/search/", False)
    assert triad.action == "/t/abc/"
    assert triad.hidden == {"form_key": "a&b"}
    assert triad.choices == {"choice": ["1", "2"]}
    assert triad.buttons == [("consent", "yes")]
    assert triad.is_triad
    assert triad.asks_consent


def test_a_question_is_answered_with_what_its_page_accepts():
    page = """
    <form method="post"><input type="text" name="q-age" data-example="18">
    <input type="radio" name="q-job" value="1"><input type="radio" name="q-job" value="2">
    <textarea name="q-more"></textarea></form>
    """
    [form] = forms_of(page)
    assert form.any_answers == {"q-age": "18", "q-job": "1", "q-more": "a word"}
    assert not form.is_triad
