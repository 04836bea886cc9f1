"""What openrpc.json says of messages, as far as the page needs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import List

DESCRIPTION = Path(__file__).resolve().with_name("openrpc.json")


def edits() -> List[str]:
    """The methods that are edits."""
    described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return [method["name"] for method in described["methods"] if method.get("x-edit")]
