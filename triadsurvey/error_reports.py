"""Reports of errors to Sentry, without anything of a person.

An error's report is made anew from what is known to be harmless: which error, where in the code,
which version, which request by its id. Addresses, forms, cookies, accounts, the values of variables
and what was logged before are not taken over, so that a new version of the SDK cannot add to them.
"""

from collections.abc import Mapping
from typing import Any

from triadsurvey.logs import REFUSALS, current_request, without_people

# Which error, when, and in which version.
HARMLESS = ("event_id", "timestamp", "level", "platform", "release", "environment", "logger", "sdk")
# Where in the code, with the lines around it: no values.
OF_A_FRAME = (
    "filename", "abs_path", "function", "module", "lineno", "pre_context", "context_line",
    "post_context", "in_app",
)  # fmt: skip

Event = Mapping[str, Any]


def start(dsn: str) -> None:
    """Report errors of this process and its children."""
    import sentry_sdk  # not loaded where nothing is reported

    sentry_sdk.init(
        dsn=dsn,
        before_send=before_send,  # type: ignore[arg-type] # its own type has no fields of ours
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        auto_session_tracking=False,
        trace_propagation_targets=[],  # receivers of webhooks get no headers of Sentry's
    )


def before_send(event: Event, hint: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the report with what is harmless alone; None for what Django refused a visitor."""
    if str(event.get("logger", "")).startswith(REFUSALS):
        return None
    report = {name: event[name] for name in HARMLESS if name in event}
    report["tags"] = {"request_id": current_request.get()}
    errors = event.get("exception", {}).get("values", [])
    report["exception"] = {"values": [_error(one) for one in errors]}
    # A view or a task by its name or pattern, never by an address.
    if event.get("transaction_info", {}).get("source") in {"component", "route", "task"}:
        report["transaction"] = event["transaction"]
    # The words of the code, without the values put into them.
    if message := event.get("logentry", {}).get("message"):
        words = getattr(hint.get("log_record"), "words", message)
        report["logentry"] = {"message": without_people(str(words))}
    return report


def _error(error: Event) -> dict[str, Any]:
    frames = error.get("stacktrace", {}).get("frames", [])
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "value": without_people(error.get("value") or ""),
        "mechanism": {
            name: value
            for name, value in (error.get("mechanism") or {}).items()
            if name in {"type", "handled"}
        },
        "stacktrace": {
            "frames": [{name: one[name] for name in OF_A_FRAME if name in one} for one in frames]
        },
    }
