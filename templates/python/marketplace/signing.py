"""Verifies that the marketplace signed a call: HMAC-SHA256 over the payload header, a dot and the body."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import threading
import time
from dataclasses import dataclass
from typing import Callable, Sequence

from .call import Call

TOLERANCE_SECONDS = 300
REPLAY_WINDOW_SECONDS = 600
# Beyond this many order ids the older half is forgotten.
MAX_REMEMBERED = 1_000_000

PAYLOAD = re.compile(r"([A-Za-z0-9_-]{1,4096})\.(0|[1-9][0-9]{0,12})")
TOKEN = r"[a-z0-9]{1,10},[A-Za-z0-9+/=_-]{1,200}"
SIGNATURES = re.compile(f"{TOKEN}( {TOKEN}){{0,15}}")


class Refused(Exception):
    """A call that is answered with 401. The message is for the caller."""


@dataclass(frozen=True)
class Signature:
    payload: str
    envelope: str
    timestamp: int
    signatures: Sequence[str]


def read_signature(payloads: Sequence[str], signatures: Sequence[str]) -> Signature:
    """Checks the form of both headers, of which all values are given, before the body is read."""
    payload, signature = (values[0] if values else "" for values in (payloads, signatures))
    if payload == "" or signature == "":
        raise Refused("Missing X-MKT-Signature or X-MKT-Payload headers")
    if len(payloads) > 1 or len(signatures) > 1:
        raise Refused("X-MKT-Signature or X-MKT-Payload was sent more than once")
    parts = PAYLOAD.fullmatch(payload)
    if not parts:
        raise Refused("X-MKT-Payload is not of the form <envelope>.<timestamp>")
    if not SIGNATURES.fullmatch(signature):
        raise Refused("X-MKT-Signature is not a list of v1,<base64>")
    given = [token[3:] for token in signature.split(" ") if token.startswith("v1,")]
    return Signature(payload, parts[1], int(parts[2]), given)


class Verifier:
    def __init__(self, keys: Sequence[bytes], now: Callable[[], float] = time.time):
        self.keys = keys
        self.now = now
        self.received = ReceivedOrders(now)

    def verify(self, signature: Signature, body: bytes) -> Call:
        """The call, or Refused. `body` is what was sent, byte for byte."""
        if not any(self.matches(key, signature, body) for key in self.keys):
            raise Refused("The signature does not match the payload and the body")
        age = int(self.now()) - signature.timestamp
        if age > TOLERANCE_SECONDS:
            raise Refused("The timestamp of the signature is too old")
        if age < -TOLERANCE_SECONDS:
            raise Refused("The timestamp of the signature is in the future")
        call = read_envelope(signature.envelope)
        if not self.received.add(call.order_id):
            raise Refused("This call has already been received")
        return call

    @staticmethod
    def matches(key: bytes, signature: Signature, body: bytes) -> bool:
        mac = hmac.new(key, signature.payload.encode("ascii") + b"." + body, hashlib.sha256)
        expected = base64.b64encode(mac.digest()).decode("ascii")
        # compare_digest takes the same time wherever the difference is.
        return any(hmac.compare_digest(expected, given) for given in signature.signatures)


def read_envelope(encoded: str) -> Call:
    try:
        value = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode("utf-8"))
        names = [value[field] for field in ("orderId", "listingId", "buyerId")]
        if all(isinstance(name, str) and 0 < len(name) <= 200 for name in names):
            return Call(*names, verified=True)
    except (ValueError, TypeError, LookupError, RecursionError):
        pass
    raise Refused("The envelope in X-MKT-Payload cannot be read")


class ReceivedOrders:
    """Remembers order ids for 10 to 20 minutes, so that a recorded call cannot be sent again.

    It is the memory of one process. Several processes that serve the same listing need a store that
    they share, such as Redis (SET … NX EX 600).
    """

    def __init__(self, now: Callable[[], float]):
        self.now = now
        self.young: set[str] = set()
        self.old: set[str] = set()
        self.born = now()
        self.lock = threading.Lock()

    def add(self, order_id: str) -> bool:
        """Whether the id is new. Of two calls at the same time, only one is."""
        with self.lock:
            age = self.now() - self.born
            if age >= REPLAY_WINDOW_SECONDS or len(self.young) >= MAX_REMEMBERED / 2:
                self.old = set() if age >= 2 * REPLAY_WINDOW_SECONDS else self.young
                self.young = set()
                self.born = self.now()
            if order_id in self.young or order_id in self.old:
                return False
            self.young.add(order_id)
            return True
