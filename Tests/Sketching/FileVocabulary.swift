import Graph
import Seeding
import Wire

/// The document of a text that is JSON and holds nothing against the structure.
public func opened(_ text: String, isFile: Bool = true, file: StaticString = #file, line: UInt = #line) -> Document {
    do {
        let (document, losses) = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            precondition(JSONSyntax.validate(bytes) == nil, "it is no JSON", file: file, line: line)
            return try DocumentReader.read(bytes, isFile: isFile)
        }
        precondition(losses.isEmpty, "\(losses)", file: file, line: line)
        return document
    } catch {
        preconditionFailure("\(error)", file: file, line: line)
    }
}

/// Returns a document as a file.
public func fileText(_ document: Document, _ file: CanonicalJSON = CanonicalJSON()) -> String {
    var writer = JSONWriter()
    document.write(file, into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// Returns a JSON string literal.
public func quoted(_ text: String) -> String { JSON.string(text).description }

/// Texts that have broken writers of XML, of JSON, of style sheets and of file formats.
public let nastyTexts: [String] = {
    var texts = [
        "", " ", "\t", "\n", "\r\n", "\"", "'", "\"'", "\\", "\\\\", "\\\"", "\\n", "\\u0041", "<", ">", "&", "&amp;",
        "&lt;b&gt;",
        "&#x3c;", "&unknown;", "<b>bold</b>", "<script>alert(1)</script>", "</title><script>alert(1)</script>",
        "</svg>", "</text>", "</metadata>", "</style>", "<style>*{display:none}</style>", "<![CDATA[x]]>", "]]>",
        "<!--", "-->", "--",
        "<?xml version=\"1.0\"?>", "<!DOCTYPE svg [<!ENTITY x \"y\">]>", "&x;", "\" onload=\"alert(1)",
        "' onclick='alert(1)",
        "javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,<script>alert(1)</script>",
        "url(http://example.com/x)",
        "http://example.com", "//example.com", "xlink:href", "{{x}}", "${x}", "$(x)", "`x`", "%s%n%d", "%00",
        "%3Cscript%3E", "../../etc/passwd", "NaN",
        "Infinity", "null", "undefined", "true", "0", "-1", "1e309", "__proto__", "constructor", "toString", "nodewire",
        "nodes", "edges",
        "\u{0}", "\u{1}", "\u{8}", "\u{b}", "\u{c}", "\u{1b}[31m", "\u{1f}", "\u{7f}", "\u{80}", "\u{85}", "\u{a0}",
        "\u{ad}", "\u{2028}",
        "\u{2029}", "\u{200b}", "\u{200d}", "\u{200e}", "\u{202e}abc", "\u{2066}x\u{2069}", "\u{feff}x", "\u{fffd}",
        scalar(0xFFFE), scalar(0xFFFF),
        scalar(0xFDD0), scalar(0x1FFFE), scalar(0x10FFFF), "\u{e000}", "e\u{301}", "\u{e9}", "\u{1e9b}\u{323}",
        "\u{212b}", "\u{ac00}", "\u{1100}\u{1161}",
        "\u{1f600}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{1f1e9}\u{1f1ea}", "\u{5d0}\u{5d1}",
        "\u{627}\u{644}", "\u{4e2d}\u{6587}",
        "\u{e01}\u{e33}", "\u{1d4d0}", "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{3c3}\u{3c2}", "\u{df}",
        "\u{130}\u{131}", "\u{fb01}",
        "node.1", "node 1", "node-1", "node_1", "a.b", "a.2eb", "#id", ".class", "a:b", "a/b", "a?b=c&d", "[x]", "(x)",
        "{x}", "|", "~", "^", "*", "+", "=",
        ";", ":", ",", "!", "?", "@", "a\"b'c<d>e&f", "-->|x|", "graph TD", "end", "digraph", "subgraph", "%%{init}%%",
        "//", "/*", "*/", "--!>", "x = \"y\"", "\u{1d}", "a\u{0}b", "\\ud800", "&#0;", "</g>", "style=\"x\"",
    ]
    texts.append(String(repeating: "x", count: 4000))
    texts.append(String(repeating: "\u{4e2d}", count: 500))
    texts.append((1...200).map { "word\($0)" }.joined(separator: " "))
    return texts
}()

extension Seeded {
    /// The elements in another order.
    public mutating func shuffle<T>(_ list: [T]) -> [T] {
        var list = list
        for index in list.indices.reversed() { list.swapAt(index, below(index + 1)) }
        return list
    }
}

/// A text of one scalar that no literal may hold.
private func scalar(_ value: UInt32) -> String { Unicode.Scalar(value).map { String(Character($0)) } ?? "" }
