#!/usr/bin/env python3
"""A small server for the tests of the client: both framings, one session, a few methods of the real protocol.

It keeps content as plain lists and finds what changed by comparing whole contents, so it is slow and simple.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time

from fake_edits import EDITS, Refused, difference, rest

stdin, stdout = sys.stdin.buffer, sys.stdout.buffer


class Server:
    def __init__(self):
        self.documents = {}
        self.lines = None
        self.initialized = self.ended = False
        self.later = []

    # Base protocol

    def read(self):
        while True:
            if self.lines is None:
                first = stdin.peek(1)[:1]
                if first.isspace():
                    stdin.read(1)
                    continue
                self.lines = first in (b"{", b"[")
            if self.lines:
                line = stdin.readline()
                if not line or line.strip():
                    return line
                continue
            length = None
            while True:
                line = stdin.readline()
                if not line:
                    return b""
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            return stdin.read(length)

    def write(self, message):
        body = json.dumps(message, separators=(",", ":")).encode()
        stdout.write(body + b"\n" if self.lines else b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def serve(self):
        while True:
            body = self.read()
            if not body:
                return 0 if self.ended else 1
            try:
                message = json.loads(body)
            except ValueError:
                self.write({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "not JSON"}})
                stdout.flush()
                continue
            if isinstance(message, list):
                self.write([answer for answer in map(self.answer, message) if answer])
            elif message.get("method") == "exit":
                return 0 if self.ended else 1
            else:
                answer = self.answer(message)
                if answer:
                    self.write(answer)
            stdout.flush()

    def answer(self, message):
        method, ident = message.get("method"), message.get("id")
        if method is None:
            return self.notify("test/answered", {name: message[name] for name in ("id", "result", "error") if name in message})
        try:
            if not self.initialized and method not in ("initialize", "rpc.discover"):
                raise Refused(-32002, "not initialized", reason="serverNotInitialized")
            if self.ended:
                raise Refused(-32600, "after shutdown", reason="invalidRequest")
            function = getattr(self, method.replace("/", "_").replace(".", "_"), None)
            if "id" not in message and method.startswith(("$/", "initialized")):
                return None
            if function is None:
                raise Refused(-32601, f"there is no method {method}", reason="methodNotFound")
            result = function(message.get("params") or {}, method)
        except Refused as refused:
            if "id" not in message:
                self.notify("server/failed", {"method": method, "error": refused.error})
                return None
            return {"jsonrpc": "2.0", "id": ident, "error": refused.error}
        return {"jsonrpc": "2.0", "id": ident, "result": result} if "id" in message else None

    def initialize(self, params, _):
        if self.initialized:
            raise Refused(-32600, "initialized already", reason="invalidRequest")
        self.initialized = True
        return {
            "protocolVersion": "1.0",
            "serverInfo": {"name": "fake", "version": "0"},
            "capabilities": {},
            "settings": {"argv": sys.argv[1:], "client": params.get("capabilities")},
        }

    def shutdown(self, *_):
        self.ended = True

    def rpc_discover(self, *_):
        return {
            "openrpc": "1.4.0",
            "methods": [
                {
                    "name": "node/insert",
                    "summary": "Inserts a node.",
                    "params": [{"name": "document", "required": True}, {"name": "node", "required": True}],
                },
                {"name": "document/read", "params": [{"name": "document", "required": True}]},
            ],
        }

    # Only for tests

    def test_echo(self, params, _):
        return params

    def test_sleep(self, params, _):
        time.sleep(params["seconds"])
        return {}

    def test_exit(self, params, _):
        stdout.flush()
        sys.exit(params["code"])

    def test_garbage(self, *_):
        stdout.write(b"Segmentation fault\r\n\r\n")
        return {}

    def test_ask(self, params, _):
        """Sends a request of its own; the answer is announced by ``test/answered``."""
        self.write({"jsonrpc": "2.0", "id": params["id"], "method": params["method"], "params": params.get("params")})
        return {}

    def test_flood(self, params, _):
        for number in range(params["count"]):
            self.notify("test/flooded", {"number": number, "padding": "x" * params.get("size", 0)})
        return {"count": params["count"]}

    def test_reset(self, params, _):
        document = self.documents[params["document"]]
        document["content"]["nodes"].append({"id": "unannounced"})
        document["revision"] += 1
        self.notify("document/reset", {"document": params["document"], "revision": document["revision"]})
        return {}

    def test_skip(self, params, _):
        document = self.documents[params["document"]]
        document["content"]["nodes"].append({"id": "unannounced"})
        document["revision"] += 1
        return self.node_insert({"document": params["document"], "node": {"id": "announced"}}, "node/insert")

    # Documents

    def document_open(self, params, _):
        text = params.get("text")
        if text is None:
            try:
                with open(params["path"], encoding="utf-8") as file:
                    text = file.read()
            except OSError as error:
                raise Refused(1300, str(error), reason="path", path="/path") from None
        try:
            content = json.loads(text)
        except ValueError:
            raise Refused(1400, "not JSON", reason="format", path="/text") from None
        return self.opened(content, params.get("path"))

    def document_create(self, params, _):
        return self.opened(params.get("content") or {})

    def opened(self, content, path=None):
        name = f"d{len(self.documents) + 1}"
        content = {"nodes": [], "edges": [], **content}
        self.documents[name] = {
            "content": content,
            "revision": 0,
            "undo": [],
            "redo": [],
            "path": path,
            "counts": [0, 0],
        }
        return {
            "document": name,
            "revision": 0,
            "nodes": len(content["nodes"]),
            "edges": len(content["edges"]),
            "losses": [],
        }

    def find(self, params):
        try:
            return self.documents[params["document"]]
        except KeyError:
            raise Refused(1000, "no such document", reason="noSuchDocument", path="/document") from None

    def document_close(self, params, _):
        self.find(params)
        del self.documents[params["document"]]
        return {}

    def document_read(self, params, _):
        document = self.find(params)
        known = ("nodes", "edges", "settings", "types")
        content = {name: document["content"][name] for name in known if name in document["content"]}
        return {"revision": document["revision"], **content, "content": rest(document["content"])}

    def document_hash(self, params, _):
        document = self.find(params)
        return {"revision": document["revision"], "hash": json.dumps(document["content"], sort_keys=True)[:64]}

    def document_check(self, params, _):
        seen = {end for edge in self.find(params)["content"]["edges"] for end in (edge["source"], edge["target"])}
        return {
            "diagnostics": [
                {
                    "severity": "warning",
                    "code": "unconnected",
                    "elements": [node["id"]],
                    "message": "nothing leads there",
                }
                for node in self.find(params)["content"]["nodes"]
                if node["id"] not in seen
            ]
        }

    def document_export(self, params, _):
        document = self.find(params)
        if params["format"] == "svg":
            return {"text": '<svg xmlns="http://www.w3.org/2000/svg"/>\n', "losses": []}
        return {"text": json.dumps(document["content"]) + "\n", "losses": []}

    def document_save(self, params, _):
        document = self.find(params)
        with open(document["path"], "w", encoding="utf-8") as file:
            json.dump(document["content"], file)
        return {"path": document["path"], "revision": document["revision"]}

    def document_edit(self, params, method):
        document = self.find(params)
        before, results = copy.deepcopy(document["content"]), []
        try:
            for edit in params["edits"]:
                results.append(EDITS[edit["method"]](document, edit["params"]))
        except Refused as refused:
            document["content"] = before
            refused.error["data"]["index"] = len(results)
            raise
        if params.get("dryRun"):
            document["content"] = before
            return {"revision": document["revision"] + 1, "results": results}
        self.commit(params["document"], before, method)
        return {"revision": document["revision"], "results": results}

    def commit(self, name, before, method, stack="undo"):
        document = self.documents[name]
        if document["content"] == before:
            return
        document[stack].append(before)
        document["revision"] += 1
        history = {"canUndo": bool(document["undo"]), "canRedo": bool(document["redo"]), "dirty": True}
        self.notify(
            "document/changed",
            {
                "document": name,
                "revision": document["revision"],
                "from": document["revision"] - 1,
                "cause": method,
                **difference(before, document["content"]),
                "history": history,
            },
        )

    def perform(self, params, method):
        document = self.find(params)
        before = copy.deepcopy(document["content"])
        result = EDITS[method](document, params)
        document["redo"].clear()
        self.commit(params["document"], before, method)
        return {"revision": document["revision"], **result}

    node_insert = node_move = node_update = node_reorder = element_remove = edge_connect = settings_update = perform

    def history_undo(self, params, method):
        return self.travel(params, method, "undo", "redo")

    def history_redo(self, params, method):
        return self.travel(params, method, "redo", "undo")

    def travel(self, params, method, source, target):
        document = self.find(params)
        if not document[source]:
            return {"revision": document["revision"], "steps": 0}
        before = document["content"]
        document["content"] = document[source].pop()
        self.commit(params["document"], before, method, target)
        return {"revision": document["revision"], "steps": 1}


if __name__ == "__main__":
    if "--root" in sys.argv:
        os.chdir(sys.argv[sys.argv.index("--root") + 1])
    sys.exit(Server().serve())
