"""A record of version 3 as a file holds it: answers and lines about dice in the order of what happened."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from grognard.play.dice.lines import SumLine, encode_line
from grognard.play.header import Answer


def fair_record(first_line: bytes, happened: Sequence[Answer | bytes]) -> bytes:
    """The record with these answers and lines; its last line is the sum of all before."""
    sizes = Counter(one.order for one in happened if isinstance(one, Answer))
    lines = [first_line]
    for one in happened:
        if isinstance(one, Answer):
            # As in every record, an order of one answer is not numbered.
            one = encode_line(one if sizes[one.order] > 1 else msgspec.structs.replace(one, order=0))
        lines.append(one)
    body = b"\n".join(lines) + b"\n"
    return body + encode_line(SumLine(sha256(body).hexdigest())) + b"\n"
