"""Where a server keeps the journal and the lock of a file: in a hidden folder beside it."""


def state_of(file):
    return file.with_name(f".{file.name}.nodewire")


def journal_of(file):
    return state_of(file) / "journal"


def lock_of(file):
    return state_of(file) / "lock"


def leave_journal(file, text):
    """Puts a journal where a server looks for that of a file."""
    state_of(file).mkdir(exist_ok=True)
    journal_of(file).write_bytes(text)


def leave_lock(file, text):
    """Puts a lock, or what has its name, where a server looks for that of a file."""
    state_of(file).mkdir(exist_ok=True)
    lock_of(file).write_bytes(text)


def prevent_locks(file):
    """Lets several servers edit a file: what is no folder stays, and no lock can be taken."""
    state_of(file).write_text("something else")


def names(folder):
    """What is in a folder besides journals and locks."""
    return sorted(entry.name for entry in folder.iterdir() if not is_state(entry.name))


def every(folder):
    """The files of a folder and of those in it, by their paths; those of an empty folder end with a slash."""
    found = []
    for entry in folder.iterdir():
        inner = every(entry) if entry.is_dir() and not entry.is_symlink() else None
        found += [entry.name] if inner is None else [f"{entry.name}/{name}" for name in inner or [""]]
    return sorted(found)


def is_state(name):
    return name.startswith(".") and name.endswith(".nodewire")
