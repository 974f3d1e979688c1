"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path
from django.utils.module_loading import import_string

from analysis.api.views import urlpatterns as api_of_analysis
from studies.api.urls import urlpatterns as api_of_studies
from studies.health import livez, readyz
from studies.workbench.account import profile, revoke_token, second_factor
from studies.workbench.forms.accounts import MailedPasswordForm
from studies.workbench.landing import landing
from triadsurvey.monitoring import views as monitoring

# A new password by mail. Django's pages, with links that are built from BASE_URL.
passwords = [
    path(
        "password_reset/",
        auth.PasswordResetView.as_view(form_class=MailedPasswordForm),
        name="admin_password_reset",
    ),
    path("password_reset/done/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("reset/done/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
]

# Its modules need tables of django-allauth, which are there only where it is set up.
by_university = (
    [
        path("sign-in/oidc/", import_string("studies.workbench.sign_in.views.begin"), name="oidc"),
        path(
            "sign-in/oidc/callback/",
            import_string("studies.workbench.sign_in.views.callback"),
            name="oidc_callback",
        ),
    ]
    if settings.OIDC_ISSUER
    else []
)

api: list[URLPattern | URLResolver] = [*api_of_studies, *api_of_analysis]

handler404 = "studies.failures.not_found"
handler500 = "studies.failures.server_error"

urlpatterns = [
    path("", include("studies.judge.urls")),  # first: most requests are a judge's
    path("", landing, name="landing"),
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("healthz", monitoring.healthz, name="healthz"),
    path("metrics", monitoring.metrics, name="metrics"),
    path("", include("studies.urls")),
    path("", include("analysis.urls")),
    path("api/v1/", include((api, "api"))),
    path("", include(by_university)),
    path("admin/", include(passwords)),
    path("admin/profile/", profile, name="profile"),
    path("admin/profile/second-factor/", second_factor, name="second_factor"),
    path("admin/profile/tokens/<int:pk>/revoke/", revoke_token, name="revoke_token"),
    path("admin/status/", monitoring.status, name="status"),
    path("admin/", admin.site.urls),
]
