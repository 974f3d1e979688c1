"""The settings under test: the product's own, with servers and secrets of the test run."""

import os

from tests.servers import run_servers

run_servers.prepare()
# Set, not defaulted: what stands in a developer's shell or .env must not change what is tested.
os.environ.update(
    {
        "SECRET_KEY": "only-for-tests-" + "0123456789abcdef" * 4,
        "DEBUG": "false",
        "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
        "BASE_URL": "http://testserver",
        "CSRF_TRUSTED_ORIGINS": "http://testserver",
        "TRUSTED_PROXIES": "0",
        # On, so that its tables are there; its tests start a provider of their own.
        "OIDC_ISSUER": "http://127.0.0.1:9/tests",
        "OIDC_CLIENT_ID": "triadsurvey-tests",
        "OIDC_CLIENT_SECRET": "only-for-tests",
        "OIDC_NAME": "Example University",
        "OIDC_TRUST_EMAIL": "false",
        "REGISTRATION_DOMAINS": "university.example",
        "OWNERS_INVITE": "true",
        # The live server serves what lies in `static`, so that no `collectstatic` comes first.
        "STATIC_PLAIN": "true",
    }
)

from triadsurvey.settings import *  # noqa: E402, F403 - reads what was set above

# Tests with transactions of their own empty all tables at their end, which the database refuses
# all others.
DATABASES["default"]["OPTIONS"]["options"] += " -c triadsurvey.emptying=on"  # noqa: F405 - from the import above
# A copy of the migrated database; a server that was lent has none, so there `migrate` does it all.
if "TEST_DATABASE_URL" not in os.environ:
    DATABASES["default"]["TEST"] = {"TEMPLATE": DATABASES["default"]["NAME"]}  # noqa: F405
INSTALLED_APPS.append("tests.emptying")  # noqa: F405 - from the import above

# Nothing is collected for tests, and WhiteNoise warns of a folder that is not there.
STATIC_ROOT = None
# Look for a static file when it is asked for: else each test's client reads the list of all of
# them, which is a fifth of the time of tests of pages.
WHITENOISE_AUTOREFRESH = True

# A password hash is slow on purpose, and tests make hundreds of accounts.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
