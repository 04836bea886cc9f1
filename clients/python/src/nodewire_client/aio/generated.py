"""The methods of the protocol as coroutines: those of ``nodewire_client.generated`` over a connection of this package.

Their types are in generated.pyi, which clients/generate.py writes.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Mapping, Optional

from .. import generated as blocking
from .._methods import Methods as BlockingMethods
from ._connection import Connection
from ._methods import Methods

_MADE: Dict[type, type] = {BlockingMethods: Methods}


def _coroutine(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same call, which is to be awaited: what it is performed by returns a coroutine here."""

    @functools.wraps(function)
    async def call(*arguments: Any, **parameters: Any) -> Any:
        return await function(*arguments, **parameters)

    return call


def _made(blocked: type) -> type:
    """A class of the blocking client over the other connection; the nouns that it holds are made over it, too."""

    def begin(self: Any, connection: Connection, scope: Optional[Mapping[str, str]] = None) -> None:
        for name, value in vars(blocked(connection, scope)).items():
            kind = _MADE.get(type(value))
            setattr(self, name, kind(connection, scope) if kind else value)

    methods = {name: _coroutine(one) for name, one in vars(blocked).items() if callable(one) and not name.startswith("_")}
    bases = tuple(_MADE.get(base, base) for base in blocked.__bases__)
    return type(blocked.__name__, bases, {"__doc__": blocked.__doc__, "__module__": __name__, "__init__": begin, **methods})


for _name, _kind in list(vars(blocking).items()):
    if isinstance(_kind, type) and _kind.__module__ == blocking.__name__ and _name.endswith(("Methods", "Nouns")):
        globals()[_name] = _MADE[_kind] = _made(_kind)
