import Graph
import Storage
import Wire

/// The text of a document's file. Parts of the document that its format cannot hold were made by the reader, as long as
/// they are what it made.
public struct KeptText: Sendable {
    private let format: Format
    /// Is true if the text states no positions of nodes.
    private let isUnplaced: Bool
    /// The document as the reader made it.
    private let content: Document
    /// Is true if the document was edited since.
    private let isEdited: Bool

    /// Makes the kept text of a format.
    public init(_ content: Document, format: Format, isUnplaced: Bool, isEdited: Bool) {
        (self.content, self.format, self.isUnplaced, self.isEdited) = (content, format, isUnplaced, isEdited)
    }

    /// The losses of the document in a format, without losses of parts that this text does not contain either.
    ///
    /// - Complexity: O(*n*) in the document, if something is lost that its format does not keep whole.
    public func losses(_ losses: [ExportLoss], writing document: Document, as other: Format) -> [ExportLoss] {
        if losses.isEmpty || format.keepsAll(of: content) { return losses }
        var writer = JSONWriter()
        let made =
            format.isWritable
            ? format.write(content, into: &writer) { (writer) throws(Never) in writer.removeAll() } : []
        return losses.filter { loss in
            let isOfPlaces = isUnplaced && loss.isOfPlaces
            if !isOfPlaces && loss.code == "transient" { return true }
            guard isOfPlaces || made.contains(where: { $0.isLike(loss) }) else { return true }
            return isEdited && isEdited(loss, in: document) && !(loss.members.isEmpty && made.contains(loss))
        }
    }

    /// Returns true if an element has another value than in the text in a member that is lost.
    private func isEdited(_ loss: ExportLoss, in document: Document) -> Bool {
        func differs(_ element: JSON, _ former: JSON?) -> Bool {
            loss.members.contains { element[$0] != former?[$0] }
        }
        if loss.members.isEmpty { return true }
        return switch loss.kind {
        case .node, .document:
            document.nodeSlots.contains { slot in
                let former = content.node(document.nodeID(slot)).map { content.node(at: $0).json }
                return differs(document.node(at: slot).json, former)
            }
        case .edge:
            document.edgeSlots.contains { slot in
                let former = content.edge(document.edgeID(slot)).map { content.edge(at: $0).json }
                return differs(document.edge(at: slot).json, former)
            }
        }
    }
}

extension ExportLoss {
    /// The message without the name of the program and the elements.
    fileprivate var subject: Substring {
        let end = message.firstRange(of: " (")?.lowerBound ?? message.endIndex
        guard let start = message[..<end].firstRange(of: " has no ")?.upperBound else { return message[..<end] }
        return message[start..<end]
    }

    fileprivate func isLike(_ other: ExportLoss) -> Bool {
        kind == other.kind && code == other.code && subject == other.subject
    }

    /// Is true if places, or other results of a layout, are lost.
    fileprivate var isOfPlaces: Bool {
        if code == "place" || code == "position" { return true }
        return TextOrigin.computed.contains { subject.hasPrefix("`\($0)`") }
    }

    /// The members of elements that are lost; empty if it is something else.
    fileprivate var members: [String] {
        if code == "place" || code == "position" { return TextOrigin.computed.map(\.description) }
        guard code == "member", subject.first == "`" else { return [] }
        return [String(subject.dropFirst().prefix { $0 != "`" })]
    }
}
