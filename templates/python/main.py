"""Starts the service: python3 main.py"""

import os
import signal
import sys
import threading
from pathlib import Path

if sys.version_info < (3, 9):
    sys.exit("This service needs Python 3.9 or newer, and this is %d.%d." % sys.version_info[:2])

import service
from marketplace.contract import Contract
from marketplace.environment import SettingError, base_url, port, read_env_file, signing_keys
from marketplace.server import Server
from marketplace.signing import Verifier

# The marketplace waits this long for a call.
SECONDS_FOR_CALLS_IN_FLIGHT = 30


def main():
    sys.stdout.reconfigure(errors="replace")  # a console may not know every character
    read_env_file(Path(__file__).with_name(".env"), os.environ)
    host = os.environ.get("HOST", "127.0.0.1")
    keys = signing_keys(os.environ)
    contract = Contract(service, base_url(os.environ), is_local=host in ("127.0.0.1", "localhost"))
    address = (host, port(os.environ, {{port}}))
    try:
        server = Server(address, service, contract, Verifier(keys) if keys else None)
    except OSError as error:
        raise SettingError(
            f"The service cannot listen on {host}:{address[1]}: {error.strerror}. "
            f"If another program uses the port, stop it, or set PORT in .env, for example to {address[1] + 1}"
        ) from None
    if not keys:
        print("Warning: MKT_SIGNING_SECRET is not set, so this service accepts anyone's calls.", file=sys.stderr)

    def stop(number, _frame):
        signal.signal(number, signal.SIG_DFL)  # a second one ends the process at once
        # A thread of its own, because shutdown() waits for serve_forever() below to return.
        threading.Thread(target=server.shutdown).start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    name = "localhost" if host == "127.0.0.1" else host
    print(f"{service.LISTING['title']} listens on http://{name}:{server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.finish(SECONDS_FOR_CALLS_IN_FLIGHT)


if __name__ == "__main__":
    try:
        main()
    except SettingError as error:
        sys.exit(f"{error}.")
