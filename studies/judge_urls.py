"""The judge's pages: no account, no session; the code in the address is the permission."""

from django.urls import path

from studies.views import images, judge, judge_asked, judge_leaving

app_name = "judge"
urlpatterns = [
    # /i/: by the random name of an image
    path("i/<str:name>/", images.image, name="image"),
    # /j/: by the token of a recruitment link
    path("j/<str:token>/", judge.welcome, name="welcome"),
    path("j/<str:token>/start/", judge.start, name="start"),
    # /t/: by the code of a trial
    path("t/<str:code>/", judge.trial, name="trial"),
    path("t/<str:code>/next/", judge.next_texts, name="next"),
    path("t/<str:code>/renew/", judge.renew, name="renew"),
    path("t/<str:code>/whole/", judge.whole, name="whole"),
    path("t/<str:code>/questions/", judge_asked.questions, name="questions"),
    path("t/<str:code>/why/", judge_asked.why, name="why"),
    path("t/<str:code>/leave/", judge_leaving.leave, name="leave"),
    path("t/<str:code>/withdraw/", judge_leaving.withdraw, name="withdraw"),
]
