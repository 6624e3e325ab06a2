"""What the tests of a service need: a running server, and calls that are signed as the marketplace signs them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import threading
import time
import uuid

from .contract import Contract
from .server import Server
from .signing import Verifier


class RunningService:
    """Serves a service on a free port, with a secret of its own, until stop()."""

    def __init__(self, service):
        self.key = os.urandom(32)
        self.server = Server(("127.0.0.1", 0), service, Contract(service, None, is_local=True), Verifier([self.key]))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}).start()

    def stop(self):
        self.server.shutdown()
        self.server.finish(5)

    def request(self, method: str, path: str, body: bytes = b"", headers=()):
        """Status and parsed JSON of the response, None when it has no body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, body or None, dict(headers))
            response = connection.getresponse()
            content = response.read()
            return response.status, json.loads(content) if content else None
        finally:
            connection.close()

    def call(self, request, **options):
        """Calls the service as the marketplace does."""
        body = json.dumps(request).encode("utf-8")
        return self.request("POST", "/run", body, self.signed(body, **options))

    def signed(self, body: bytes, key: bytes | None = None, age_seconds: int = 0) -> dict:
        envelope = {"orderId": str(uuid.uuid4()), "listingId": "test", "buyerId": "b_test"}
        encoded = base64.urlsafe_b64encode(json.dumps(envelope).encode()).decode().rstrip("=")
        payload = f"{encoded}.{int(time.time()) - age_seconds}"
        mac = hmac.new(key or self.key, payload.encode() + b"." + body, hashlib.sha256).digest()
        return {
            "Content-Type": "application/json",
            "X-MKT-Payload": payload,
            "X-MKT-Signature": "v1," + base64.b64encode(mac).decode(),
        }
