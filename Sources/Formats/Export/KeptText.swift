import Graph
import Storage
import Wire

/// The text of a document that was not edited since it was read: what its format cannot hold was not in it, but was made by
/// the reader.
public struct KeptText: Sendable {
    private let format: Format
    /// Is true if it says of no node where it lies.
    private let isUnplaced: Bool

    /// A text in a format.
    public init(format: Format, isUnplaced: Bool) { (self.format, self.isUnplaced) = (format, isUnplaced) }

    /// The losses of another text of the document that were in this one.
    ///
    /// - Complexity: O(the document), where something is lost that its format does not keep whole.
    public func losses(_ losses: [ExportLoss], writing document: Document, as other: Format) -> [ExportLoss] {
        if losses.isEmpty || format.keepsAll(of: document) { return losses }
        var writer = JSONWriter()
        let made =
            format.isWritable
            ? format.write(document, into: &writer) { (writer) throws(Never) in writer.removeAll() } : []
        return losses.filter { loss in
            if isUnplaced && loss.isOfPlaces { return false }
            if loss.code == "transient" { return true }
            return !made.contains { $0.kind == loss.kind && $0.code == loss.code && $0.subject == loss.subject }
        }
    }
}

extension ExportLoss {
    /// The loss in words without the name of the program.
    fileprivate var subject: Substring {
        guard let start = message.firstRange(of: " has no ")?.upperBound else { return message[...] }
        return message[start...]
    }

    /// Is true if places, or what follows from a layout, are lost.
    fileprivate var isOfPlaces: Bool {
        if code == "place" || code == "position" { return true }
        return TextOrigin.computed.contains { subject.hasPrefix("`\($0)`") }
    }
}
