"""Judges who come to a server, so many at once; the server is one of the standard library."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from studies.virtual_judges.browser import UnreachableError
from studies.virtual_judges.judge import UnexpectedPageError, VisitEnd
from studies.virtual_judges.play import NotPossibleError, RehearsalPlan, RehearsedStudy, play
from studies.virtual_judges.rating import KnownSheet

CHOICE = (
    '<form method="post" action="{action}"><input type="radio" name="choice" value="1">'
    '<input type="radio" name="choice" value="2"><button>Confirm</button></form>'
)


class Server(ThreadingHTTPServer):
    """A study of one choice each, for a number of judges."""

    def __init__(self, places: int, first_status: int = 200) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.free = threading.Semaphore(places)
        self.first_status = first_status


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""

    def send(self, status: int, body: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self) -> None:
        if not self.server.free.acquire(blocking=False):
            self.send(410, "complete")
        else:
            self.send(self.server.first_status, CHOICE.format(action="/t/code/"))

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send(200, "<p>Thank you</p>")


@pytest.fixture
def server(request) -> Iterator[Server]:
    with Server(**request.param) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def rehearsed(*, completes: bool = True, done: list[int] | None = None) -> RehearsedStudy:
    return RehearsedStudy(
        path="/j/token/",
        evaluations=5,
        evaluations_per_judge=1,
        completes=completes,
        odd_position=lambda _code: 2,
        sheet=lambda _code: KnownSheet("an item", (("A",),)),
        left=lambda _code: None,
        thread_done=lambda: (done if done is not None else []).append(1),
    )


def plan(**fields: float) -> RehearsalPlan:
    return RehearsalPlan(**{"pd": 1.0, "dropout": 0.0, "seed": 1, "at_once": 3} | fields)


def address_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize("server", [{"places": 5}], indirect=True)
def test_judges_come_until_the_study_is_complete(server, monkeypatch):
    monkeypatch.setattr("studies.virtual_judges.play.TELL_SECONDS", 0.001)
    done: list[int] = []
    said: list[str] = []
    figures = play(rehearsed(done=done), plan(), base_url=address_of(server), tell=said.append)
    assert said[0].startswith("0 answers so far; 0 judges have gone")
    assert figures.answers == figures.ends[VisitEnd.FINISHED] == 5
    assert 1 <= figures.ends[VisitEnd.COMPLETE] <= 3
    assert len(done) == 3
    assert figures.seconds > 0


@pytest.mark.parametrize("server", [{"places": 99}], indirect=True)
def test_judges_of_a_pilot_come_until_there_are_as_many_answers_as_planned(server):
    figures = play(rehearsed(completes=False), plan(), base_url=address_of(server), tell=print)
    # Those who were at work when the fifth answer came finish.
    assert 5 <= figures.answers <= 7


@pytest.mark.parametrize("server", [{"places": 99}], indirect=True)
def test_so_many_judges_come_as_are_asked_for(server):
    figures = play(rehearsed(), plan(judges=8), base_url=address_of(server), tell=print)
    assert (figures.judges, figures.answers) == (8, 8)


@pytest.mark.parametrize("server", [{"places": 99, "first_status": 500}], indirect=True)
def test_an_unexpected_page_ends_the_rehearsal(server):
    with pytest.raises(UnexpectedPageError, match="500 after 0 choices"):
        play(rehearsed(), plan(judges=8), base_url=address_of(server), tell=print)


def test_a_server_that_is_not_there():
    with pytest.raises(UnreachableError, match="does not answer"):
        play(rehearsed(), plan(judges=1), base_url="http://127.0.0.1:9", tell=print)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pd": 1.1}, "pd must be from 0 to 1"),
        ({"pd": -0.1}, "pd must be from 0 to 1"),
        ({"dropout": 2}, "dropout must be from 0 to 1"),
        ({"ratio": 0}, "ratio must be from 0.1 to 10"),
        ({"dropout": 1}, "never complete"),
        ({"judges": 0}, "judges must be at least 1"),
        ({"at_once": 0}, "at-once must be at least 1"),
    ],
)
def test_absurd_rehearsals_are_refused_in_words(fields, words):
    with pytest.raises(NotPossibleError, match=words):
        RehearsalPlan(**{"pd": 0.2, "dropout": 0.3, "seed": 1, **fields})
