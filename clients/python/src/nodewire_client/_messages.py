"""JSON to and from text, without the set-up that the standard functions repeat for every message."""

from __future__ import annotations

import json
import json.encoder
import math
import os
from functools import lru_cache
from typing import Any, Callable, Iterator, Mapping, Optional, Tuple

from ._geometry import sent


def _other(value: Any) -> Any:
    """Converts a value to JSON: a path to its text, numbers and arrays of NumPy to those of Python."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} is no JSON")


def _prepared_encoder() -> Callable[[Any], str]:
    plain = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False, default=_other)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    string = json.encoder.encode_basestring_ascii
    chunks = make(None, plain.default, string, None, ":", ",", False, False, False)

    def encode(value: Any) -> str:
        return string(value) if type(value) is str else "".join(chunks(value, 0))

    return encode


encoded = _prepared_encoder()
"""A value as compact ASCII. Raises ``ValueError`` for NaN and infinities, ``TypeError`` for what is not JSON."""

_named = lru_cache(maxsize=1024)(encoded)


def _encoded_params(method: str, params: Mapping[str, Any]) -> str:
    """Parameters as JSON. An error names the position in them."""
    try:
        return encoded(sent(params))
    except (TypeError, ValueError, RecursionError) as error:
        for path, why in _wrong(params, ""):
            raise type(error)(f"{method}: {path}: {why}") from None
        raise


def _wrong(value: Any, path: str) -> Iterator[Tuple[str, str]]:
    """The positions in a value that cannot be sent, with reasons."""
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(name, (str, int, float, bool)) or name is None:
                yield from _wrong(member, f"{path}/{name}")
            else:
                yield path, f"the name {name!r} is no text"
    elif isinstance(value, (list, tuple)):
        for index, member in enumerate(value):
            yield from _wrong(member, f"{path}/{index}")
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield path, f"{value} is no JSON"
    elif not isinstance(value, (str, int)) and value is not None:
        try:
            other = _other(value)
        except (TypeError, ValueError) as error:
            yield path, str(error)
        else:
            yield from _wrong(other, path)


def request_body(ident: int, method: str, params: Optional[Mapping[str, Any]]) -> bytes:
    """A request as JSON."""
    tail = "}" if params is None else f',"params":{_encoded_params(method, params)}}}'
    return f'{{"jsonrpc":"2.0","id":{ident},"method":{_named(method)}{tail}'.encode()


def notification_body(method: str, params: Optional[Mapping[str, Any]]) -> bytes:
    """A notification as JSON."""
    tail = "}" if params is None else f',"params":{_encoded_params(method, params)}}}'
    return f'{{"jsonrpc":"2.0","method":{_named(method)}{tail}'.encode()


def result_body(ident: Any, result: Any) -> bytes:
    """The reply to a request of the server as JSON."""
    return f'{{"jsonrpc":"2.0","id":{encoded(ident)},"result":{encoded(result)}}}'.encode()


def error_body(ident: Any, code: int, message: str, data: Optional[Mapping[str, Any]] = None) -> bytes:
    """A refusal of a request of the server as JSON."""
    error = {"code": code, "message": message, **({"data": dict(data)} if data else {})}
    return f'{{"jsonrpc":"2.0","id":{encoded(ident)},"error":{encoded(error)}}}'.encode()


_decoder: Any = json.JSONDecoder()
_scan = _decoder.scan_once
_decode = _decoder.decode


def decoded(text: str) -> Any:
    """The value of a JSON text. Raises ``ValueError``."""
    try:
        value, end = _scan(text, 0)
    except StopIteration:
        return _decode(text)
    return value if end == len(text) else _decode(text)
