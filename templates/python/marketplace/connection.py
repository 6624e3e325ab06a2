"""A connection whose caller may be slow, or may never finish what it sends."""

from __future__ import annotations

import io
import socket
import time

# Longer than the marketplace keeps an idle connection.
IDLE_SECONDS = 65
# For the head and the body of a request together, and for the caller to take the response.
REQUEST_SECONDS = 15
RESPONSE_SECONDS = 30
MAX_REQUEST_BYTES = 128 * 1024


class TooLarge(Exception):
    """The head of a request is too large."""


class DeadlineReader(io.RawIOBase):
    """Reads a socket. All bytes of a request have one deadline, so that sending one a minute is no use."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.deadline = 0.0
        self.left = 0
        self.started = False
        self.is_waiting = True

    def expect_request(self) -> None:
        # A new connection is for a request at once.
        seconds = IDLE_SECONDS if self.started else REQUEST_SECONDS
        self.deadline = time.monotonic() + seconds
        self.left = MAX_REQUEST_BYTES
        self.is_waiting = True

    def allow(self, bytes_more: int) -> None:
        """Allows a body of this length after the head."""
        self.left = max(self.left, 0) + bytes_more

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if self.left <= 0:
            raise TooLarge
        # At least a moment: 0 would make the socket non-blocking.
        self.connection.settimeout(max(self.deadline - time.monotonic(), 0.001))
        count = self.connection.recv_into(buffer)
        self.started = True
        if self.is_waiting:
            self.is_waiting = False
            self.deadline = time.monotonic() + REQUEST_SECONDS
        self.left -= count
        return count


def close_gently(connection: socket.socket) -> None:
    """Reads what is still being sent for a moment: closing at once would destroy the response on its way."""
    try:
        connection.shutdown(socket.SHUT_WR)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            connection.settimeout(max(until - time.monotonic(), 0.001))
            if not connection.recv(65536):
                return
    except OSError:
        pass
