"""Pages of researchers that follow something that was typed or done."""

from typing import Any

from scripts.pictures.gallery.camera import Photographer, Visit
from scripts.pictures.gallery.visits import walk

ROWS = "subject,item,text\nTGen,1,Rain in the morning.\nTGen,2,Sun.\nhuman,1,Wet, all day.\n"


def study_page(study: Any, rest: str = "") -> str:
    """Return the address of a page of a study."""
    return f"/studies/{study.code}/{rest}"


def owner(photographer: Photographer, scene: Any) -> Any:
    """Let the owner of the studies come."""
    return photographer.visit(scene.session_of(scene.owner))


# Forms that are sent with nothing in them, by the page that has them.
EMPTY_FORMS = {
    "new study": "studies/new/",
    "new study of ratings": "studies/new/ratings/",
    "profile": "admin/profile/",
    "password": "admin/password_change/",
    "account": "admin/studies/user/add/",
    "question": "question/",
    "new text": "texts/new/",
    "upload": "texts/upload/",
    "new link": "people/links/new/",
    "invite": "people/invite/",
    "personal links": "people/personal-links/",
    "withdraw a judge": "withdraw-judge/",
    "share": "settings/share/",
    "share link": "share-links/",
    "webhook": "webhooks/",
    "erase": "erase/",
    "amend": "amend/",
    "keep": "keep/",
}
OF_DRAFTS = ("question", "new text", "upload")


@walk(
    *(f"form with errors: {name}" for name in EMPTY_FORMS),
    of="studies:new studies:new_ratings profile admin:password_change admin:studies_user_add",
)
def errors(photographer: Photographer, scene: Any) -> None:
    for name, path in EMPTY_FORMS.items():
        picture = f"form with errors: {name}"

        def look(name: str = name, path: str = path, picture: str = picture) -> None:
            alone = path.startswith(("studies/", "admin/"))
            study = None if alone else (scene.draft if name in OF_DRAFTS else scene.running)
            with owner(photographer, scene) as visit:
                visit.go("/" + path if alone else study_page(study, path))
                empty(visit)
                visit.send_empty("#content form[method=post]")
                visit.take(picture)

        photographer.each((picture,), look)


def empty(visit: Visit) -> None:
    """Empty every field of the page that can be empty."""
    visit.page.evaluate(
        """() => document.querySelectorAll('#content form[method=post] :is(input, textarea)')
        .forEach(field => {
            if (!['hidden', 'radio', 'checkbox', 'file'].includes(field.type)) field.value = ''
        })"""
    )


@walk("new study, texts", "new study, review", "new study, cues", "new study, open",
      of="studies:new studies:upload")  # fmt: skip
def new_study(photographer: Photographer, scene: Any) -> None:
    """Go through the four steps of a new study."""
    with owner(photographer, scene) as visit:
        page = visit.page
        visit.go("/studies/new/")
        for field, value in {
            "title": "Restaurants",
            "subject_a": "TGen",
            "subject_b": "human",
        }.items():
            page.fill(f"#id_{field}", value)
        page.get_by_role("button", name="Store and add texts").click()
        page.wait_for_url("**/texts/upload/")
        visit.take("new study, texts")
        file, content = scene.files["csv"]
        page.set_input_files(
            "input[name=file]", {"name": file, "mimeType": "text/csv", "buffer": content}
        )
        page.get_by_role("button", name="Check the texts").click()
        page.wait_for_load_state()
        visit.take("new study, review")
        page.get_by_role("button", name="Store 24 texts").click()
        page.wait_for_url("**/texts/surface-cues/")
        visit.take("new study, cues")
        page.get_by_role("link", name="Check and open").first.click()
        page.wait_for_url("**/open/")
        visit.take("new study, open")


@walk("compare two", "compare four", of="analysis:compare")
def compared(photographer: Photographer, scene: Any) -> None:
    two = [scene.different, scene.undecided]
    four = [*two, scene.similar, scene.directed]
    with owner(photographer, scene) as visit:
        for name, studies in (("compare two", two), ("compare four", four)):
            query = "&".join(f"studies={study.code}" for study in studies)
            visit.go(f"/compare/?{query}")
            visit.take(name)


@walk("second factor begun", "second factor on", of="second_factor")
def second_factor(photographer: Photographer, scene: Any) -> None:
    with photographer.visit(scene.session_of(scene.colleague)) as visit:
        visit.go("/admin/profile/second-factor/")
        visit.press("Set up a second factor")
        visit.take("second factor begun")
        visit.page.fill("#id_code", scene.code_of_phone(scene.colleague))
        visit.press("Turn it on")
        visit.take("second factor on")


@walk("token made", of="profile")
def token(photographer: Photographer, scene: Any) -> None:
    with owner(photographer, scene) as visit:
        visit.go("/admin/profile/")
        visit.page.fill("input[name=name]", "analysis script")
        visit.press("Make token")
        visit.take("token made")


@walk("invitation accepted", of="studies:join")
def joined(photographer: Photographer, scene: Any) -> None:
    with photographer.visit() as visit:
        visit.go(f"/join/{scene.invite('accepting@example.org')}/")
        for name in ("new_password1", "new_password2"):
            visit.page.fill(f"#id_{name}", "a-long-password-27")
        visit.page.locator("main form button").last.click()
        visit.page.wait_for_load_state()
        visit.take("invitation accepted")


@walk("sign-in wrong", "sign-in locked out", of="admin:login")
def locked_out(photographer: Photographer, scene: Any) -> None:
    """Type wrong passwords until no more are taken: 429."""
    with photographer.visit() as visit:
        page = visit.page
        for number in range(12):
            visit.go("/admin/login/?next=/studies/", status=None)
            if not page.locator("#id_username").count():
                break
            page.fill("#id_username", "nobody@example.org")
            page.fill("#id_password", f"wrong {number}")
            page.press("#id_password", "Enter")
            page.wait_for_load_state()
            if number == 0:
                visit.take("sign-in wrong")
        visit.take("sign-in locked out")


@walk("signed out while typing", "form of another site", of="studies:settings")
def kept_forms(photographer: Photographer, scene: Any) -> None:
    """Send a form after the session has ended; send one with the token of another."""
    path = study_page(scene.draft, "question/")
    for name, spoil in (
        ("signed out while typing", "sessionid"),
        ("form of another site", "csrftoken"),
    ):
        with owner(photographer, scene) as visit:
            visit.go(path)
            visit.page.fill("#id_title", "Typed before")
            visit.page.context.clear_cookies(name=spoil)
            visit.send_empty("#content form[method=post]")
            visit.take(name)
