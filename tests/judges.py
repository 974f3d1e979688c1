"""Judges over HTTP, without a browser: one after the other, and what broke."""

import secrets
import threading
from http.client import HTTPConnection, HTTPException

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Judges(threading.Thread):
    """Open the link, begin, read and choose, one judge after the other, on one kept connection."""

    def __init__(self, port: int, token: str, host: str = "localhost") -> None:
        super().__init__()
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._host, self._link = host, f"/j/{token}/"
        self.over = threading.Event()
        # Codes of the triads in which a choice was confirmed.
        self.chosen: list[str] = []
        self.requests = 0
        self.error = ""

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.visit()
        except (OSError, HTTPException, AssertionError) as error:
            self.error = repr(error)
        finally:
            self._connection.close()

    def visit(self) -> None:
        """Be one judge."""
        self._ask("GET", self._link)
        key = secrets.token_urlsafe(18)
        texts = self._ask("POST", f"{self._link}start/", f"consent=yes&form_key={key}")
        self._ask("GET", texts)
        self._ask("GET", self._ask("POST", texts, "choice=1"))
        self.chosen.append(texts.split("/")[2])

    def _ask(self, method: str, address: str, body: str | None = None) -> str:
        """Return the address to which the answer to a form leads."""
        headers = {"Host": self._host, **(FORM if body else {})}
        self._connection.request(method, address, body=body, headers=headers)
        response = self._connection.getresponse()
        content = response.read()
        title = content.partition(b"<title>")[2].partition(b"</title>")[0]
        assert response.status == (303 if body else 200), (method, response.status, title)
        self.requests += 1
        return response.headers.get("Location", "")
