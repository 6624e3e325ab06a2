"""Prints what the template's verifier says of each vector of a file, as JSON. Run in a project."""

import base64
import json
import sys

from marketplace.environment import signing_key
from marketplace.signing import Refused, Verifier, read_signature


def verdict(vector):
    def all_values(name):
        return [value for each, value in vector["headers"] if each.lower() == name]

    body = vector["body"]
    content = body["utf8"].encode() if "utf8" in body else base64.b64decode(body["base64"])
    keys = [signing_key("secret", secret) for secret in vector["secrets"]]
    try:
        signature = read_signature(all_values("x-mkt-payload"), all_values("x-mkt-signature"))
        call = Verifier(keys, now=lambda: vector["nowSeconds"]).verify(signature, content)
    except Refused as refused:
        return {"ok": False, "message": str(refused)}
    return {"ok": True, "envelope": {"orderId": call.order_id, "listingId": call.listing_id, "buyerId": call.buyer_id}}


with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps([verdict(vector) for vector in json.load(file)["vectors"]]))
