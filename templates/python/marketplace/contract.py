"""The contract that the marketplace imports from GET /contract."""

from __future__ import annotations

import json
import re
from email.utils import formatdate

HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")


class Contract:
    def __init__(self, service, base: str | None, is_local: bool):
        self.service = service
        self.base = base
        self.is_local = is_local
        # `mkt publish` compares it with your source, which may have changed since.
        self.headers = {"Cache-Control": "no-store", "Last-Modified": formatdate(usegmt=True)}

    def respond(self, host: str, scheme: str):
        """Status and body. Without PUBLIC_URL a local service names the address that was requested.

        Elsewhere that would let a stranger choose the address, with a Host header.
        """
        if self.base is None and not self.is_local:
            return 500, {"error": "PUBLIC_URL is not set: set it to the public address of this service"}
        if self.base is None and not HOST.fullmatch(host):
            return 400, {"error": "The Host header is not a valid host"}
        return 200, self.document(self.base or f"{scheme}://{host}")

    def document(self, base: str) -> dict:
        service = self.service
        return {
            "provider": {
                **service.LISTING,
                "runContract": {
                    "method": "POST",
                    "endpointPath": f"{base}/run",
                    "healthEndpoint": f"{base}/health",
                    "inputSchema": service.INPUT,
                    "outputSchema": service.OUTPUT,
                    "requestExampleJson": json.dumps(service.EXAMPLE_REQUEST),
                    "responseExampleJson": json.dumps(service.EXAMPLE_RESPONSE),
                },
            }
        }
