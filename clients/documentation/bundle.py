"""Scripts of the web page as one script that runs without a server: a browser loads no modules from files.

Each module is a function that is called once, in the order of the imports, and returns what the module exports. The
forms that are read are those of the page: imports of names from a file beside it or below, and exports of declarations.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join
from typing import Dict, List, Sequence

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w./-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const|let) ([\w$]+))", re.MULTILINE)


class BundleError(Exception):
    """A module has a form that is not read, or imports itself by others."""


def bundle(entry: str, folders: Sequence[Path]) -> str:
    """A script that runs the module ``entry``; modules are looked for in the folders in their order."""
    texts: Dict[str, str] = {}
    order: List[str] = []
    _collect(entry, folders, texts, order, [])
    parts = ['"use strict";', "(() => {", "const modules = {};"]
    parts += [_module(name, texts[name]) for name in order]
    return "\n".join([*parts, "})();", ""])


def _collect(name: str, folders: Sequence[Path], texts: Dict[str, str], order: List[str], above: List[str]) -> None:
    if name in above:
        raise BundleError(f"{' → '.join([*above, name])}: a circle of imports")
    if name in texts:
        return
    path = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if path is None:
        raise BundleError(f"{above[-1] if above else name} imports {name}, which is not there")
    texts[name] = path.read_text("utf-8")
    for found in IMPORT.finditer(texts[name]):
        _collect(join(dirname(name), found[2]), folders, texts, order, [*above, name])
    order.append(name)


def _module(name: str, text: str) -> str:
    exported = EXPORT.findall(text)
    folder = dirname(name)

    def taken(found: "re.Match[str]") -> str:
        return f'const {{{found[1].replace(" as ", ": ")}}} = modules["{join(folder, found[2])}"];'

    body = IMPORT.sub(taken, text)
    body = EXPORT.sub("", body)
    left = re.search(r"^(?:import|export)\b.*", body, re.MULTILINE)
    if left:
        raise BundleError(f"{name}: {left[0]!r} is not read")
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exported)} }};\n}})();'
