"""Random permissions, keys and seeds."""

import secrets


def new_secret() -> str:
    """Return 256 random bits: the HMAC key under which ids of withdrawn judges are kept."""
    return secrets.token_hex(32)


def new_seed() -> str:
    """Return 128 random bits, from which every draw of the study follows."""
    return secrets.token_hex(16)


def new_judge_code() -> str:
    """Return a random name for a judge in exports; with its letter no program reads a number."""
    return f"j{secrets.token_hex(6)[1:]}"


def new_trial_code() -> str:
    """Return the permission to answer one trial: 144 random bits."""
    return secrets.token_urlsafe(18)


def new_link_token() -> str:
    """Return a link's secret: 144 random bits."""
    return secrets.token_urlsafe(18)


def new_share_token() -> str:
    """Return the permission to read a page of results: 144 random bits."""
    return secrets.token_urlsafe(18)


def new_image_name() -> str:
    """Return a random name, under which an image is served."""
    return secrets.token_urlsafe(18)


def new_webhook_secret() -> str:
    """Return the key with which deliveries are signed: 256 random bits."""
    return secrets.token_urlsafe(32)
