"""Names from documents that all objects of JavaScript have: tables are not asked for what they do not hold."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[1] / "page"
NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]


def test_every_table_that_is_asked_by_a_name_has_no_prototype():
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGE.glob("*.js"))}
    tables = [(file, *table) for file, text in files.items() for table in re.findall(r"const ([A-Z][A-Z_]*) = \{(.{0,20})", text, re.S)]
    assert len(tables) > 15
    asked = [
        f"{file}: {name}"
        for file, name, start in tables
        if "__proto__: null" not in start
        and re.search(rf"\b{name}\[[^\]\"'\d]|in {name}\b", files[file])
    ]
    assert asked == []


@pytest.mark.skipif(shutil.which("node") is None, reason="no node is installed")
def test_names_of_all_objects_are_names_like_others():
    script = f"""
        globalThis.document = {{ createElement: () => ({{ getContext: () => ({{}}) }}), getElementById: () => null }};
        globalThis.location = {{ pathname: "/" }};
        const {{ NodeTypes }} = await import("{PAGE}/types.js");
        const {{ ICONS }} = await import("{PAGE}/theme.js");
        const {{ patchTo, replaced, valueAt }} = await import("{PAGE}/pointer.js");
        const {{ dataSchema }} = await import("{PAGE}/schema.js");
        const types = new NodeTypes();
        const found = {{}};
        for (const name of {json.dumps(NAMES)}) {{
            const step = "/" + name;
            types.declare({{}});
            const undeclared = [types.icon(name) === ICONS.node, types.title(name).length > 0, types.declared(name) === undefined];
            const put = replaced({{}}, step + "/a", 1);
            const patch = JSON.parse(JSON.stringify(patchTo({{}}, put)));
            const gone = JSON.parse(JSON.stringify(patchTo(put, {{}})));
            const listed = dataSchema({{ handlesFrom: [{{ path: step }}] }}).properties;
            found[name + " "] = [
                ...undeclared, valueAt(put, step + "/a") === 1, Object.hasOwn(patch, name), gone[name] === null,
                Object.hasOwn(listed, name),
            ];
        }}
        console.log(JSON.stringify(found));
    """
    said = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)
    assert found == {f"{name} ": [True] * 7 for name in NAMES}
