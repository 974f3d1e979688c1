"""Images of a study: re-encoded, stored once each, deleted when nothing uses them."""

from collections.abc import Collection

from django.db import connection

from studies import image_encoding, stimuli
from studies.models import Image, Study

# An image stays while a text has it, or an upload waits that may have brought it.
DELETE_UNUSED = """
    DELETE FROM studies_image i
    WHERE (%(study)s IS NULL OR i.study_id = %(study)s)
      AND NOT EXISTS (SELECT FROM studies_sample s WHERE s.image_id = i.id)
      AND NOT EXISTS (SELECT FROM studies_upload u WHERE u.study_id = i.study_id)
"""
# What the ZIP refuses of a single image, as a finding about the image.
_FINDINGS = {"zip_too_big": "image_over_limit"}


def store_image(*, study: Study, content: bytes) -> Image:
    """Return the study's row of an image, made if there is none. Raises `ImageError`."""
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


def store_images(
    *,
    study: Study,
    archive: stimuli.Archive,
    names: Collection[str],
    progress: stimuli.Progress | None,
) -> dict[str, stimuli.ImageFound]:
    """Store the images of a ZIP that its table names; names that the ZIP lacks are left out."""
    found: dict[str, stimuli.ImageFound] = {}
    for done, name in enumerate(sorted(names), 1):
        image = _stored(study, archive, name)
        if image is not None:
            found[name] = image
        if progress:
            progress(done, len(names))
    return found


def _stored(study: Study, archive: stimuli.Archive, name: str) -> stimuli.ImageFound | None:
    try:
        content = archive.image(name)
        if content is None:
            return None
        image = store_image(study=study, content=content)
    except image_encoding.ImageError as error:
        return stimuli.ImageFound(problem=error.code, params=error.params)
    except stimuli.UploadError as error:
        problem = _FINDINGS.get(error.code, "image_broken")
        return stimuli.ImageFound(problem=problem, params=error.params)
    return stimuli.ImageFound(pk=image.pk, sha256=image.sha256)


def drop_unused(study: Study | None = None) -> None:
    """Delete images that no text has and no waiting upload may have brought."""
    with connection.cursor() as cursor:
        cursor.execute(DELETE_UNUSED, {"study": study.pk if study else None})
