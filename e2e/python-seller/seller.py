"""A seller service in Python, with nothing but its standard library.

    MKT_SIGNING_SECRET=whsec_... python3 seller.py 8801

It counts the words of a text. Without MKT_SIGNING_SECRET it verifies nothing, which is for local
development only.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 0
SECRETS = [part.strip() for part in os.environ.get("MKT_SIGNING_SECRET", "").split(",") if part.strip()]
TOLERANCE_SECONDS = 300


def verify(headers, body):
    """None when the marketplace signed this call, else the sentence that says what is wrong."""
    signature, payload = headers.get("X-MKT-Signature"), headers.get("X-MKT-Payload")
    if not signature or not payload:
        return "Missing X-MKT-Signature or X-MKT-Payload headers"
    given = [token[3:] for token in signature.split(" ") if token.startswith("v1,")]
    for secret in SECRETS:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        mac = hmac.new(key, payload.encode() + b"." + body, hashlib.sha256)
        expected = base64.b64encode(mac.digest()).decode()
        if any(hmac.compare_digest(expected, each) for each in given):
            age = time.time() - int(payload.rpartition(".")[2])
            return None if abs(age) <= TOLERANCE_SECONDS else "The signature is too old"
    return "The signature does not match the payload and the body"


class Seller(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, value=None):
        content = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def contract(self):
        base = f"http://{self.headers['Host']}"
        return {
            "provider": {
                "title": "Word count in Python",
                "description": "Counts the words of a text.",
                "category": "data",
                "tags": ["text", "python"],
                "price": {"currency": "USD", "amountCents": 2, "unit": "call"},
                "runContract": {
                    "method": "POST",
                    "endpointPath": f"{base}/run",
                    "healthEndpoint": f"{base}/health",
                    "inputSchema": {
                        "type": "object",
                        "required": ["text"],
                        "properties": {"text": {"type": "string"}},
                    },
                    "outputSchema": {
                        "type": "object",
                        "required": ["words"],
                        "properties": {"words": {"type": "integer"}},
                    },
                },
            }
        }

    def do_HEAD(self):
        self.answer(200 if self.path == "/run" else 404)

    def do_GET(self):
        if self.path == "/":
            self.answer(200, {"name": "Word count", "description": "Counts the words of a text."})
        elif self.path == "/contract":
            self.answer(200, self.contract())
        elif self.path == "/health":
            self.answer(200, {"status": "ok"})
        elif self.path == "/run":
            self.answer(200)
        else:
            self.answer(404, {"error": "Not found"})

    def do_POST(self):
        # The raw bytes are what is signed: read them before anything else looks at them.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/run":
            return self.answer(404, {"error": "Not found"})
        problem = verify(self.headers, body) if SECRETS else None
        if problem:
            return self.answer(401, {"error": problem})
        self.answer(200, {"words": len(json.loads(body)["text"].split())})

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Seller)
print(server.server_address[1], flush=True)
server.serve_forever()
