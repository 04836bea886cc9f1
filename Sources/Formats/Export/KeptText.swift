import Graph
import Storage
import Wire

/// The text of a document that was not edited since it was read. Parts of the document that its format cannot hold were
/// made by the reader.
public struct KeptText: Sendable {
    private let format: Format
    /// Is true if the text states no positions of nodes.
    private let isUnplaced: Bool

    /// Makes the kept text of a format.
    public init(format: Format, isUnplaced: Bool) { (self.format, self.isUnplaced) = (format, isUnplaced) }

    /// The losses of the document in another format, without losses of parts that this text does not contain either.
    ///
    /// - Complexity: O(*n*) in the document, if something is lost that its format does not keep whole.
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
    /// The message without the name of the program.
    fileprivate var subject: Substring {
        guard let start = message.firstRange(of: " has no ")?.upperBound else { return message[...] }
        return message[start...]
    }

    /// Is true if places, or other results of a layout, are lost.
    fileprivate var isOfPlaces: Bool {
        if code == "place" || code == "position" { return true }
        return TextOrigin.computed.contains { subject.hasPrefix("`\($0)`") }
    }
}
