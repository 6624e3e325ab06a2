"""Settings, from the environment and from .env."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import Mapping, MutableMapping
from urllib.parse import urlsplit

ASSIGNMENT = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")
SECRET = re.compile(r"whsec_([A-Za-z0-9+/]+={0,2})")
OF_LISTING = re.compile(r"MKT_SIGNING_SECRET(_[A-Z0-9_]+)?")


class SettingError(Exception):
    """A setting that cannot be used. The message names it, and never shows a secret."""


def read_env_file(path: Path, environment: MutableMapping[str, str]) -> None:
    """Adds the variables of a .env file, if there is one. Those that are set already win."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} cannot be read: {error}") from None
    for line in lines:
        match = ASSIGNMENT.fullmatch(line)
        if match:
            environment.setdefault(match[1], unquoted(match[2]))


def unquoted(value: str) -> str:
    quote = value[:1]
    if quote in ("'", '"') and quote in value[1:]:
        return value[1 : value.index(quote, 1)]
    return re.sub(r"(^|\s+)#.*", "", value)


def port(environment: Mapping[str, str], default: int) -> int:
    text = environment.get("PORT") or str(default)
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise SettingError(f"PORT must be a number from 0 to 65535, not {text!r}")
    return int(text)


def base_url(environment: Mapping[str, str]) -> str | None:
    """The public address, without a slash at its end."""
    text = environment.get("PUBLIC_URL", "").strip()
    if text == "":
        return None
    try:
        url = urlsplit(text)
        usable = url.scheme in ("http", "https") and url.hostname and not (url.query or url.fragment)
    except ValueError:
        usable = False
    if not usable:
        raise SettingError(f"PUBLIC_URL must be an address such as https://api.example.com, not {text!r}")
    return text.rstrip("/")


def signing_keys(environment: Mapping[str, str]) -> list[bytes]:
    """The HMAC keys of MKT_SIGNING_SECRET and MKT_SIGNING_SECRET_<SLUG>. Calls with any are accepted."""
    keys = []
    for name in sorted(filter(OF_LISTING.fullmatch, environment)):
        for part in environment[name].split(","):
            keys.append(signing_key(name, part.strip()))
    return keys


def signing_key(name: str, text: str) -> bytes:
    match = SECRET.fullmatch(text)
    try:
        key = base64.b64decode(match[1] + "=" * (-len(match[1]) % 4), validate=True) if match else b""
    except binascii.Error:
        key = b""
    # A secret that is set but unusable must not turn verification off.
    if not 24 <= len(key) <= 64:
        problem = "is set but empty" if text == "" else "is not a signing secret"
        raise SettingError(f"{name} {problem}: set it to the whsec_… secret of your listing, or remove it")
    return key
