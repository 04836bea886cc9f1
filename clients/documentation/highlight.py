"""Colors of code, made when the site is built: a few expressions a language, and no more than those languages need."""

from __future__ import annotations

import html
import re
from typing import Dict, Pattern

STRING = r'"(?:\\.|[^"\\\n])*"'
NUMBER = r"(?<![\w.])-?\d[\w.]*(?:[eE][+-]\d+)?"
PYTHON_WORDS = (
    "and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda None not or pass raise return try while with yield True False"
)
SWIFT_WORDS = (
    "associatedtype borrowing case catch consuming default defer do else enum extension false for func guard if import "
    "in init inout internal is let mutating nil package private protocol public return self static struct subscript "
    "switch throw throws true try typealias var where while"
)
TYPESCRIPT_WORDS = (
    "as async await break case catch class const continue default delete do else export extends false finally for from "
    "function if import in instanceof interface let new null of return static super switch this throw true try type "
    "typeof undefined var void while yield"
)
DOT_WORDS = "strict graph digraph subgraph node edge"
MERMAID_WORDS = "flowchart graph subgraph end direction style classDef class linkStyle click TD TB LR RL BT"
MARKS = re.compile("[\0\1\2]")
"""The signs that stand for marks until the text is escaped."""
LITERALS = r"\b(?:true|false|null)\b"


def words(listed: str) -> str:
    return rf"\b(?:{'|'.join(listed.split())})\b"


def language(**kinds: str) -> Pattern[str]:
    """One expression whose groups are the kinds, which are classes of the style sheet; the first that fits counts."""
    return re.compile("|".join(f"(?P<{kind}>{expression})" for kind, expression in kinds.items()), re.MULTILINE)


LANGUAGES: Dict[str, Pattern[str]] = {
    "json": language(k=rf"{STRING}(?=\s*:)", s=STRING, n=NUMBER, w=LITERALS),
    "sh": language(
        c=r"(?:^|(?<=\s))#.*",
        s=rf"'[^']*'|{STRING}",
        v=r"\$\w+|\$\{[^}]*\}",
        w=words("if then else fi for in do done while case esac export cd"),
        k=r"(?<=\s)--?[a-zA-Z][\w-]*",
    ),
    "python": language(
        c=r"#.*",
        s=rf'[rbf]{{0,2}}(?:"""[\s\S]*?"""|{STRING}|\'(?:\\.|[^\'\\\n])*\')',
        n=NUMBER,
        w=words(PYTHON_WORDS),
        f=r"\b\w+(?=\()",
    ),
    "swift": language(
        c=r"//.*|/\*[\s\S]*?\*/",
        s=rf'"""[\s\S]*?"""|{STRING}',
        n=NUMBER,
        w=words(SWIFT_WORDS),
        f=r"\b\w+(?=\()",
    ),
    "ts": language(
        c=r"//.*|/\*[\s\S]*?\*/",
        s=rf"`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|{STRING}",
        n=NUMBER,
        w=words(TYPESCRIPT_WORDS),
        f=r"\b\w+(?=\()",
    ),
    "yaml": language(c=r"#.*", s=STRING, k=r"[\w-]+(?=:)", n=NUMBER),
    "xml": language(
        c=r"<!--[\s\S]*?-->",
        s=r"(?<==)\"[^\"]*\"",
        w=r"</?[\w:.-]+|/?>",
        k=r"[\w:.-]+(?==\")",
    ),
    "conversation": language(q=r"^-->", r=r"^<--", k=rf"{STRING}(?=\s*:)", s=STRING, n=NUMBER, w=LITERALS),
    "mermaid": language(c=r"%%.*", s=STRING, w=words(MERMAID_WORDS), k=r"[<ox]?(?:--+|==+|-\.+-)[>ox]?"),
    "dot": language(c=r"//.*|^#.*", s=STRING, w=words(DOT_WORDS), k=r"\b\w+(?==)|->|--", n=NUMBER),
}
LANGUAGES["tsx"] = LANGUAGES["ts"]
"""Kinds: k names, s texts, n numbers, w words of the language, c comments, f functions, v variables; of messages q
those that are sent and r those received."""


def is_known(name: str) -> bool:
    return name in LANGUAGES or name == ""


def highlight(text: str, name: str) -> str:
    """A text as HTML. Without its marks it is the same text; of a language that is not known it has none."""
    pattern = LANGUAGES.get(name)
    if pattern is None or MARKS.search(text):
        return html.escape(text, quote=False)
    parts = []
    at = 0
    for found in pattern.finditer(text):
        if found.end() == found.start():
            continue
        parts.append(f"{text[at : found.start()]}\0{found.lastgroup}\1{found[0]}\2")
        at = found.end()
    parts.append(text[at:])
    # Escaped at once, which is several times as fast.
    whole = html.escape("".join(parts), quote=False)
    return whole.replace("\0", '<span class="').replace("\1", '">').replace("\2", "</span>")


def guessed(text: str) -> str:
    """The language of code for which none is stated; empty for none of them."""
    if re.match(r"-->|<--", text):
        return "conversation"
    if text.startswith("flowchart "):
        return "mermaid"
    if re.match(r"(?:strict )?(?:di)?graph\b", text):
        return "dot"
    if re.match(r"(?:git|nodewire|python3) ", text):
        return "sh"
    return ""
