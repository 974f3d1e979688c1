"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from studies.forms.people import MailedPasswordForm
from studies.health import livez, readyz
from studies.views.profile import profile

# A new password by mail. Django's pages, with links that are built from BASE_URL.
passwords = [
    path(
        "password_reset/",
        auth.PasswordResetView.as_view(
            form_class=MailedPasswordForm,
            email_template_name="mail/password_reset.txt",
            subject_template_name="mail/password_reset_subject.txt",
        ),
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

urlpatterns = [
    path("livez", livez),
    path("readyz", readyz),
    path("", include("studies.judge_urls")),
    path("", include("studies.urls")),
    path("", include("analysis.urls")),
    path("admin/", include(passwords)),
    path("admin/profile/", profile, name="profile"),
    path("admin/", admin.site.urls),
]
