"""The HTTP server: a thread for each connection, and a limit to how many there are."""

from __future__ import annotations

import socketserver
import sys
import threading
import time
import traceback
from http.server import ThreadingHTTPServer

from .handler import Handler

MAX_CONNECTIONS = 200
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\n"
    b"Retry-After: 1\r\nContent-Length: 33\r\nConnection: close\r\n\r\n"
    b'{"error": "Too many connections"}'
)


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    # finish() waits for calls, but not for idle connections.
    daemon_threads = True
    block_on_close = False

    def __init__(self, address, service, contract, verifier):
        self.service = service
        self.contract = contract
        self.verifier = verifier
        self.is_stopping = False
        self.connections = 0
        self.requests = 0
        self.changed = threading.Condition()
        super().__init__(address, Handler)

    def server_bind(self):
        # HTTPServer would ask the name server for the host's name, which can take seconds.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def process_request(self, request, client_address):
        with self.changed:
            is_full = self.connections >= MAX_CONNECTIONS
            self.connections += 0 if is_full else 1
        if is_full:
            try:
                request.settimeout(0.1)
                request.sendall(BUSY)
            except OSError:
                pass
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # the system allows no more threads
            self.count_connection(-1)
            raise

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.count_connection(-1)

    def count_connection(self, by: int) -> None:
        with self.changed:
            self.connections += by

    def count_request(self, by: int) -> None:
        with self.changed:
            self.requests += by
            self.changed.notify_all()

    def finish(self, seconds: float) -> None:
        """Stops listening and waits for the requests in flight."""
        self.is_stopping = True
        self.server_close()
        until = time.monotonic() + seconds
        with self.changed:
            while self.requests > 0 and time.monotonic() < until:
                self.changed.wait(until - time.monotonic())

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):  # callers that disconnect are not worth a line
            traceback.print_exception(type(error), error, error.__traceback__)
