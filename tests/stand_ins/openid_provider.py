"""A small OpenID provider on loopback: discovery, sign-in, tokens by RS256, userinfo."""

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from studies.workbench.sign_in.exchange import challenge_of

CLIENT, SECRET = "triadsurvey-tests", "only-for-tests"
KEYS: dict[str, Any] = {
    name: rsa.generate_private_key(65537, 2048) for name in ("published", "unknown")
}
# What signs a token, and how; the last two are what a forger would try.
KEYS |= {"none": None, "shared": "a secret that both sides would have to know"}
ALGORITHMS = {"none": "none", "shared": "HS256"}


class Provider:
    """Signs all visitors in as `person`; what it does wrong is set by the test."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.person: dict[str, Any] = {}
        self.claims: dict[str, Any] = {}  # over those of an honest identity token
        self.userinfo: dict[str, Any] = {}
        self.discovery: dict[str, Any] = {}
        self.key = "published"
        self.given: dict[str, dict[str, str]] = {}

    def authorize(self, query: dict[str, str]) -> str:
        """Return where the browser is sent back to."""
        assert query["response_type"] == "code"
        assert set(query["scope"].split()) == {"openid", "profile", "email"}
        code = secrets.token_urlsafe(8)
        self.given[code] = query
        back = {"code": code, "state": query["state"]}
        return f"{query['redirect_uri']}?{urlencode(back)}"

    def token(self, form: dict[str, str]) -> dict[str, Any]:
        asked = self.given.pop(form["code"])  # once
        assert (form["client_id"], form["client_secret"]) == (CLIENT, SECRET)
        assert form["redirect_uri"] == asked["redirect_uri"]
        assert challenge_of(form["code_verifier"]) == asked["code_challenge"]
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": self.person["sub"]}
        claims |= {"iat": int(time.time()), "exp": int(time.time()) + 60, "nonce": asked["nonce"]}
        claims |= self.claims
        algorithm = ALGORITHMS.get(self.key, "RS256")
        signed = jwt.encode(claims, KEYS[self.key], algorithm, headers={"kid": "published"})
        return {"access_token": "opaque", "token_type": "Bearer", "id_token": signed}

    def answer(self, path: str) -> dict[str, Any]:
        if path.endswith("/.well-known/openid-configuration"):
            ends = {"authorization_endpoint": "authorize", "token_endpoint": "token"}
            ends |= {"userinfo_endpoint": "userinfo", "jwks_uri": "keys"}
            found = {name: f"{self.issuer}/{end}" for name, end in ends.items()}
            ways = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
            return {"issuer": self.issuer} | found | ways | self.discovery
        if path.endswith("/keys"):
            public = jwt.algorithms.RSAAlgorithm.to_jwk(KEYS["published"].public_key(), True)
            return {"keys": [public | {"kid": "published", "alg": "RS256", "use": "sig"}]}
        assert path.endswith("/userinfo")
        return self.person | self.userinfo


@contextmanager
def provider() -> Iterator[Provider]:
    """Run one."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path.endswith("/authorize"):
                self.send_response(302)
                query = {key: values[0] for key, values in parse_qs(parts.query).items()}
                self.send_header("Location", running.authorize(query))
                self.end_headers()
            else:
                self._send(running.answer(parts.path))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._send(running.token({key: v[0] for key, v in parse_qs(body).items()}))

        def _send(self, content: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def log_message(self, *arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        running = Provider(f"http://127.0.0.1:{server.server_port}/university")
        thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()
