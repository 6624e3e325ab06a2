"""A buyer's client of the marketplace in one file, for Python 3.9 or newer, without dependencies.

    from mkt import Client

    market = Client()  # MKT_BASE_URL and MKT_API_KEY
    result = market.run("text-insights", {"text": "Hello there."}, max_price=0.02)

Records are dicts, as docs/buy/orders.md and docs/sell/listings.md describe them, and json.dumps writes them.
Integers are `int`, of any size; other numbers are `float`, or `decimal.Decimal` with
`Client(numbers=Decimal)`, so that no digit is lost. All three may be sent. Copy this file into your
project.
"""

from __future__ import annotations

import email.utils
import errno
import http.client
import inspect
import json
import math
import os
import random
import re
import socket
import ssl
import time
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
import uuid
import warnings
from decimal import Decimal
from typing import Any, Callable, Iterator, Optional

__all__ = [
    "ApiError",
    "Client",
    "ConnectionFailed",
    "InvalidResponse",
    "InvalidResult",
    "MktError",
    "OrderFailed",
    "WaitTimeout",
]

RETRYABLE = {408, 429, 502, 503, 504}
MAX_RESPONSE_BYTES = 16 * 1024 * 1024
MAX_RETRY_AFTER = 60.0
MAX_WAIT = 30
#: Polls of an order that the server does not hold are this far apart, in seconds.
POLLS = (1.0, 2.0)
MAX_MESSAGE = 2000
#: Python 3.11 and newer refuse longer ones themselves: converting them takes too long.
MAX_DIGITS = 4300

UUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
SLUG = "[a-z0-9-]{1,64}"
CURRENCY = "[A-Z]{3}"
WORD = "[A-Za-z0-9_.:*-]{1,64}"
CURSOR = "[A-Za-z0-9_-]{1,1024}"
SECRETS = re.compile("(mkt|whsec)_[A-Za-z0-9+/=%_-]{16,}")
#: As long as no connection was ever made, no attempt begins after this many seconds: a wrong address is
#: reported within 5.
UNREACHABLE = 2.5

Order = dict
Check = Callable[[dict], Optional[str]]


class MktError(Exception):
    """Every error of this client. `idempotency_key` is set when an order may exist anyway:
    repeat the call with it to get that order instead of a second one."""

    def __init__(self, message: str, *, type: str, request_id: Optional[str] = None):
        super().__init__(_printable(message))
        self.type = type
        self.request_id = request_id and _printable(request_id)
        self.idempotency_key: Optional[str] = None


class ApiError(MktError):
    """An error response of the marketplace (docs/reference/errors.md)."""

    def __init__(
        self,
        status: int,
        body: dict,
        retry_after: Optional[float],
        request_id: Optional[str],
        asked: str = "",
    ):
        self.status = status
        self.body = body
        #: Seconds; None unless the marketplace asked for a delay.
        self.retry_after = retry_after
        #: Dicts with `path`, a JSON Pointer, and `message`.
        self.details: list = _details(body.get("details"))
        where = "; ".join(f"{each['path'] or 'the value'} {each['message']}" for each in self.details[:3])
        message = f"{body['error']}{f' ({where})' if where else ''}{asked}"
        type = body["type"] if _fits(WORD, body["type"]) else "unknown"
        super().__init__(message, type=type, request_id=request_id)


class ConnectionFailed(MktError):
    """No response, or only a part of one: `type` is `unreachable` or `timeout`. `may_have_arrived` is False
    when no connection was made, so that nothing was sent."""

    def __init__(self, message: str, *, type: str, may_have_arrived: bool = True):
        super().__init__(message, type=type)
        self.may_have_arrived = may_have_arrived


class InvalidResponse(MktError):
    """The response is not one of a marketplace."""

    def __init__(self, status: int, message: str, request_id: Optional[str] = None):
        super().__init__(message, type="invalid_response", request_id=request_id)
        self.status = status


class OrderFailed(MktError):
    """The order failed, and nothing was charged. `order["failure"]` says why."""

    def __init__(self, order: Order):
        said = order["failure"].get("sellerMessage") or ""
        message = f"Order {order['id']} failed: {order['errorMessage']}"
        super().__init__(f"{message} (the seller says: {said})" if said else message, type="order_failed")
        self.order = order


class InvalidResult(MktError):
    """The result does not match the listing's outputSchema. The order is charged anyway."""

    def __init__(self, order: Order):
        super().__init__(_invalid_result(order), type="invalid_result")
        self.order = order


class WaitTimeout(MktError):
    """The order has not settled in time; it is still being processed. `order` is None if no response
    came at all: then repeat the call with `idempotency_key`."""

    def __init__(self, message: str, order: Optional[Order]):
        super().__init__(message, type="wait_timeout")
        self.order = order


class Client:
    """A client of one marketplace. `timeout` is for each request, in seconds; reads and activations are
    retried `retries` times. Threads may share a client."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        numbers: Callable[[str], Any] = float,
    ):
        base_url = base_url or os.environ.get("MKT_BASE_URL") or "http://127.0.0.1:8787"
        api_key = (api_key or os.environ.get("MKT_API_KEY") or "").strip()
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url (MKT_BASE_URL) must be an http or https URL.")
        if api_key and not re.fullmatch("mkt_[0-9A-Za-z]{49}", api_key):
            raise ValueError("The API key (MKT_API_KEY) is malformed. Copy it again, or create a new one.")
        self.base_url = base_url.rstrip("/")
        if self.base_url.endswith("/v1"):
            raise ValueError("base_url (MKT_BASE_URL) must not end in /v1: the client adds it.")
        if numbers not in (float, Decimal):
            raise ValueError("numbers must be float or Decimal.")
        self._numbers = numbers
        # Once the address was reached, a connection that is refused is a restart.
        self._has_connected = False
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        # A redirect would send the key to another address.
        self._opener = urllib.request.build_opener(_NoRedirects)

    # Buying

    def run(
        self,
        listing: str,
        input: Any = None,
        *,
        timeout: float = 60.0,
        idempotency_key: Optional[str] = None,
        on_update: Optional[Callable[[Order], None]] = None,
        strict: bool = False,
        **conditions: Any,
    ) -> Any:
        """Activates a listing, waits at most `timeout` seconds, and returns its result. Until then what
        fails for a passing reason is repeated, always with the same key. `conditions` are those of
        activate(). `on_update` is called with the order when it is placed and when its state changes."""
        key = idempotency_key or str(uuid.uuid4())
        began = time.monotonic()
        ends_at = began + timeout
        order: Optional[Order] = None
        may_exist, pause = False, POLLS[0]
        while order is None:
            left = ends_at - time.monotonic()
            # A server that waits would not tell the order's id before the order has settled.
            wait = None if on_update else _long_poll(left)
            try:
                order = self.activate(
                    listing, input, wait=wait, idempotency_key=key, timeout=left, retries=0, **conditions
                )
            except MktError as error:
                may_exist = may_exist or error.idempotency_key is not None
                if may_exist:
                    error.idempotency_key = key
                delay = max(pause, getattr(error, "retry_after", None) or 0.0)
                next_at = time.monotonic() + delay
                if not _is_passing(error) or (next_at - began > UNREACHABLE and self._was_never_reached(error)):
                    raise
                if next_at >= ends_at:
                    # Without a key there is no order, and the error says why.
                    if isinstance(error, ApiError) or not may_exist:
                        raise
                    given_up = WaitTimeout(f"No response within {timeout:g} s: {error}", None)
                    given_up.idempotency_key = key
                    raise given_up from error
                time.sleep(delay)
                pause = min(pause + 0.25, POLLS[1])
        order = self._settled(order, ends_at, timeout, on_update)
        if order["orderState"] == "failed":
            raise OrderFailed(order)
        if order.get("outputValid") is False:
            if strict:
                raise InvalidResult(order)
            warnings.warn(_invalid_result(order), stacklevel=2)
        return order["result"]

    def activate(
        self,
        listing: str,
        input: Any = None,
        *,
        max_price: Any = None,
        currency: Optional[str] = None,
        unit: Optional[str] = None,
        revision: Optional[int] = None,
        metadata: Optional[dict] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Order:
        """Places an order and returns it; it may still be `pending` or `running`. `max_price` is in US
        dollars unless `currency` is given. The server waits up to `wait` seconds for the order to settle."""
        guards = {"maxPrice": max_price, "currency": currency, "unit": unit, "revision": revision}
        body = {"listingId": listing, "requestBody": {} if input is None else input}
        body.update({name: value for name, value in guards.items() if value is not None})
        if metadata is not None:
            body["metadata"] = metadata
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4()), **_prefer(wait)}
        return self.request(
            "POST", "/v1/orders", body, headers=headers, timeout=timeout, retries=retries, check=_order_problem
        )

    def wait(
        self, order_id: str, *, timeout: float = 60.0, on_update: Optional[Callable[[Order], None]] = None
    ) -> Order:
        """Waits until an order has settled and returns it, completed or failed."""
        ends_at = time.monotonic() + timeout
        return self._settled({"id": order_id, "orderState": None}, ends_at, timeout, on_update)

    def get(self, order_id: str, *, wait: Optional[int] = None) -> Order:
        """One of your orders."""
        path = f"/v1/orders/{_quote(order_id)}"
        return self.request("GET", path, headers=_prefer(wait), check=_order_problem)

    def cancel(self, order_id: str) -> Order:
        """Cancels an order that is still pending."""
        return self.request("POST", f"/v1/orders/{_quote(order_id)}/cancel", {}, check=_order_problem)

    def orders(self, **filters: Any) -> Iterator[Order]:
        """Your orders, newest first, page by page: `listingId`, `orderState`, `metadata` and so on."""
        return self._pages("/v1/orders", filters, _order_facts_problem)

    def listings(self, **filters: Any) -> Iterator[dict]:
        """The catalogue: `query`, `category`, `tag`, `maxPrice`, `sort` and so on."""
        return self._pages("/v1/marketplace/listings", filters, _listing_problem)

    def listing(self, listing: str) -> dict:
        """A listing for sale, with its schemas and its price."""
        path = f"/v1/marketplace/listings/{_quote(listing)}"
        return self.request("GET", path, check=_listing_problem)

    # Requests

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: Optional[dict] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        check: Optional[Check] = None,
    ) -> Any:
        """Any request, and its JSON. Reads are retried, and requests with an idempotency key. `check`
        returns what is wrong with the JSON, if anything is."""
        headers = {"Accept": "application/json", "User-Agent": "mkt-python", **(headers or {})}
        if self._api_key:
            headers["x-mkt-api-key"] = self._api_key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            try:
                data = to_json(body).encode()
            except RecursionError:
                why = "contains itself, or is nested too deeply"
                raise ValueError(f"The body {why}. Nothing was sent.") from None
        key = headers.get("Idempotency-Key")
        retries = self._retries if retries is None else retries
        attempts = 1 + (retries if method == "GET" or key else 0)
        # While the server holds a response, it may take that much longer.
        seconds = self._timeout + _seconds_of(headers.get("Prefer"))
        seconds = seconds if timeout is None else max(min(timeout, seconds), 0.001)
        began = time.monotonic()
        may_exist = False
        for attempt in range(attempts):
            try:
                return self._attempt(method, path, data, headers, seconds, check, _subject(path, body))
            except MktError as error:
                may_exist = may_exist or not (_is_refusal(error) or _is_unsent(error))
                if key and may_exist:
                    error.idempotency_key = key
                elif key and _is_unsent(error):
                    error.args = (f"{error} No order was placed.",)
                # Between half and all of it, so that many clients do not retry in step.
                backoff = min(0.5 * 2**attempt, 8.0) * random.uniform(0.5, 1.0)
                asked = getattr(error, "retry_after", None) or 0.0
                delay = max(asked, backoff)
                is_last = attempt == attempts - 1
                if is_last or not _is_passing(error) or asked > MAX_RETRY_AFTER:
                    raise
                if self._was_never_reached(error) and time.monotonic() + delay - began > UNREACHABLE:
                    raise
                time.sleep(delay)
        raise AssertionError("unreachable")

    def _was_never_reached(self, error: MktError) -> bool:
        return _is_unsent(error) and not self._has_connected

    def _attempt(
        self,
        method: str,
        path: str,
        data: Optional[bytes],
        headers: dict,
        seconds: float,
        check: Optional[Check],
        subject: str,
    ) -> Any:
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        ends_at = time.monotonic() + seconds
        try:
            try:
                response = self._opener.open(request, timeout=seconds)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                content = _read(response, ends_at)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            # Until Python 3.10 the timeout of a socket was a class of its own.
            if isinstance(reason, (TimeoutError, socket.timeout)):
                raise ConnectionFailed(f"No response within {seconds:g} s.", type="timeout") from error
            hint = "Is it running, and is base_url right?"
            message = f"Cannot reach the marketplace at {self.base_url}: {reason}. {hint}"
            is_unsent = _has_not_connected(error)
            self._has_connected = self._has_connected or not is_unsent
            raise ConnectionFailed(message, type="unreachable", may_have_arrived=not is_unsent) from error
        self._has_connected = True
        return _interpret(response.status, response.headers, content, check, self._numbers, subject)

    def _settled(
        self, order: Order, ends_at: float, timeout: float, on_update: Optional[Callable[[Order], None]]
    ) -> Order:
        seen, pause = None, POLLS[0]
        started = time.monotonic()
        last_error: Optional[MktError] = None
        while True:
            if order["orderState"] != seen:
                seen = order["orderState"]
                if on_update:
                    on_update(order)
            if seen in ("completed", "failed"):
                return order
            left = ends_at - time.monotonic()
            if left <= 0:
                known = order if seen else None
                state = f"is still {seen}" if seen else "could not be read"
                raise WaitTimeout(f"Order {order['id']} {state} after {timeout:g} s.", known) from last_error
            began = time.monotonic()
            try:
                path = f"/v1/orders/{_quote(order['id'])}"
                headers = _prefer(_long_poll(left))
                order = self.request(
                    "GET", path, headers=headers, timeout=left, retries=0, check=_order_problem
                )
                delay = 0.0
            except MktError as error:
                last_error, delay = error, getattr(error, "retry_after", None) or 0.0
                if not (_is_passing(error) or getattr(error, "status", 0) >= 500):
                    raise
                if self._was_never_reached(error) and time.monotonic() + pause - started > UNREACHABLE:
                    raise
            is_settled = order["orderState"] in ("completed", "failed")
            # A server that did not wait must not be asked again at once.
            if not is_settled and (delay > 0 or time.monotonic() - began < POLLS[0]):
                time.sleep(max(0.0, min(max(delay, pause), ends_at - time.monotonic())))
                pause = min(pause + 0.25, POLLS[1])

    def _pages(self, path: str, filters: dict, check: Check) -> Iterator[dict]:
        query = dict(_parameters("", filters))
        while True:
            address = f"{path}?{urllib.parse.urlencode(query)}"
            page = self.request("GET", address, check=lambda body: _page_problem(body, check))
            yield from page["data"]
            if page["nextCursor"] is None:
                return
            query["cursor"] = page["nextCursor"]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def to_json(value: Any, where: str = "") -> str:
    """JSON in which a Decimal keeps its digits, which json.dumps cannot do. What JSON does not have raises
    a TypeError or ValueError that says where it is; nothing is sent then."""
    if isinstance(value, dict):
        if not all(isinstance(name, str) for name in value):
            raise TypeError(f"The names of {where or 'a JSON object'} are not all strings. Nothing was sent.")
        inner = (f"{json.dumps(name)}:{to_json(each, _path(where, name))}" for name, each in value.items())
        return "{" + ",".join(inner) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(to_json(each, f"{where}[{at}]") for at, each in enumerate(value)) + "]"
    is_number = isinstance(value, (float, Decimal))
    if is_number and not (value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)):
        raise ValueError(f"{where} is {value}, which JSON does not have. Nothing was sent.")
    if isinstance(value, Decimal):
        return str(value)
    if value is None or is_number or isinstance(value, (str, int)):
        return json.dumps(value)
    name = type(value).__name__
    article = "an" if name[0] in "aeioAEIO" else "a"
    raise TypeError(f"{where} is {article} {name}: {_instead_of(value)}. Nothing was sent.")


def _path(where: str, name: str) -> str:
    if where:
        return f"{where}.{name}"
    return "input" if name == "requestBody" else name


def _instead_of(value: Any) -> str:
    if inspect.isawaitable(value):
        return "await it"
    if isinstance(value, (set, frozenset)) or inspect.isgenerator(value):
        return "pass a list"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "pass a text, such as its base64"
    if hasattr(value, "isoformat"):
        return "pass its isoformat()"
    return "call it" if callable(value) else "pass a dict, list, str, int, float, Decimal, bool or None"


def from_json(text: bytes, numbers: Callable[[str], Any] = float) -> Any:
    """JSON with every integer as an int, and every other number as `numbers` makes it."""
    return json.loads(
        text.decode("utf-8"), parse_float=numbers, parse_int=_integer, parse_constant=_no_constant
    )


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("An integer has too many digits.")
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


def _read(response: Any, ends_at: float) -> bytes:
    """The whole body, within a deadline: the timeout of a socket is for each packet."""
    content = bytearray()
    while True:
        chunk = response.read1(65536)
        content += chunk
        if not chunk:
            break
        if len(content) > MAX_RESPONSE_BYTES:
            raise InvalidResponse(response.status, f"A response of more than {MAX_RESPONSE_BYTES} bytes.")
        if time.monotonic() > ends_at:
            raise TimeoutError("the response took too long")
    length = response.headers.get("Content-Length")
    if _fits("[0-9]{1,18}", length) and len(content) < int(length):
        raise http.client.IncompleteRead(bytes(content), int(length) - len(content))
    return bytes(content)


def _subject(path: str, body: Any) -> str:
    """The id or slug that a request is about, which a 404 names."""
    if isinstance(body, dict) and "listingId" in body:
        return str(body["listingId"])
    return urllib.parse.unquote(path.partition("?")[0].rpartition("/")[2])


def _interpret(
    status: int,
    headers: Any,
    content: bytes,
    check: Optional[Check],
    numbers: Callable[[str], Any],
    subject: str,
) -> Any:
    request_id = headers.get("x-request-id")
    if status == 204:
        return None
    try:
        body = from_json(content, numbers)
    except (ValueError, ArithmeticError, RecursionError):
        body = None
    if 200 <= status < 300 and isinstance(body, dict):
        problem = check(body) if check else None
        if problem is None:
            return body
        raise InvalidResponse(
            status, f"This is not a mkt marketplace: {problem} in its response. Check base_url.", request_id
        )
    if status >= 400 and isinstance(body, dict) and isinstance(body.get("type"), str) and "error" in body:
        # The marketplace names a listing itself.
        asked = f" Asked for: {subject}." if status == 404 and subject not in str(body["error"]) else ""
        raise ApiError(status, body, _retry_after(headers.get("Retry-After")), request_id, asked)
    message = f"The address returned {status} instead of the marketplace's JSON. Check base_url and any proxy."
    raise InvalidResponse(status, message, request_id)


# What a marketplace sends is checked here, once: ids become parts of addresses, and states decide what
# is bought again.


def _fits(pattern: str, value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _order_facts_problem(order: dict) -> Optional[str]:
    """What is wrong with what every list shows of an order."""
    if not _fits(UUID, order.get("id")):
        return "the id of an order is no UUID"
    state, failure = order.get("orderState"), order.get("failure")
    if state not in ("pending", "running", "completed", "failed"):
        return "the state of an order is unknown"
    if state == "failed" and not (isinstance(failure, dict) and isinstance(order.get("errorMessage"), str)):
        return "a failed order has no reason"
    if not isinstance(order.get("outputErrors"), (list, type(None))):
        return "outputErrors is no list"
    return None


def _order_problem(order: dict) -> Optional[str]:
    if order.get("orderState") == "completed" and "result" not in order:
        return "a completed order has no result"
    return _order_facts_problem(order)


def _listing_problem(listing: dict) -> Optional[str]:
    price = listing.get("price")
    if not _fits(UUID, listing.get("id")) or not _fits(SLUG, listing.get("slug")):
        return "a listing has no id or no slug"
    if not isinstance(price, dict) or not _fits(CURRENCY, price.get("currency")):
        return "a listing has no price"
    amount = price.get("amount")
    if isinstance(amount, bool) or not isinstance(amount, (int, float, Decimal)) or amount < 0:
        return "a price is no amount"
    return None


def _page_problem(page: dict, check: Check) -> Optional[str]:
    records, cursor = page.get("data"), page.get("nextCursor")
    if not isinstance(records, list) or not all(isinstance(each, dict) for each in records):
        return "a list has no records"
    if cursor is not None and not _fits(CURSOR, cursor):
        return "a cursor has the wrong form"
    return next((problem for problem in map(check, records) if problem), None)


def _details(given: Any) -> list:
    """Those that have a path and a message."""
    return [
        each
        for each in (given if isinstance(given, list) else [])
        if isinstance(each, dict) and isinstance(each.get("path"), str) and isinstance(each.get("message"), str)
    ]


def _printable(text: str) -> str:
    """Foreign text as part of a message: one line, without secrets, and without what a terminal obeys."""
    text = SECRETS.sub(r"\1_[redacted]", text[: 2 * MAX_MESSAGE])[:MAX_MESSAGE]
    hidden = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    return "".join(f"\\u{ord(c):04x}" if unicodedata.category(c) in hidden else c for c in text)


def _retry_after(value: Optional[str]) -> Optional[float]:
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _has_not_connected(error: Exception) -> bool:
    """Whether no connection was made. Only an error from before the response is wrapped like this."""
    if not isinstance(error, urllib.error.URLError):
        return False
    reason = error.reason
    if isinstance(reason, ssl.SSLCertVerificationError):
        return True
    if isinstance(reason, ssl.SSLError):
        return reason.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNSUPPORTED_PROTOCOL")
    if isinstance(reason, (ConnectionRefusedError, socket.gaierror)):
        return True
    return getattr(reason, "errno", None) in (errno.EHOSTUNREACH, errno.ENETUNREACH)


def _is_unsent(error: MktError) -> bool:
    return isinstance(error, ConnectionFailed) and not error.may_have_arrived


def _is_refusal(error: MktError) -> bool:
    """Whether the marketplace said that it has done nothing."""
    return isinstance(error, ApiError) and 400 <= error.status < 500 and error.status != 408


def _is_passing(error: MktError) -> bool:
    return isinstance(error, ConnectionFailed) or getattr(error, "status", None) in RETRYABLE


def _invalid_result(order: Order) -> str:
    errors = _details(order.get("outputErrors"))
    where = f" ({errors[0]['path'] or 'the result'} {errors[0]['message']})" if errors else ""
    return f"The result of order {order['id']} does not match the listing's outputSchema{where}."


def _long_poll(left: float) -> Optional[int]:
    """Whole seconds for which the server may hold a response, so that it still counts."""
    seconds = min(int(left - 0.5), MAX_WAIT)
    return seconds if seconds > 0 else None


def _prefer(wait: Optional[int]) -> dict:
    return {} if wait is None else {"Prefer": f"wait={int(wait)}"}


def _seconds_of(prefer: Optional[str]) -> int:
    return int(prefer.partition("=")[2]) if prefer else 0


def _quote(segment: str) -> str:
    return urllib.parse.quote(str(segment), safe="")


def _parameters(prefix: str, values: dict) -> Iterator[tuple]:
    """Query parameters; the members of `metadata` become `metadata[name]`."""
    for name, value in values.items():
        key = f"{prefix}[{name}]" if prefix else name
        if isinstance(value, dict):
            yield from _parameters(key, value)
        elif value is not None:
            yield key, str(value).lower() if isinstance(value, bool) else str(value)
