"""All processes of a web server count their requests together."""

from http.client import HTTPConnection

from tests.stack import METRICS_TOKEN, Stack

NAME = 'triadsurvey_requests_total{method="GET",status="200",view="livez"}'


def ask(stack: Stack, path: str) -> str:
    """On a connection of its own, which any of the processes may take."""
    connection = HTTPConnection("127.0.0.1", stack.port, timeout=20)
    connection.request("GET", path, headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    assert response.status == 200
    return text


def counted(stack: Stack) -> float:
    lines = ask(stack, "/metrics").splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(NAME))


def test_each_process_tells_what_all_have_counted(stack):
    for _ in range(5):
        before = counted(stack)
        for _ in range(8):
            ask(stack, "/livez")
        assert counted(stack) == before + 8


def test_beat_and_queues_are_seen(stack):
    def seen() -> bool:
        text = ask(stack, "/metrics")
        return "triadsurvey_beat_seconds" in text and 'queue="results"' in text

    stack.wait_for(seen, "beat has sent a task", 30)
