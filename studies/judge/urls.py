"""The judge's pages: no account, no session; the code in the address is the permission."""

from django.urls import path, re_path, register_converter

from studies.judge import mistyped, question_views, trial_views, views
from studies.judge.leaving import views as leaving_views

register_converter(mistyped.Elsewhere, "elsewhere")

app_name = "judge"
urlpatterns = [
    # /t/: by the code of a trial
    path("t/<str:code>/", trial_views.trial, name="trial"),
    # /j/: by the token of a recruitment link
    path("j/<str:token>/", views.welcome, name="welcome"),
    path("j/<str:token>/start/", views.start, name="start"),
    # /i/: by the random name of an image
    path("i/<str:name>/", trial_views.image, name="image"),
    # /t/ again
    path("t/<str:code>/next/", trial_views.next_texts, name="next"),
    path("t/<str:code>/renew/", trial_views.renew, name="renew"),
    path("t/<str:code>/alive/", trial_views.alive, name="alive"),
    path("t/<str:code>/whole/", trial_views.whole, name="whole"),
    path("t/<str:code>/questions/", question_views.questions, name="questions"),
    path("t/<str:code>/ratings/", trial_views.numbers, name="ratings"),
    path("t/<str:code>/why/", question_views.why, name="why"),
    path("t/<str:code>/leave/", leaving_views.leave, name="leave"),
    path("t/<str:code>/withdraw/", leaving_views.withdraw, name="withdraw"),
    re_path(mistyped.BEGINNING, views.unknown, name="unknown"),
    path("<elsewhere:code>", views.unknown, name="elsewhere"),
]
