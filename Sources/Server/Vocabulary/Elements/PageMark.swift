import Graph

/// The last element of a page, from which the next page is found.
enum PageMark {
    case node(Node.Slot)
    case edge(Edge.Slot)

    init(_ text: String, _ document: Document) throws(EditError) {
        let id = Identifier(String(text.dropFirst(5)))
        if text.hasPrefix("node:") {
            self = .node(try document.slot(node: id))
        } else if text.hasPrefix("edge:") {
            self = .edge(try document.slot(edge: id))
        } else {
            throw PageMark.unknown
        }
    }

    /// The error that a text is not a mark.
    static var unknown: EditError { .invalid("`after` is the `next` of the page before", path: ["after"]) }

    static func text(_ node: Node.Slot?, _ edge: Edge.Slot?, _ document: Document) -> String? {
        if let edge { return "edge:\(document.edgeID(edge))" }
        return node.map { "node:\(document.nodeID($0))" }
    }
}
