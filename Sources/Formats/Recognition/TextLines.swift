import Graph
import Wire

/// Plain text: each nonblank line is the label of a node.
struct TextLines {
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// Reads the lines as an outline.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n*) in the bytes, up to the limit of lines.
    func outline() throws(EditError) -> Outline {
        var outline = Outline(isList: true)
        let lines = text.lazy.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for line in lines {
            guard let first = line.firstIndex(where: { $0 > 0x20 }), let last = line.lastIndex(where: { $0 > 0x20 })
            else { continue }
            if outline.items.count == Limits.pastedLines {
                let message = "a pasted text has at most \(Limits.pastedLines) lines that are not blank"
                throw EditError(.limits, message, path: ["text"])
            }
            try outline.add(Outline.Item(label: JSONString(String(decoding: line[first...last], as: UTF8.self))))
        }
        return outline
    }
}
