"""What the code of a service sees of a call."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """Who called, and for which order. Each field is empty for an unsigned call."""

    order_id: str = ""
    listing_id: str = ""
    # A pseudonym: the same for all calls of a buyer to your account.
    buyer_id: str = ""
    verified: bool = False


class ServiceError(Exception):
    """An error that the buyer reads, with the status of the response (400 to 599)."""

    def __init__(self, status: int, message: str):
        if not 400 <= status <= 599:
            raise ValueError(f"The status of a ServiceError must be from 400 to 599, not {status}")
        super().__init__(message)
        self.status = status
