"""Images of a study: re-encoded once, kept as rows, let go of when nothing uses them."""

from collections.abc import Callable, Collection
from typing import TypedDict

from django.db import connection

from studies import image_encoding, stimuli
from studies.models import Image, Study

# An image is kept while a text has it, or an upload waits that may have brought it.
UNUSED = """
    DELETE FROM studies_image i
    WHERE (%(study)s IS NULL OR i.study_id = %(study)s)
      AND NOT EXISTS (SELECT FROM studies_sample s WHERE s.image_id = i.id)
      AND NOT EXISTS (SELECT FROM studies_upload u WHERE u.study_id = i.study_id)
"""


class Kept(TypedDict, total=False):
    """What an upload remembers of an image: its row and hash, or why it cannot be used."""

    pk: int
    sha256: str
    problem: str
    params: dict[str, str | int]


def keep(*, study: Study, content: bytes) -> Image:
    """The study's row of an image, made where there is none. Raises `ImageError`."""
    encoded = image_encoding.encode(content)
    image, _made = Image.objects.get_or_create(
        study=study,
        sha256=encoded.sha256,
        defaults={
            "content": encoded.content,
            "content_type": image_encoding.CONTENT_TYPE,
            "width": encoded.width,
            "height": encoded.height,
        },
    )
    return image


def keep_all(
    *,
    study: Study,
    archive: stimuli.Archive,
    names: Collection[str],
    progress: Callable[[int], None],
) -> dict[str, Kept]:
    """The images of a ZIP that its table names; a name that the ZIP does not have is left out."""
    found: dict[str, Kept] = {}
    for done, name in enumerate(sorted(names), 1):
        kept = _kept(study, archive, name)
        if kept is not None:
            found[name] = kept
        progress(done)
    return found


def _kept(study: Study, archive: stimuli.Archive, name: str) -> Kept | None:
    try:
        content = archive.image(name)
        if content is None:
            return None
        image = keep(study=study, content=content)
    except image_encoding.ImageError as error:
        return Kept(problem=error.code, params=error.params)
    except stimuli.UploadError as error:
        return Kept(problem=_AS_FINDING.get(error.code, "image_broken"), params=error.params)
    return Kept(pk=image.pk, sha256=image.sha256)


# What the ZIP refuses of a single image, in the words of the image itself.
_AS_FINDING = {"zip_too_big": "image_over_limit"}


def as_found(kept: dict[str, Kept]) -> dict[str, stimuli.ImageFound]:
    """The same for the check of the rows."""
    return {
        name: stimuli.ImageFound(
            one.get("sha256", ""), one.get("problem", ""), one.get("params", {})
        )
        for name, one in kept.items()
    }


def drop_unused(study: Study | None = None) -> None:
    """Delete images that no text has and no waiting upload may have brought."""
    with connection.cursor() as cursor:
        cursor.execute(UNUSED, {"study": study.pk if study else None})
