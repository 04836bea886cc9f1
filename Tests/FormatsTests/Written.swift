import Formats
import Graph
import Wire

/// Calls `body` with a validated text.
func withText<R>(_ text: String, _ body: (DocumentText) throws -> R) throws -> R {
    try Array(text.utf8).withUnsafeBufferPointer { try body(try DocumentText(validating: $0)) }
}

/// Reads a text as a document of the format, or of the one as which it is recognized.
@discardableResult
func read(_ text: String, _ format: Format? = nil) throws -> (document: Document, losses: [Loss]) {
    let (document, losses, _, _) = try readRecognized(text, format)
    return (document, losses)
}

@discardableResult
func readRecognized(
    _ text: String, _ format: Format? = nil
) throws -> (document: Document, losses: [Loss], format: Format, isUnplaced: Bool) {
    try Array(text.utf8).withUnsafeBufferPointer { try FileText.read($0, as: format) }
}

/// A document as a text of the format, and what it loses.
func written(_ document: Document, _ format: Format) -> (text: String, losses: [ExportLoss]) {
    var writer = JSONWriter()
    let losses = format.write(document, into: &writer)
    return (String(decoding: writer.bytes, as: UTF8.self), losses)
}
