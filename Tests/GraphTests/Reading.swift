import Graph
import Testing
import Wire

/// Reads a document as a file holds it.
func read(_ text: String, isFile: Bool = true) throws -> (document: Document, losses: [Loss]) {
    let bytes = Array(text.utf8)
    if let error = bytes.withUnsafeBufferPointer({ JSONSyntax.validate($0) }) { throw error }
    return try bytes.withUnsafeBufferPointer { buffer throws(ShapeError) in
        try DocumentReader.read(buffer, isFile: isFile)
    }
}

/// All elements and other members of a document.
func content(of document: Document) -> JSON {
    var content = document.content
    content["nodes"] = .array(document.nodeSlots.map { document.node(at: $0).json })
    content["edges"] = .array(document.edgeSlots.map { document.edge(at: $0).json })
    return .object(content)
}

extension Identifier: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

/// A small generator (splitmix64; Steele, Lea and Flood 2014) so that every run sees the same values.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
