"""What openrpc.json says of messages, and whether messages are so."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

SPECIFICATION = Path(__file__).resolve().parents[4] / "protocol-spec"

#: What any request may be answered with: the codes of JSON-RPC and LSP, 1301 and 1304 by a document that is only shown, 1303 where
#: the journal cannot be written, and a reply that is too long.
COMMON = {-32700, -32600, -32601, -32602, -32002, -32800, -32801, 1301, 1303, 1304}
TOO_LONG = "limits.reply"


class Description:
    """The validators of all parameters, results and notifications, each compiled once."""

    def __init__(self):
        self.document = json.loads((SPECIFICATION / "openrpc.json").read_text(encoding="utf-8"))
        self.methods = {one["name"]: one for one in self.document["methods"]}
        self.codes = {name: {error["code"] for error in one.get("errors", ())} for name, one in self.methods.items()}
        # A method without a result is a notification; sent with an id it is answered null.
        nothing = {"schema": {"type": "null"}}
        schemas = self.document["components"]["schemas"]
        received = validator(schemas)
        # Points and sizes of elements may have members of their own, which are kept.
        sent = validator({**schemas, **{name: {**schemas[name], "additionalProperties": True} for name in ("Point", "Size")}})
        self._results = {
            name: received(one.get("result", nothing)["schema"]) for name, one in self.methods.items()
        }
        self._error = received({"$ref": "#/components/schemas/ResponseError"})
        self._data = {error["code"]: received(error["data"]) for error in self.document["x-errors"]}
        self._params = {name: sent(by_name(one)) for name, one in self.methods.items()}
        self._notifications = {
            one["name"]: received(by_name(one))
            for one in (*self.document["x-notifications"], *self.document["x-requests"])
        }


    def wrong_result(self, method, result, version=2):
        return wrong(self._results[method], self.latest_result(method, result, version))

    def wrong_params(self, method, params, version=2):
        """Why parameters are not as described, where a null that is not described counts as absent; or None."""
        validator = self._params[method]
        params = self.latest_params(method, params, version)
        return wrong(validator, params) and wrong(validator, without_nulls(params))

    def latest_result(self, method, result, version):
        """The result of a version of the protocol with the latest names."""
        return latest(self.methods[method].get("result", {}).get("schema", {}).get("properties", {}), result, version)

    def latest_params(self, method, params, version):
        """The parameters of a version of the protocol with the latest names."""
        params = latest({param["name"]: param for param in self.methods[method]["params"]}, params, version)
        if method == "document/edit" and isinstance(params.get("edits"), list):
            return {**params, "edits": [self._latest_edit(edit, version) for edit in params["edits"]]}
        return params

    def _latest_edit(self, edit, version):
        described = {param["name"]: param for param in self.methods.get(edit.get("method"), {}).get("params", ())}
        return {**edit, "params": latest(described, edit["params"], version)} if "params" in edit else edit

    def wrong_error(self, error):
        """Why an error is not as the table of errors describes those of its code, or None."""
        if error["code"] not in self._data:
            return f"{error['code']} is not described"
        return wrong(self._data[error["code"]], error.get("data")) or wrong(self._error, error)

    def wrong_notification(self, message):
        """Why a notification is not as described, or None."""
        validator = self._notifications.get(message["method"])
        return wrong(validator, message["params"]) if validator else f"{message['method']} is not described"

    def is_declared(self, method, error):
        """Whether a method may be answered with an error."""
        if error["code"] in COMMON or error.get("data", {}).get("reason") == TOO_LONG:
            return True
        return error["code"] in self.codes.get(method, ())


def validator(schemas):
    """The class of validators that looks references up in a table of schemas, and leaves a branch at its first error.

    The class that it extends walks the whole document for each reference, and lists all errors of all branches.
    """
    made = {}

    def table(reference):
        return schemas[reference.removeprefix("#/components/schemas/")]

    def of(validator, name, schema):
        if name not in made:
            made[name] = validator.evolve(schema=schema)
        return made[name]

    def referred(validator, reference, value, _):
        return of(validator, reference, table(reference)).iter_errors(value)

    def names_another(branch, value):
        """Whether a member with one value, such as the kind, has another; without a look at the other members."""
        members = (table(branch["$ref"]) if "$ref" in branch else branch).get("properties", {})
        return any(value[name] != members[name].get("const", value[name]) for name in value.keys() & members.keys())

    def one_of(validator, branches, value, _):
        likely = [one for one in branches if not (isinstance(value, dict) and names_another(one, value))]
        right = sum(of(validator, id(branch), branch).is_valid(value) for branch in likely)
        if right != 1:
            yield ValidationError(f"{value!r} is as {right} of the branches describe, not as one")

    return extend(Draft202012Validator, {"$ref": referred, "oneOf": one_of})


def by_name(described):
    """The schema of parameters by name."""
    return {
        "type": "object",
        "properties": {param["name"]: param["schema"] for param in described["params"]},
        "required": [param["name"] for param in described["params"] if param["required"]],
    }


def latest(described, value, version):
    """An object of a version of the protocol, with the latest names of its members."""
    if version > 1 or not isinstance(value, dict):
        return value
    mark = "earlier: "
    comments = {name: one.get("$comment", "") for name, one in described.items()}
    names = {text[len(mark):]: name for name, text in comments.items() if text.startswith(mark)}
    names.update({one["x-earlier"]: name for name, one in described.items() if "x-earlier" in one})
    return {names.get(name, name): member for name, member in value.items()}


def without_nulls(value):
    """The value without the members of objects that are null."""
    if isinstance(value, dict):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return [without_nulls(element) for element in value] if isinstance(value, list) else value


def wrong(validator, value):
    if validator.is_valid(value):
        return None
    error = min(validator.iter_errors(value), key=lambda error: error.path)
    return f"/{'/'.join(str(step) for step in error.absolute_path)}: {error.message[:200]}"


class Conversation:
    """Compares what a server sends with the description; ``problems`` lists what differs."""

    def __init__(self, description):
        self._description = description
        self._asked = {}
        self._version = 1
        self.problems = []
        #: The pairs of method and code that were seen.
        self.refused = set()
        self.checked = 0

    def sent(self, message):
        if isinstance(message, list):
            for one in message:
                self.sent(one)
        elif isinstance(message, dict) and "method" in message and "id" in message:
            if message["method"] == "initialize":
                self._version = (message.get("params") or {}).get("protocolVersion", 1)
            self._asked[json.dumps(message["id"])] = message

    def received(self, message):
        if isinstance(message, list):
            for one in message:
                self.received(one)
            return
        self.checked += 1
        if "method" in message:
            self._note(message, self._description.wrong_notification(message))
            if message["method"] == "server/failed":
                self._refused(message["params"]["method"], message["params"]["error"], message)
            return
        asked = self._asked.pop(json.dumps(message.get("id")), None)
        if asked is None or asked["method"] not in self._description.methods:
            return
        method = asked["method"]
        if "error" in message:
            self._refused(method, message["error"], message)
            return
        self._note(message, self._description.wrong_result(method, message["result"], self._version))
        # What the server takes is what the description lets a client send.
        self._note(asked, self._description.wrong_params(method, asked.get("params") or {}, self._version))

    def _refused(self, method, error, message):
        self.refused.add((method, error["code"]))
        self._note(message, self._description.wrong_error(error))
        if not self._description.is_declared(method, error):
            self._note(message, f"{method} does not declare {error['code']}")

    def _note(self, message, problem):
        if problem:
            self.problems.append(f"{problem}\n  in {json.dumps(message)[:300]}")
