"""What a conversation about documents means: which document a name meant, what each holds, who has a file's journal."""

import copy
import json

from nodewire_client.errors import ReplicaError
from nodewire_client.replica import Replica

from owned_parts import OUT, Deviation, Document, brief, difference, normal, unbent

CANCELLED, NO_DOCUMENT = -32800, 1000


class Model:
    """What servers say, and what that means."""

    # What is heard

    def hear(self, link, message):
        if message is None:
            raise Deviation(f"the server ended with {link.host.process.poll()}: {list(link.pending.values())}")
        if "method" in message and "id" in message:
            link.questions.append(message["id"])
            if self.draw.random() < 0.5:
                self.answer(link, link.questions.pop())
        elif "method" in message:
            self.note(link, message["method"], message["params"])
        elif message["id"] not in link.pending:
            raise Deviation(f"answered twice, or not asked: {message}")
        else:
            one = link.pending[message["id"]]
            if not one.is_late:
                early = [other for other in link.pending.values() if other.number < one.number and not other.is_late]
                if early:
                    raise Deviation(f"{one} was answered before {early}")
            link.arrive()
            del link.pending[message["id"]]
            self.answered(link, one, message)
            link.arrive()

    def answer(self, link, question):
        link.write({"jsonrpc": "2.0", "id": question, "result": {"allowed": self.draw.random() < 0.7}})

    def note(self, link, method, params):
        link.arrive()
        name = params.get("document")
        document = link.names.get(name)
        if method in ("document/changed", "document/saved", "document/journal", "document/reset", "document/editable") \
                and document is None:
            raise Deviation(f"{method} of {name!r}, which is not open: {params}")
        if method == "document/changed":
            self.changed(link, document, params)
        elif method == "document/reset":
            link.copies[document] = None
        elif method == "document/saved":
            self.saved(link, document, params)
        elif method == "document/journal":
            if params.get("journal"):
                document.journal, self.files[document.file].left = True, None
                self.tally["passed on"] = self.tally.get("passed on", 0) + 1
            elif "lockedBy" in params:
                document.journal, document.is_read_only = False, True
        elif method == "document/editable":
            document.is_read_only = False
            document.journal = document.is_durable and "journal" not in params

    def changed(self, link, document, params):
        cause = params["cause"]
        if self.has_many and link.host is self.hosts[0]:
            # What other clients asked may have been answered to them already.
            named = any(document is one.document and one.method == cause for one in self.recent(link.host))
        else:
            named = [one for one in link.performed() if one.document is document and one.method == cause]
            if len(named) == 1:
                named[0].changes += 1
        if not named:
            raise Deviation(f"{document} has changed by {cause}, but it was not named: {params}; {list(link.performed())}")
        replica = link.copies.get(document)
        if replica is None:
            return
        try:
            replica.apply(params)
        except ReplicaError as error:
            raise Deviation(f"{document}: {error}") from None
        content = None
        for other in link.pending.values():
            if other.document is document and other.is_late:
                content = content or link.content(document)
                other.seen.append(content)

    def recent(self, host):
        for link in host.links:
            yield from link.pending.values()
        yield from host.answered if hasattr(host, "answered") else ()

    def saved(self, link, document, params):
        path, is_auto = params["path"], params.get("auto")
        if is_auto:
            if not self.autosave:
                raise Deviation(f"{document} was saved by itself")
            named = path == document.file
        else:
            asked = self.recent(link.host) if self.has_many and link.host is self.hosts[0] else link.performed()
            named = any(
                one.method == "document/save" and one.document is document
                and one.params.get("path", document.file) == path for one in asked)
        if not named:
            raise Deviation(f"{document} was saved to {path!r}, which was not named")
        file = self.files[path]
        file.is_named = True
        document.saved = link.content(document)
        if is_auto:
            document.journal = document.is_durable and "journal" not in params
        if path.endswith(".json"):
            file.contents.append(document.saved)
        self.tally["saved"] = self.tally.get("saved", 0) + 1

    def answered(self, link, one, message):
        error, result = message.get("error"), message.get("result")
        method, document = one.method, one.document
        if not hasattr(link.host, "answered"):
            link.host.answered = []
        link.host.answered = [*link.host.answered[-60:], one]
        key = f"{method} {error['code']}" if error else method
        self.tally[key] = self.tally.get(key, 0) + 1
        self.log.append(f"    -> {one.number} {method} {json.dumps(error or result)[:160]}")
        if error:
            if one.changes:
                raise Deviation(f"{one} was refused, and has changed {document}: {error}")
            if method == "document/export" and error["code"] == CANCELLED:
                self.files[one.params["path"]].is_open = True
            if method == "initialize":
                raise Deviation(f"{one}: {error}")
            if document is not None and error["code"] == NO_DOCUMENT and "compare" not in one.params:
                raise Deviation(f"{one} was refused, but {document} is open: {error}")
            return
        names_document = "document" in one.params and method not in ("document/open",)
        if names_document and document is None:
            raise Deviation(f"{one} was performed, but no such document is open: {result}")
        if method == "document/open":
            self.opened(link, one, result)
        elif method == "document/read":
            self.was_read(link, document, result)
        elif method == "document/close":
            self.closed(link, document)
        elif method == "document/save":
            self.was_saved(document, result)
        elif method == "document/export":
            self.files[one.params["path"]].is_named = True
        elif method == "document/hash":
            self.was_hashed(one, result)
        elif method == "document/recover":
            file = self.files[document.file]
            document.waits, document.is_durable = False, document.is_durable or one.params["take"]
            document.journal = document.is_durable and "journal" not in result and not document.is_read_only
            if one.params["take"]:
                content = link.content(document)
                if file.left is not None and content is not None and content != file.left:
                    raise Deviation(f"{document} took {brief(content)}, not {brief(file.left)}")
            # Of a document that is read-only they stay in the journal.
            if "journal" not in result and not document.is_read_only:
                file.left = None
        elif method == "document/refresh":
            # What the file holds now may be what another server has saved.
            recovered = result.get("recovered")
            if recovered:
                document.is_durable = document.is_durable or not recovered.get("waiting")
                document.waits = bool(recovered.get("waiting"))
                document.journal = document.is_durable and not document.waits
                if not document.waits:
                    self.files[document.file].left = None
            document.is_read_only = bool(result.get("readOnly"))

    def opened(self, link, one, result):
        name, host = result["document"], link.host
        document = host.names.get(name)
        if document is not None:
            if not (self.has_many and host is self.hosts[0]):
                raise Deviation(f"{one} opened a document whose name is taken")
            if document.file != one.params["path"]:
                raise Deviation(f"{one} joined {document}, which is another file's")
            document.users += 1
            link.names[name] = document
            link.copies.setdefault(document, None)
            link.uses[document] = link.uses.get(document, 0) + 1
            self.ask(link, "document/read", document=name)
            return
        self.count += 1
        file = self.files[one.params["path"]]
        durability = one.params.get("durability", link.initialize["durability"])
        document = Document(self.count, host, name, one.params["path"], durability != "none")
        recovered = result.get("recovered")
        document.is_read_only = bool(result.get("readOnly"))
        document.waits, document.is_recovered = bool(recovered and recovered.get("waiting")), bool(recovered)
        choice = one.params.get("recover", "apply" if link.initialize["interactive"] else "report")
        if recovered and choice == "apply" and not document.is_read_only:
            document.is_durable = True
        document.journal = (
            document.is_durable and "journal" not in result and not document.is_read_only and not document.waits)
        #: What it has to hold.
        document.expected = file.contents[-1:] if len(self.hosts) == 1 and not self.autosave else []
        if recovered and file.left is not None and choice == "apply":
            document.expected = [file.left]
        is_first = not any(other.file == document.file for other in self.documents)
        if file.left is not None and not file.may_be_over and is_first and not recovered and choice != "discard" \
                and "lockedBy" not in result:
            raise Deviation(f"{one} finds nothing of what was acknowledged: {result}")
        is_kept = any(
            other.file == document.file and (other.journal or other.waits and not other.is_read_only)
            for other in self.documents)
        is_dropped = choice == "discard" and not is_kept and not document.is_read_only
        if is_dropped or recovered and document.journal and choice != "report":
            file.left = None
        host.names[name] = link.names[name] = document
        link.uses[document] = 1
        self.documents.append(document)
        link.copies[document] = None
        if "document" not in one.params or host.place is not None:
            self.ask(link, "document/read", document=name)

    def was_read(self, link, document, result):
        content = normal(result)
        replica = link.copies.get(document)
        if replica is not None and (replica.revision != result["revision"] or link.content(document) != content):
            raise Deviation(f"{document} is not what was announced: {result['revision']}, {replica.revision}")
        link.copies[document] = Replica(document.name, copy.deepcopy(result))
        # Who only looks may see edits of another server that were not heard of yet.
        looks = document.is_read_only and len(self.hosts) > 1
        expected = [] if looks else getattr(document, "expected", [])
        if result["revision"] == 0 and expected and expected[0] is not None and content != expected[0]:
            raise Deviation(f"{document} was opened as {brief(content)}, not as {brief(expected[0])}; {difference(content, expected[0])}")
        if result["revision"] == 0 and not document.is_recovered:
            document.saved = content
        document.expected = []

    def closed(self, link, document):
        document.users -= 1
        link.uses[document] -= 1
        if document.users == 0:
            waiting = [
                one for other in document.host.links for one in other.pending.values()
                if one.document is document and self.has_arrived(one, document.host)]
            if waiting:
                raise Deviation(f"{document} was closed, but its requests are not answered: {waiting}")
            self.forget(document)
        elif link.uses[document] == 0:
            del link.names[document.name], link.copies[document], link.uses[document]

    def has_arrived(self, one, host):
        for link in host.links:
            if one.number in link.pending and link.pending[one.number] is one:
                return all(early.is_late for early in link.pending.values() if early.number < one.number)
        return False

    def pass_on(self, document):
        """A document gives up its file. No client hears it if one that waits for its client takes up the journal."""
        for other in self.documents if document.journal else ():
            if other.file == document.file and other.host is document.host and other.users == 0:
                other.journal = other.is_durable

    def forget(self, document):
        self.pass_on(document)
        self.documents.remove(document)
        del document.host.names[document.name]
        for link in document.host.links:
            if link.names.get(document.name) is document:
                del link.names[document.name]
            link.copies.pop(document, None)
            link.uses.pop(document, None)

    def was_saved(self, document, result):
        path = result["path"]
        self.files[path].is_named = True
        if path != document.file:
            self.pass_on(document)
        if path != document.file or document.journal or not document.waits:
            document.file, document.is_read_only = path, False
        document.journal = document.is_durable and "journal" not in result
        if document.journal:
            self.files[path].left = None
        elif not any(other.journal and other.file == path for other in self.documents):
            self.files[path].may_be_over = True

    def was_hashed(self, one, result):
        if not one.seen or any(content is None for content in one.seen):
            return
        found = self.hashes.setdefault(result["hash"], one.seen)
        if not any(content in found for content in one.seen):
            raise Deviation(f"{one} has the hash of another document")
        self.hashes[result["hash"]] = [content for content in found if content in one.seen]

    # What is compared

    def compare(self, link, entry):
        document = link.names.get(entry["document"])
        if document is None:
            raise Deviation(f"{entry} is listed, but not open")
        replica = link.copies.get(document)
        if replica is not None and replica.revision != entry["revision"]:
            raise Deviation(f"{document} has the revision {entry['revision']}, but {replica.revision} was announced")
        if entry["path"] != document.file:
            raise Deviation(f"{document} has the file {entry['path']}")
        if bool(entry.get("readOnly")) != document.is_read_only:
            raise Deviation(f"{document}: read-only? {entry}")
        if not document.is_read_only and not document.waits:
            if self.has_many and "journal" not in entry and document.is_durable:
                # Another client is sent that it has one, which may not be read yet.
                document.journal = True
            if document.is_durable and ("journal" not in entry) != document.journal:
                raise Deviation(f"{document}: has it a journal? {entry}")

    def compare_files(self):
        for path, file in self.files.items():
            problem = self.wrong(path, file)
            for _ in range(20 if problem and self.autosave else 0):
                # It may have been saved between what was heard and now.
                for host in self.hosts:
                    for link in host.links:
                        self.call(link, "document/list")
                problem = self.wrong(path, file)
                if problem is None:
                    break
            if problem:
                raise Deviation(problem)
            file.is_named = False
        left = [entry.name for entry in self.root.iterdir() if entry.name not in self.files and entry.name[0] != "."]
        if left:
            raise Deviation(f"files that nobody named: {left}")

    def wrong(self, path, file):
        """What is wrong with a file; nothing where it holds what it may."""
        at = self.root / path
        found = at.read_bytes() if at.exists() else None
        if found != file.bytes and not file.is_named and not file.is_open:
            return f"{path} has changed, and was not named"
        if path.endswith(".json") and found is not None and path not in OUT and not self.exports_over_open:
            text = json.loads(found)
            content = normal(text)
            is_ordered = not (self.has_many or len(self.hosts) > 1 or self.autosave)
            allowed = file.contents[-1:] if is_ordered else file.contents
            if not any(one is None or content in (one, one if "nodewire" in text else unbent(one)) for one in allowed):
                return f"{path} holds {brief(content)}, not {[brief(one) for one in allowed]}"
            file.contents = [content]
        file.bytes = found
        return None

    def compare_after_end(self):
        for path, file in self.files.items():
            at = self.root / path
            found = at.read_bytes() if at.exists() else None
            if found != file.bytes and not file.is_named and not file.is_open and not self.autosave:
                raise Deviation(f"{path} has changed at the end, and was not named")
