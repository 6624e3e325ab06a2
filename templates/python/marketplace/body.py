"""Reads the body of a request, which may be hostile."""

from __future__ import annotations

import json
import re

MAX_BODY_BYTES = 1024 * 1024
# Python converts longer ones in quadratic time.
MAX_DIGITS = 4300


class BadRequest(Exception):
    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


def length_of(headers) -> int:
    """The length of the body in bytes, or BadRequest."""
    if headers.get("Transfer-Encoding") is not None:
        raise BadRequest(411, "Send the body with a Content-Length")
    lengths = headers.get_all("Content-Length", ["0"])
    if len(lengths) > 1 or not re.fullmatch(r"[0-9]{1,15}", lengths[0].strip()):
        raise BadRequest(400, "Content-Length must be one number")
    length = int(lengths[0])
    if length > MAX_BODY_BYTES:
        raise BadRequest(413, "The body is larger than 1 MiB")
    return length


def read_json(body: bytes):
    try:
        return json.loads(
            body.decode("utf-8"),
            parse_int=whole_number,
            parse_constant=no_constant,
            object_pairs_hook=without_duplicates,
        )
    except (ValueError, RecursionError):
        raise BadRequest(400, "The body is not valid JSON") from None


def whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def no_constant(name: str):
    raise ValueError(f"{name} is not JSON")


def without_duplicates(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("the same field twice")
    return fields
