"""What a mail server said when it did not take an e-mail."""

from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

# What sending an e-mail may raise; ValueError is for an address that no mail can be written to.
NOT_SENT = (OSError, SMTPException, ValueError)
LONGEST = 500
PERMANENT = range(500, 600)


def words_of(error: BaseException) -> str:
    """Return the server's sentence with its code, on one line; without one, the error's own."""
    code, sentence = _answer(error)
    words = f"{code} {sentence}" if code else str(error)
    return " ".join(words.split())[:LONGEST] or type(error).__name__


def is_refusal(error: BaseException) -> bool:
    """Return whether the server says that this e-mail will never be taken (5xx)."""
    return _answer(error)[0] in PERMANENT


def _answer(error: BaseException) -> tuple[int, str]:
    """Return code and sentence of the server's answer; 0 where there was none."""
    code: int = 0
    sentence: bytes | str = b""
    if isinstance(error, SMTPRecipientsRefused) and error.recipients:
        code, sentence = next(iter(error.recipients.values()))
    elif isinstance(error, SMTPResponseException):
        code, sentence = error.smtp_code, error.smtp_error
    return code, sentence.decode(errors="replace") if isinstance(sentence, bytes) else sentence
