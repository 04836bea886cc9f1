"""Fuzzes the readers of the server and its session, led by coverage (libFuzzer, with the address sanitizer).

    python3 clients/python/tests/long/fuzz_server.py [--targets json,dot] [--runs N] [--seconds N] [--out DIR]

The targets of `Tests/Fuzzing` are built with the libraries of the server into one program; nothing of it is in a product.
Seeds are those beside the targets, the transcripts, cases that were found before (`tests/regressions`), and with
NODEWIRE_CORPUS the files in that folder. What is learned stays in DIR, so that the next run goes on from there. A found case is a file in
`DIR/TARGET/found`; put into `tests/regressions/TARGET`, it is replayed by `test_regressions.py` from then on, but for one of
`journal`, which becomes a test in `JournalTests`. Ends with 1 if there is one.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parents[2]
ENTRY = Path(__file__).with_name("fuzzing.swift")
SEEDS = ROOT / "Tests" / "Fuzzing" / "Seeds"
SPECIFICATION = ROOT / "protocol-spec"
MODULES = "Storage Geometry Layout Wire Values Schemas Graph Dialogs Routing Editing Interaction Formats Server Seeding MemoryFiles Fuzzing".split()
#: The longest input in bytes; sessions are long.
LENGTHS = {"session": 6000, "crash": 4000, "expression": 300, "framing": 600}
LENGTH = 2500
#: Assertions are kept, though the code is optimized.
FLAGS = ["-sanitize=fuzzer,address", "-assert-config", "Debug"]
TARGETS = (
    "json framing nodewire reactFlow swiftFlow mermaid dot tree swiftType pasted expression schema session journal merge crash".split()
)


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", default=",".join(TARGETS), help="which, with commas (all)")
    parser.add_argument("--runs", type=int, default=10_000_000, help="of each target (10 million)")
    parser.add_argument("--seconds", type=int, default=0, help="at most, for each target (no limit)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("/tmp/nodewire-fuzz"), help="what is built and learned")
    parser.add_argument("--built", action="store_true", help="the program is built already")
    return parser.parse_args()


# Building


def build(out):
    """The fuzzer, as one program for all targets."""
    scratch, program = out / "build", out / "fuzz"
    through = [part for flag in FLAGS for part in ("-Xswiftc", flag)]
    subprocess.run(
        ["swift", "build", "-c", "release", "--target", "Fuzzing", "--scratch-path", scratch, *through],
        cwd=ROOT,
        check=True,
    )
    objects = [file for module in MODULES for file in (scratch / "release" / f"{module}.build").glob("*.o")]
    command = [
        "swiftc",
        *FLAGS,
        "-O",
        "-parse-as-library",
        "-module-name",
        "Entry",
        "-I",
        scratch / "release/Modules",
    ]
    subprocess.run([*command, ENTRY, *objects, "-lm", "-o", program], check=True)
    return program


# Seeds


def transcripts():
    """The messages of each transcript, in pieces that a mutation can still change as a whole."""
    for file in sorted((SPECIFICATION / "transcripts").glob("*.txt")):
        lines = [line[4:] for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("--> ")]
        text = "\n".join(lines) + "\n"
        yield text[: LENGTHS["session"]].encode()


def strings(schema):
    """Everything that looks like an expression in the tests of expressions."""
    return re.findall(r'"((?:[^"\\\n]|\\.)+)"', schema)


def corpus(*endings):
    folder = os.environ.get("NODEWIRE_CORPUS")
    if not folder:
        return
    for file in sorted(Path(folder).rglob("*")):
        if file.suffix in endings and file.is_file() and file.stat().st_size <= 20_000:
            yield file.read_bytes()


def imported(kind):
    """The texts that transcripts open in a format."""
    for line in b"\n".join(transcripts()).splitlines():
        try:
            params = json.loads(line).get("params", {})
        except (ValueError, AttributeError):
            continue
        if isinstance(params, dict) and isinstance(params.get("text"), str) and params.get("format") in (None, kind):
            yield params["text"].encode()


def written_by_hand(target):
    return [file.read_bytes() for file in sorted((SEEDS / target).iterdir())]


def seeds(target):
    more = []
    if target in ("session", "crash"):
        more = transcripts()
    elif target == "expression":
        text = (ROOT / "Tests/ValuesTests/ExpressionTests.swift").read_text(encoding="utf-8")
        more = [one.encode() for one in strings(text)]
    elif target not in ("framing", "journal", "merge", "schema"):
        endings = {"dot": (".dot", ".gv"), "mermaid": (".mmd",)}.get(target, (".json",))
        more = [*imported(target), *corpus(*endings)]
    return [*written_by_hand(target), *more]


def dictionary(path):
    """The names of methods and members, as words that mutations put in."""
    description = json.loads((SPECIFICATION / "openrpc.json").read_text(encoding="utf-8"))
    words = {method["name"] for method in description["methods"]}
    words |= set(re.findall(r'"(\w{2,20})": ?\{', json.dumps(description)))
    path.write_text("".join(f'"\\"{word}\\""\n' for word in sorted(words)), encoding="utf-8")


# Running


def run(program, target, chosen):
    """Fuzzes one target; returns the row of the table."""
    folder = chosen.out / target
    learned, found = folder / "learned", folder / "found"
    for one in (learned, found):
        one.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate([*seeds(target), *known(target)]):
        (learned / f"seed-{number}").write_bytes(seed)
    before = {file.name for file in found.iterdir()}
    dictionary(chosen.out / "words.txt")
    limits = [f"-runs={chosen.runs}", f"-max_total_time={chosen.seconds}", f"-seed={chosen.seed}"]
    limits += [f"-max_len={LENGTHS.get(target, LENGTH)}", "-timeout=20", "-rss_limit_mb=3000"]
    log = folder / "log.txt"
    with open(log, "wb") as file:
        code = subprocess.run(
            [
                program,
                *limits,
                f"-dict={chosen.out / 'words.txt'}",
                f"-artifact_prefix={found}/",
                "-print_final_stats=1",
                learned,
            ],
            stdout=file,
            stderr=file,
            # The backtrace of Swift hides a trap from libFuzzer; what is kept for ever is no leak.
            env={
                **os.environ,
                "SWIFT_BACKTRACE": "enable=no",
                "NODEWIRE_FUZZ": target,
                "ASAN_OPTIONS": "detect_leaks=0",
            },
        ).returncode
    text = log.read_text(errors="replace")
    runs = re.search(r"number_of_executed_units: (\d+)", text) or re.search(r"(?s).*\n#(\d+)", text)
    edges = re.findall(r"cov: (\d+)", text)
    new = sorted({file.name for file in found.iterdir()} - before)
    return [target, runs[1] if runs else "?", edges[-1] if edges else "?", code, " ".join(new) or "-"]


def known(target):
    """Cases that were found before."""
    folder = TESTS / "found" / target
    return [file.read_bytes() for file in sorted(folder.iterdir())] if folder.is_dir() else []


def main():
    chosen = options()
    if shutil.which("swiftc") is None:
        sys.exit("swiftc is not found")
    chosen.out.mkdir(parents=True, exist_ok=True)
    program = chosen.out / "fuzz" if chosen.built else build(chosen.out)
    print(f"{'target':12}{'runs':>12}{'edges':>8}  code  found", flush=True)
    is_clean = True
    for target in chosen.targets.split(","):
        name, runs, edges, code, found = run(program, target, chosen)
        print(f"{name:12}{runs:>12}{edges:>8}  {code:4}  {found}", flush=True)
        is_clean = is_clean and code == 0
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
