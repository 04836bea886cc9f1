"""The real React and React Flow 12, from the bundle in the Python package panel-reactflow, as modules for esbuild."""

import importlib.util
import re
from pathlib import Path

import pytest

#: What counts how often a card was rendered: each asks for its handles once.
COUNTING = """
export const renders = (globalThis.renders = {});
export const createElement = (type, properties, ...children) => {
  if (type?.name === "Handles") renders[properties.id] = (renders[properties.id] ?? 0) + 1;
  return React.createElement(type, properties, ...children);
};
export const { Fragment, createContext, useContext, useMemo, useState, useEffect, useSyncExternalStore } = React;
"""


def bundle():
    """The folder with the bundle and its style; skips where it is not installed."""
    found = importlib.util.find_spec("panel_reactflow")
    if found is None:
        pytest.skip("there is no panel-reactflow of pip, in which React Flow is: it was not tried")
    return Path(found.origin).parent / "dist"


def the(pattern, text):
    found = re.search(pattern, text)
    assert found is not None, pattern
    return found[1]


def last_function_before(mark, text):
    return re.findall(r"function ([\w$]+)\(", text[: text.index(mark)])[-1]


def modules(folder):
    """Writes the modules `react`, `react-dom/client` and `@xyflow/react` below a folder, as npm would lay them out."""
    dist = bundle()
    text = (dist / "panel-reactflow.bundle.js").read_text("utf-8")
    names = {
        "ReactFlow": the(rf"([\w$]+)=[\w$]+\({re.escape(last_function_before('rf__wrapper', text))}\)", text),
        "Handle": the(r'\.jsx\)\(([\w$]+),\{type:"target"', text),
        "BaseEdge": last_function_before("react-flow__edge-path", text),
        "useReactFlow": last_function_before("updateNodeData:(", text),
    }
    exported = ", ".join(f"{own} as {name}" for name, own in names.items())
    files = {
        "@xyflow/react/bundle.js": f"{text}\nexport {{ {exported} }};\n",
        "@xyflow/react/index.js": f'export {{ {", ".join(names)} }} from "./bundle.js";\n',
        "@xyflow/react/dist/style.css": (dist / "panel-reactflow.bundle.css").read_text("utf-8"),
        "react/index.js": 'import all from "@xyflow/react/bundle.js";\nconst React = all.React.default ?? all.React;\n' + COUNTING,
        "react-dom/client.js": 'import all from "@xyflow/react/bundle.js";\nexport const createRoot = all.createRoot;\n',
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
