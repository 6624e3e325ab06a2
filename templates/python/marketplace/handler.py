"""Responds to the requests of one connection."""

from __future__ import annotations

import io
import json
import re
import time
import traceback
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from .body import BadRequest, length_of, read_json
from .call import Call, ServiceError
from .connection import RESPONSE_SECONDS, DeadlineReader, TooLarge, close_gently
from .signing import Refused, read_signature

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")
NOT_FOUND = (404, {"error": "Not found"})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else a malformed first line would be answered without a status.
    default_request_version = "HTTP/1.0"
    sys_version = ""
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.rfile.close()
        self.reader = DeadlineReader(self.connection)
        self.rfile = io.BufferedReader(self.reader)
        self.is_body_read = False
        self.is_counted = False

    def handle_one_request(self):
        self.reader.expect_request()
        self.is_body_read = False
        try:
            super().handle_one_request()
        except TooLarge:
            self.send_error(431)
        finally:
            if self.is_counted:
                self.is_counted = False
                self.server.count_request(-1)

    def parse_request(self):
        # From here on the process waits for this request before it ends.
        self.is_counted = True
        self.server.count_request(1)
        if not super().parse_request():
            return False
        # Python ignores the headers after a malformed one, and a Content-Length among them.
        if self.headers.defects or len(self.headers.get_all("Host", [])) > 1:
            self.send_error(400)
            return False
        return True

    def handle_expect_100(self):
        return True  # read_body() says so, once the signature's headers are right

    def finish(self):
        close_gently(self.connection)
        super().finish()

    # --- endpoints -------------------------------------------------------------------------------

    def do_GET(self):
        path = self.path_below_base()
        if path == "/run":
            return self.respond(200, None)
        service = self.server.service
        if path == "/":
            listing = service.LISTING
            return self.respond(200, {"name": listing["title"], "description": listing["description"]})
        if path == "/contract":
            scheme = "https" if self.headers.get("X-Forwarded-Proto", "").split(",")[0] == "https" else "http"
            contract = self.server.contract
            return self.respond(*contract.respond(self.headers.get("Host", ""), scheme), contract.headers)
        if path == "/health":
            return self.respond(*self.health())
        return self.respond(*NOT_FOUND)

    do_HEAD = do_GET

    def do_OPTIONS(self):
        if self.path_below_base() not in ("/", "/contract", "/health", "/run"):
            return self.respond(*NOT_FOUND)
        return self.respond(204, None, {
            "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
            "Access-Control-Allow-Headers": "content-type, X-MKT-Payload, X-MKT-Signature",
        })

    def do_POST(self):
        if self.path_below_base() != "/run":
            return self.respond(*NOT_FOUND)
        started = time.monotonic()
        self.call = Call()
        status, body = self.run()
        self.respond(status, body)
        self.log_call(status, body, time.monotonic() - started)

    # --- one call --------------------------------------------------------------------------------

    def run(self):
        verifier = self.server.verifier
        try:
            # The headers come first: an unsigned request should cost nothing.
            signature = verifier and read_signature(
                self.headers.get_all("X-MKT-Payload", []), self.headers.get_all("X-MKT-Signature", [])
            )
            body = self.read_body()
            if verifier:
                self.call = verifier.verify(signature, body)
            result = self.server.service.run(read_json(body), self.call)
            return 200, self.checked(result)
        except Refused as refused:
            return 401, {"error": str(refused)}
        except (BadRequest, ServiceError) as error:
            return error.status, {"error": str(error)}
        except Exception:  # The buyer is not shown why.
            traceback.print_exc()
            return 500, {"error": "The service failed"}

    @staticmethod
    def checked(result):
        """The result as bytes. NaN and Infinity are not JSON, although Python would write them."""
        return json.dumps(result, allow_nan=False).encode("ascii")

    def read_body(self) -> bytes:
        length = length_of(self.headers)
        if self.headers.get("Expect", "").lower() == "100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.reader.allow(length)
        try:
            body = self.rfile.read(length)
        except OSError:
            raise BadRequest(408, "The body did not arrive in time") from None
        if len(body) < length:
            raise BadRequest(400, "The body is shorter than its Content-Length")
        self.is_body_read = True
        return body

    def health(self):
        try:
            return 200, self.checked(self.server.service.health())
        except ServiceError as error:
            return error.status, {"error": str(error)}
        except Exception:
            traceback.print_exc()
            return 503, {"status": "error", "error": "The service is not healthy"}

    # --- responses -------------------------------------------------------------------------------

    def path_below_base(self) -> str:
        """The path. A proxy in front may have removed the path of PUBLIC_URL, or may not."""
        prefix = urlsplit(self.server.contract.base or "").path
        path = self.path.partition("?")[0]
        if prefix and (path + "/").startswith(prefix + "/"):
            return path[len(prefix) :] or "/"
        return path

    def respond(self, status, body, headers=()):
        """Sends bytes as they are, anything else as JSON, and None as no body."""
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode("ascii")
        # What is left of a body would be taken for the next request.
        has_rest = not self.is_body_read and self.has_body()
        if has_rest or self.server.is_stopping or status in (400, 408, 411, 413, 431):
            self.close_connection = True
        self.connection.settimeout(RESPONSE_SECONDS)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in dict(headers).items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def has_body(self) -> bool:
        headers = getattr(self, "headers", None)
        return headers is None or headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in headers

    def send_error(self, code, message=None, explain=None):
        """http.server calls it for requests that it cannot read. It would answer with HTML."""
        sentences = {414: "The address is too long", 431: "The headers are too large", 501: "Not found",
                     505: "This version of HTTP is not supported"}
        self.close_connection = True
        self.respond(404 if code == 501 else code, {"error": sentences.get(int(code), "The request is not valid HTTP")})

    # --- log -------------------------------------------------------------------------------------

    def log_call(self, status, body, seconds):
        error = body.get("error", "") if isinstance(body, dict) else ""
        line = f"{time.strftime('%H:%M:%S')} POST /run {status} {seconds * 1000:.0f} ms {self.call.order_id} {error}"
        print(UNPRINTABLE.sub(" ", line).strip(), flush=True)

    def log_message(self, format, *args):
        pass
