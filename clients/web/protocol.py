"""What openrpc.json says of messages, as far as the page needs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Tuple

DESCRIPTION = Path(__file__).resolve().with_name("openrpc.json")


def edits() -> List[str]:
    """The methods that are edits."""
    return [method["name"] for method in _described()["methods"] if method.get("x-edit")]


def endings() -> Tuple[str, ...]:
    """The ends of the names of files that the server reads."""
    read = [ending for format in _described()["x-formats"] if format["reads"] for ending in format["suffixes"]]
    return tuple(dict.fromkeys(read))


def _described() -> Dict[str, Any]:
    described: Dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return described
