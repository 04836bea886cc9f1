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
