"""What stands for a personal detail that was erased: a keyed hash, under the study's own secret."""

import hashlib
import hmac

from studies.models import Study


def pseudonym(study: Study, value: str) -> str:
    """The same for the same value, and of no use to whoever does not know the study's secret."""
    return hmac.new(bytes.fromhex(study.secret), value.encode(), hashlib.sha256).hexdigest()
