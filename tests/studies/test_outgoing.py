"""What is sent to an address that a researcher chose: where it goes, and how long it may take."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from studies import outgoing
from tests.studies.receiver import Receiver, receiving, trust

LOOPBACK, ELSEWHERE = "127.0.0.1", "127.0.0.2"
PUBLIC, PRIVATE = "93.184.215.14", "10.0.0.1"
LookUp = Callable[..., None]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as server:
        yield server


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> LookUp:
    """Let a name have these addresses, one list for each time that it is looked up."""
    real = socket.getaddrinfo

    def answer(name: str, *found: list[str]) -> None:
        answers = iter(found)

        def look_up(host: str, port: int, *args: Any, **more: Any) -> list[Any]:
            if host != name:
                return real(host, port, *args, **more)
            return [
                (socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in next(answers)
            ]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)

    return answer


def post(receiver: Receiver, host: str = "localhost", **more: Any) -> int:
    url = receiver.url.replace("localhost", host)
    more = {"allowed": lambda address: address == LOOPBACK, "context": trust()} | more
    return outgoing.post(url, b"told", {"webhook-id": "msg_1"}, **more)


def test_the_whole_address_is_asked_with_body_and_headers(receiver: Receiver) -> None:
    receiver.status = 202
    assert post(receiver, allowed=lambda address: True) == 202
    [(headers, body)] = receiver.got
    assert (headers["webhook-id"], body, receiver.paths) == ("msg_1", b"told", ["/hook?x=1"])


def test_no_connection_is_left_open(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    context, opened = trust(), list[ssl.SSLSocket]()
    wrap = context.wrap_socket

    def noted(*args: Any, **more: Any) -> ssl.SSLSocket:
        opened.append(wrap(*args, **more))
        return opened[-1]

    monkeypatch.setattr(context, "wrap_socket", noted)
    assert post(receiver, context=context) == 200
    assert [one.fileno() for one in opened] == [-1]


def test_the_connection_goes_to_the_address_that_was_checked(
    receiver: Receiver, names: LookUp
) -> None:
    """A name that leads elsewhere when it is looked up again: it is looked up once."""
    names("localhost", [LOOPBACK], [ELSEWHERE])
    assert post(receiver) == 200
    assert len(receiver.got) == 1


@pytest.mark.parametrize("found", [[PUBLIC, PRIVATE], [PRIVATE, PUBLIC], [PRIVATE], []])
def test_a_name_with_one_private_address_is_refused(
    names: LookUp, monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    names("both.example", found)
    tried: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *args, **_more: tried.append(args))
    with pytest.raises(outgoing.NotSentError, match="not on the public internet"):
        outgoing.post("https://both.example/", b"", {})
    assert tried == []


def test_a_public_name_is_connected_at_the_port_of_https(
    names: LookUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    names("public.example", [PUBLIC])

    def refuse(place: tuple[str, int], **more: Any) -> None:
        raise OSError(f"{place} within {more['timeout']} s")

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(outgoing.NotSentError, match=rf"\('{PUBLIC}', 443\) within 5 s"):
        outgoing.post("https://public.example/", b"", {})


@pytest.mark.parametrize(
    "address",
    # IPv4-compatible, mapped, translated, NAT64 twice, 6to4, Teredo, site-local; multicast.
    ["::7f00:1", "::ffff:7f00:1", "::ffff:0:7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
     "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "ff0e::1", "224.0.0.251", "fe80::1%eth0"],
)  # fmt: skip
def test_no_way_round_leads_to_a_private_address(address: str) -> None:
    assert not outgoing.is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, f"::ffff:{PUBLIC}", "2606:2800:21f:cb07::1"])
def test_a_public_address_is_public_however_it_is_written(address: str) -> None:
    assert outgoing.is_public(address)


def test_a_connection_that_gets_no_tls_is_closed(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[socket.socket] = []
    connect = socket.create_connection

    def noted(*args: Any, **more: Any) -> socket.socket:
        opened.append(connect(*args, **more))
        return opened[-1]

    class WithoutTls(ssl.SSLContext):
        def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
            raise ValueError("no TLS")

    monkeypatch.setattr(socket, "create_connection", noted)
    with pytest.raises(outgoing.NotSentError, match="no TLS"):
        outgoing.post(
            receiver.url,
            b"",
            {},
            allowed=lambda _: True,
            context=WithoutTls(ssl.PROTOCOL_TLS_CLIENT),
        )
    assert [one.fileno() for one in opened] == [-1]


def test_a_certificate_of_another_name_is_refused(receiver: Receiver, names: LookUp) -> None:
    names("other.example", [LOOPBACK])
    with pytest.raises(outgoing.NotSentError, match="CERTIFICATE_VERIFY_FAILED"):
        post(receiver, host="other.example")
    assert receiver.got == []


def test_a_certificate_of_an_unknown_authority_is_refused(receiver: Receiver) -> None:
    with pytest.raises(outgoing.NotSentError, match="CERTIFICATE_VERIFY_FAILED"):
        outgoing.post(receiver.url, b"", {}, allowed=lambda address: True)
    assert receiver.got == []


def test_a_receiver_that_drips_is_left_at_the_deadline(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte comes long before the time-out of a read."""
    monkeypatch.setattr(outgoing, "DEADLINE_SECONDS", 0.3)
    receiver.drips = True
    began = time.monotonic()
    with pytest.raises(outgoing.NotSentError, match=r"no complete answer within 0\.3 s"):
        post(receiver)
    assert time.monotonic() - began < outgoing.TIMEOUT_SECONDS
