"""Kills at each file operation of a program, and folders as a loss of power may leave them."""

import os
import shutil
import subprocess

from crash_programs import BEGIN, OPEN, Lost, Reference, answered, begin, check, place, recovered, replies, talk, whole
from file_faults import environment, faults, records
from server_process import lines, request

#: All but opening: a kill before a file is opened is one after the operation before it.
CHANGING = "write,fsync,flock,fchmod,fchown,rename,link,unlink,truncate,mkdir,rmdir"
MORE = request("more", "node/insert", document="d", node={"id": "more"})


def perform(server, folder, shim, reference, opening=OPEN, **fault):
    """Performs the program from its start in a server to which something happens; returns how much was answered."""
    begin(folder)
    asked = lines([BEGIN, opening, *reference.program.requests])
    command = [server, "--root", str(folder)]
    done = subprocess.run(
        command, input=asked, capture_output=True, env=environment(shim, folder, **fault), timeout=120
    )
    return answered(replies(done.stdout), reference.program)


def sweep(server, folder, shim, reference, look, step=1, into=4):
    """Before each operation, half-way through each write, and after some of them within the recovery."""
    log = folder.parent / "log"
    for how in ("kill", "half"):
        only = CHANGING if how == "kill" else "write"
        for first in range(1, 10_000, step):
            count = perform(server, folder, shim, reference, how=how, first=first, only=only, log=log)
            if faults(log) == 0:
                break
            kept = folder.parent / "kept"
            copy(folder, kept)
            for within in range(1, into + 1):
                copy(kept, folder)
                chosen = environment(shim, folder, how=how, first=within, only=only, log=log)
                talk([server, "--root", str(folder)], [BEGIN, OPEN, MORE], folder, chosen)
                if faults(log) == 0:
                    break
                # Another request may have been performed before the end.
                look(found_or_continued, server, folder, reference, count, kept)
            copy(kept, folder)
            look(check, server, folder, reference, count)


def found_or_continued(server, folder, reference, count, kept):
    """After a recovery that was killed: what the kept folder leads to, with or without one more request."""
    at = folder.parent / "twin"
    copy(kept, at)
    number, _ = check(server, at, reference, count)
    allowed = [reference.places[number]]
    heard = talk([server, "--root", str(at)], [BEGIN, OPEN, MORE, *Reference.look("now")], at)
    allowed.append(place(heard, "now"))
    found, _ = recovered(server, folder)
    if found not in allowed:
        raise Lost(
            f"seed {reference.program.seed}: a recovery that was killed leads to {found}, not to one of {allowed}"
        )


def copy(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


# Loss of power

#: What of that which was not synced is lost: data and names.
#: What stands for a folder in place of the number of a file.
FOLDER = "folder"
WAYS = ("data and names", "data", "names", "nothing", "half of the last write", "zeros")


class Disk:
    """What is in files and folders, and what of it is sure to outlive a loss of power."""

    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        files = [file for file in folder.rglob("*") if file.is_file()]
        #: The numbers of files by their paths from the folder.
        self.names = {str(file.relative_to(folder)): file.stat().st_ino for file in files}
        self.data = {file.stat().st_ino: file.read_bytes() for file in files}
        self.sure_names, self.sure_data = dict(self.names), dict(self.data)
        self.last = None

    def perform(self, record):
        name = os.path.relpath(record.path, self.folder)
        if record.operation == "create":
            self.names[name] = record.file
            self.data[record.file] = b""
            self.sure_data[record.file] = b""
        elif record.operation == "write":
            old = self.data.get(record.file, b"").ljust(record.offset, b"\0")
            self.last = (record.file, old, len(record.data), record)
            self.data[record.file] = old[: record.offset] + record.data + old[record.offset + len(record.data) :]
        elif record.operation == "truncate":
            self.data[record.file] = self.data.get(record.file, b"")[: record.offset].ljust(record.offset, b"\0")
        elif record.operation == "rename":
            self.names[os.path.relpath(record.to, self.folder)] = self.names.pop(name)
        elif record.operation == "mkdir":
            self.names[name] = FOLDER
            # What was in an earlier one of this name is gone with it.
            for inner in [one for one in self.sure_names if os.path.dirname(one) == name]:
                del self.sure_names[inner]
        elif record.operation in ("unlink", "rmdir"):
            self.names.pop(name, None)
        elif record.operation == "fsync":
            if name == "." or self.names.get(name) == FOLDER:
                inner = {one for one in {*self.names, *self.sure_names} if os.path.dirname(one) == ("" if name == "." else name)}
                for one in inner:
                    self.sure_names.pop(one, None)
                self.sure_names |= {one: self.names[one] for one in inner if one in self.names}
            else:
                self.sure_data[record.file] = self.data.get(record.file, b"")

    def after_loss(self, way):
        """The files as they may be found."""
        names = self.sure_names if way in ("data and names", "names") else self.names
        data = dict(self.sure_data if way in ("data and names", "data") else self.data)
        if way == "half of the last write" and self.last:
            file, old, count, record = self.last
            if data.get(file) != self.sure_data.get(file):
                data[file] = old[: record.offset] + record.data[: count // 2]
        if way == "zeros":
            for file, text in data.items():
                sure = self.sure_data.get(file, b"")
                same = len(os.path.commonprefix([sure, text]))
                data[file] = text[:same] + b"\0" * (len(text) - same)
        # Without the name of its folder a file is not found.
        return {
            name: FOLDER if file == FOLDER else data.get(file, b"")
            for name, file in names.items()
            if os.path.dirname(name) in ("", *names)
        }


def power(server, folder, shim, reference, look, step=1, durability="power"):
    """At each operation the power is lost, in each way. With the journal on the disk nothing that was acknowledged is lost, and
    else nothing whose save was acknowledged."""
    log = folder.parent / "log"
    opening = {**OPEN, "params": {**OPEN["params"], "durability": durability}}
    log.write_bytes(b"")
    begin(folder)
    disk = Disk(folder)
    asked = lines([BEGIN, opening, *reference.program.requests])
    chosen = environment(shim, folder, log=log)
    process = subprocess.Popen(
        [server, "--root", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=chosen
    )
    heard = process.communicate(asked)[0]
    sent = 0
    for number, record in enumerate(list(records(log))):
        if record.operation == "output":
            sent += record.count
            continue
        disk.perform(record)
        if number % step:
            continue
        count = answered(replies(heard[:sent]), reference.program)
        for way in WAYS:
            shutil.rmtree(folder)
            folder.mkdir()
            for name, text in sorted(disk.after_loss(way).items()):
                (folder / name).mkdir() if text == FOLDER else (folder / name).write_bytes(text)
            what = f"{record.operation} {record.path}: {way}"
            if durability == "power":
                look(check_way, what, check, server, folder, reference, count, opening)
            else:
                look(check_way, what, check_saved, server, folder, reference, saved(reference.program, count))


def check_way(way, check, *arguments):
    try:
        check(*arguments)
    except Lost as error:
        raise Lost(f"{way}: {error}") from None


def saved(program, answered):
    """How many of the requests that were answered come up to the last save, with it."""
    done = program.requests[:answered]
    return max((number + 1 for number, one in enumerate(done) if one["method"] == "document/save"), default=0)


def check_saved(server, folder, reference, count):
    """Fails unless the document is there as it was saved, or as it was later. The history may be lost."""
    whole(folder)
    (found, _, _), _ = recovered(server, folder)
    if found not in [hash for hash, _, _ in reference.places[count:]]:
        raise Lost(f"seed {reference.program.seed}: what the request {count} saved is lost")
