import Graph

/// The beginning of a DOT text: `strict`, `graph` or `digraph`, a name, and a brace.
struct DOTHeader {
    var isStrict = false
    var isDirected = false
    var name = ""

    /// Reads the header up to its brace; nil if there is none.
    ///
    /// - Complexity: O(*n*) in the comments before it and its name.
    init?(_ scanner: inout DOTScanner) {
        guard var token = try? scanner.next() else { return nil }
        if token == .keyword(.strict) {
            isStrict = true
            guard let next = try? scanner.next() else { return nil }
            token = next
        }
        guard token == .keyword(.graph) || token == .keyword(.digraph) else { return nil }
        isDirected = token == .keyword(.digraph)
        guard var next = try? scanner.next() else { return nil }
        if case .id(let text) = next {
            name = text.string
            guard let brace = try? scanner.next() else { return nil }
            next = brace
        }
        guard next == .sign("{") else { return nil }
    }

    /// Returns true if a text begins with a header. `graph` alone on a line begins a flowchart, unless a brace follows.
    static func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = DOTScanner(text)
        guard let header = DOTHeader(&scanner) else { return false }
        if header.isDirected || header.isStrict || header.name.isEmpty { return true }
        return MermaidHeader(text) == nil
    }
}
