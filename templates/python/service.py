"""What you sell: the listing, its contract and its code in one place."""

from marketplace.call import Call, ServiceError

LISTING = {
    "title": "{{title}}",
    "description": "Counts the words and characters of a text.",
    "category": "data",
    "tags": ["text"],
    "price": {"currency": "USD", "amount": {{price}}, "unit": "call"},
}

# Input and result as JSON Schema. The marketplace refuses any other input before it calls the service.
INPUT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text"],
    "properties": {"text": {"type": "string", "maxLength": 50000}},
}
OUTPUT = {
    "type": "object",
    "required": ["words", "characters"],
    "properties": {"words": {"type": "integer"}, "characters": {"type": "integer"}},
}

# Shown to buyers, and used by the checks of `mkt validate`.
EXAMPLE_REQUEST = {"text": "Hello there."}
EXAMPLE_RESPONSE = {"words": 2, "characters": 12}


def run(request, call: Call):
    """Your code goes here. It runs in a thread of its own for each call.

    Whatever it returns is sent as JSON. An exception fails the order, and the buyer does not pay;
    `raise ServiceError(503, "Try again later")` tells the buyer why. The marketplace waits 30 seconds.
    """
    text = request.get("text") if isinstance(request, dict) else None
    if not isinstance(text, str):
        # Only unsigned calls of your own get here: the marketplace checks INPUT.
        raise ServiceError(400, "/text is required and must be a string")
    return {"words": len(text.split()), "characters": len(text)}


def health():
    """Raise an exception when the service cannot work: the listing is then shown as unhealthy."""
    return {"status": "ok"}
