"""Messages drawn from the description of the protocol: every method, with the parameters that its schemas allow."""

from random import Random

NODES = ["a", "b", "c", "g", "h", "locked", "full"]
EDGES = ["e1", "e2", "bolted"]
HANDLES = ["source", "target", "out", "in"]
#: What ends a session or does not belong into the middle of one.
LEFT_OUT = {"initialize", "initialized", "shutdown", "exit", "rpc.discover", "$/cancelRequest", "$/setTrace"}
#: How many methods are drawn for one document before the next one is made.
ROUND = 60
NUMBERS = [0, 1, 10, 24, 300, 0.5, -5, 1e6, 1e308, -1e308]
TEXTS = [
    '{"nodewire": 1, "nodes": [{"id": "a"}], "edges": []}',
    '{"nodes": [{"id": "a", "position": {"x": 1, "y": 2}}], "edges": [{"id": "e", "source": "a", "target": "z"}]}',
    '{"nodes": [{"id": "a", "position": [1, 2], "size": [3, 4], "data": 0, "acceptsChildren": true}, '
    '{"id": "b", "position": [5, 6], "size": [7, 8], "data": {}, "parentID": "a"}], '
    '"edges": [{"id": "e", "sourceNodeID": "a", "targetNodeID": "b"}], "viewport": {"offset": [0, 0], "zoom": 1}}',
    "[1, 2",
    "{}",
]

CONTENT = {
    "nodes": [
        {"id": "g", "type": "group", "position": {"x": 0, "y": 0}, "width": 400, "height": 300},
        {"id": "a", "position": {"x": 20, "y": 20}, "parentId": "g"},
        {"id": "b", "position": {"x": 220, "y": 40}, "parentId": "g"},
        {"id": "c", "position": {"x": 500, "y": 0}},
        {"id": "h", "position": {"x": 500, "y": 200}, "handles": [{"id": "out", "type": "source"}]},
        {"id": "locked", "position": {"x": 500, "y": 400}, "locked": True},
        {"id": "full", "handles": [{"id": "in", "type": "target", "limit": 0}]},
    ],
    "edges": [
        {"id": "e1", "source": "a", "target": "b"},
        {"id": "e2", "source": "b", "target": "c", "type": "straight", "waypoints": [{"x": 300, "y": 200}]},
        {"id": "bolted", "source": "h", "sourceHandle": "out", "target": "c", "locked": True},
    ],
}


def takes_any_string(schema):
    return any(one.get("type") == "string" and "enum" not in one for one in schema.get("oneOf", [schema]))


class Generator:
    """Draws messages; they depend on the seed and the description alone."""

    def __init__(self, description, seed):
        self._random = Random(seed)
        self._schemas = description["components"]["schemas"]
        self._methods = [one for one in description["methods"] if one["name"] not in LEFT_OUT]
        self._edits = [one for one in self._methods if self._is_edit(one)]
        self._count = self._documents = 0
        self._time = 0.0

    @staticmethod
    def _is_edit(method):
        """An edit names a document and gives a revision."""
        kept = ("document/edit", "document/create", "document/open", "document/read", "document/save", "document/hash")
        params = {param["name"] for param in method["params"]}
        result = method.get("result", {}).get("schema", {}).get("properties", {})
        return method["name"] not in kept and "document" in params and "revision" in result

    def messages(self, count):
        drawn = []
        while len(drawn) < count:
            drawn += self._round()
        return drawn

    def strangers(self):
        """Every method about a document or a view that is not there."""
        for method in self._methods:
            for param in method["params"]:
                if param["name"] in ("document", "view") and not method["name"].startswith("document/create"):
                    yield self._ask(method["name"], {**self._params(method), param["name"]: "nowhere"})

    def _round(self):
        """A document with two views, and what is done to them."""
        self._documents += 1
        yield self._ask("document/create", {"document": "d", "content": CONTENT})
        for view, scene in (("v", "svg"), ("w", "points")):
            size = {"width": 640, "height": 480}
            yield self._ask("view/open", {"document": "d", "view": view, "scene": scene, **size})
        for _ in range(ROUND):
            method = self._random.choice(self._methods)
            if method["name"] != "document/close":
                yield self._ask(method["name"], self._params(method))
        yield self._ask("document/close", self._params(next(m for m in self._methods if m["name"] == "document/close")))
        yield self._ask("document/close", {"document": "d", "discard": True})
        if self._documents % 8 == 0:
            yield self._ask("document/list", {})

    def _ask(self, method, params):
        self._count += 1
        return {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params}

    def _chance(self, share):
        return self._random.random() < share

    def _params(self, method, but=()):
        drawn = {}
        for param in method["params"]:
            if param["name"] in but:
                continue
            if param["required"] or param["name"] == "time" or self._chance(0.3):
                drawn[param["name"]] = self._value(param["name"], param["schema"], method["name"])
        return drawn

    # Values

    def _value(self, name, schema, of):
        """A value for a member, by its name where the schema says too little."""
        named = self._named(name, schema, of)
        return self._of(schema, of) if named is None else named

    def _named(self, name, schema, of):
        about_edges = of.startswith("edge/")
        if name == "document":
            return self._seldom("d", "nowhere", "", "d" * 5000)
        if name == "view":
            return self._seldom(self._random.choice("vw"), "nobody", "v" * 5000)
        if name == "time":
            self._time += self._random.choice((0, 8, 16, 700))
            return self._time
        if takes_any_string(schema):
            if name in ("source", "target", "node", "parentId"):
                return self._id(NODES)
            if name == "edge":
                return self._id(EDGES)
            if name in ("sourceHandle", "targetHandle", "handle"):
                return self._id(HANDLES)
            if name == "id":
                return self._seldom(self._id(EDGES if about_edges else NODES), "new", "i" * 5000, "")
        if name == "ids" and schema.get("type") == "array":
            return self._ids(EDGES if about_edges else NODES)
        if name in ("nodes", "edges") and schema.get("items", {}).get("type") == "string":
            return self._ids(NODES if name == "nodes" else EDGES)
        if name == "path":
            return self._random.choice(("kept.json", "missing.json", "../outside.json", "folder/none.json"))
        if name == "text":
            return self._random.choice(TEXTS)
        if name == "format":
            return self._random.choice(("nodewire", "reactFlow", "swiftFlow", "mermaid", "dot", "svg", "docx"))
        if name == "key":
            return self._random.choice(("Delete", "ArrowLeft", "a", "z", "Tab", "Enter", "c", "Escape"))
        if name == "content":
            return {"nodes": [self._of({"$ref": "#/components/schemas/NewNode"}, of) for _ in range(3)], "edges": []}
        if name == "options":
            return {"embed": self._chance(0.5)}
        return None

    def _of(self, schema, of):
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name == "Edit":
                return self._edit()
            about = {"NewEdge": "edge/", "EdgePatch": "edge/", "NewNode": "node/", "NodePatch": "node/"}.get(name, of)
            return self._of(self._schemas[name], about)
        if "allOf" in schema:
            return self._of(schema["allOf"][0], of)
        if "oneOf" in schema:
            return self._of(self._random.choice(schema["oneOf"]), of)
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema, of)
        if kind == "array":
            return [self._of(schema["items"], of) for _ in range(self._random.randint(0, 3))]
        if kind == "integer":
            return self._seldom(self._random.choice((0, 1, 2)), schema.get("minimum", 0) - 1, 7)
        if kind == "number":
            return self._random.choice(NUMBERS)
        if kind == "boolean":
            return self._chance(0.5)
        if kind == "string":
            return self._random.choice(("group", "input", "bezier", "x", "ü😀"))
        return None if kind == "null" else self._random.choice((None, 1, "text", {"deep": [1]}))

    def _object(self, schema, of):
        required = schema.get("required", ())
        members = schema.get("properties", {})
        drawn = {
            name: self._value(name, part, of)
            for name, part in members.items()
            if name in required or self._chance(0.25)
        }
        if not members and not schema.get("additionalProperties") and self._chance(0.7):
            drawn[self._random.choice(("allowCycles", "gridSize", "label", "handles", "locked"))] = self._chance(0.5)
        return drawn

    def _edit(self):
        method = self._random.choice(self._edits)
        return {"method": method["name"], "params": self._params(method, but=("document",))}

    def _id(self, pool):
        return self._seldom(self._random.choice(pool), "ghost")

    def _ids(self, pool):
        return [self._id(pool) for _ in range(self._random.randint(0, 3))]

    def _seldom(self, usual, *others):
        return self._random.choice(others) if self._chance(0.06) else usual
