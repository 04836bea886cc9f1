import EdgeRouting
import Editing
import Geometry
import Graph
import Interaction
import Storage
import Wire

/// Reads a document: completely, by ids, or the elements that touch a rectangle; in pages if asked.
struct DocumentRead: Method {
    var document = ""
    var nodes: [Identifier]?
    var edges: [Identifier]?
    var within: Rect?
    var after: String?
    var limit: Int?

    static let name = "document/read"
    static let summary =
        "Reads elements as stored, in their order; without a filter also every other member of the content."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge, .invalidValue]
    static let params = Shape.object(
        "", "", initial: DocumentRead(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional("nodes", \.nodes, .array(of: .identifier), "only these nodes"),
            .optional("edges", \.edges, .array(of: .identifier), "only these edges"),
            .optional(
                "within", \.within, .rect, "only elements that touch this rectangle: nodes by frame, edges by curve"),
            .optional("after", \.after, .string, "continue after the previous page: its `next`"),
            .optional(
                "limit", \.limit, .integer(in: 1...1_000_000_000),
                "the greatest number of elements; `next` continues after them"
            ),
        ])
    private static let schema = Schema.named(
        "Content", "Elements as stored; of a whole document also its other members.",
        .object(contentMembers, isOpen: false))
    private static let contentMembers: [Schema.Member] = [
        Schema.Member(name: "revision", schema: .integer(), isRequired: true, doc: "of the document"),
        Schema.Member(
            name: "nodes", schema: .array(of: .storedNode), isRequired: true, doc: "in their order"),
        Schema.Member(
            name: "edges", schema: .array(of: .storedEdge), isRequired: true, doc: "in their order"),
        Schema.Member(
            name: "settings", schema: .any, isRequired: false, doc: "as stored: an object, or the value in the file"),
        Schema.Member(
            name: "types", schema: .any, isRequired: false, doc: "as stored: an object, or the value in the file"),
        Schema.Member(name: "content", schema: .object([], isOpen: true), isRequired: false, doc: "every other member"),
        Schema.Member(name: "next", schema: .string(), isRequired: false, doc: "for `after`; absent on the last page"),
    ]
    static let result = Shape.writtenByMethod(schema)

    func answer(
        in session: inout Session, to request: Request, as _: Shape<Nothing>, into outbox: inout Outbox
    ) throws(Failure) {
        let isWhole = nodes == nil && edges == nil && within == nil
        let name = document
        let (found, document, revision) = try session.withWorkspace(name) {
            (workspace) throws(EditError) -> (Page, Document, Int) in
            (try self.page(of: &workspace), workspace.document, workspace.revision)
        }
        request.reply(into: &outbox) { writer in
            writer.beginObject()
            writer.name("revision")
            writer.integer(revision)
            writer.name("nodes")
            writer.beginArray()
            for slot in found.nodes {
                document.writeNode(slot, into: &writer)
                if writer.count > 2 * Limits.messageBytes { break }
            }
            writer.endArray()
            writer.name("edges")
            writer.beginArray()
            for slot in found.edges {
                document.writeEdge(slot, into: &writer)
                if writer.count > 2 * Limits.messageBytes { break }
            }
            writer.endArray()
            if isWhole && after == nil { DocumentRead.writeContent(document.content, into: &writer) }
            if let next = found.next {
                writer.name("next")
                writer.string(next)
            }
            writer.endObject()
        }
    }

    private static func writeContent(_ content: JSONObject, into writer: inout JSONWriter) {
        var others = JSONObject()
        for member in content.members {
            if member.name == "settings" || member.name == "types" {
                writer.name(member.name)
                member.value.write(into: &writer)
            } else {
                others[member.name] = member.value
            }
        }
        writer.name("content")
        JSON.object(others).write(into: &writer)
    }

    // MARK: Pages

    private struct Page {
        var nodes: [Node.Slot] = []
        var edges: [Edge.Slot] = []
        var next: String?
    }

    /// The elements of this page: nodes first, then edges.
    private func page(of workspace: inout Workspace) throws(EditError) -> Page {
        let document = workspace.document
        var nodes: [Node.Slot]
        var edges: [Edge.Slot]
        if let within {
            let touching = workspace.content.elements(touching: within)
            nodes = document.nodesInOrder(touching.nodes)
            edges = document.edgesInOrder(touching.edges)
        } else if self.nodes != nil || self.edges != nil {
            nodes = try document.slots(nodes: self.nodes ?? [])
            edges = try document.slots(edges: self.edges ?? [])
        } else if limit != nil || after != nil {
            return try followingPage(document)
        } else {
            return Page(nodes: document.nodeSlots, edges: document.edgeSlots)
        }
        return try cut(nodes, edges, document)
    }

    /// A page of the whole document, found by continuing from the last element of the previous page.
    private func followingPage(_ document: Document) throws(EditError) -> Page {
        var page = Page()
        var left = limit ?? Int.max
        var nextNode = document.nodes.order.first
        var nextEdge = document.edges.order.first
        switch try after.map({ (text) throws(EditError) in try PageMark(text, document) }) {
        case .node(let last): nextNode = document.nodes.order.next(last)
        case .edge(let last):
            nextNode = nil
            nextEdge = document.edges.order.next(last)
        case nil: break
        }
        while let node = nextNode, left > 0 {
            page.nodes.append(node)
            nextNode = document.nodes.order.next(node)
            left -= 1
        }
        while nextNode == nil, let edge = nextEdge, left > 0 {
            page.edges.append(edge)
            nextEdge = document.edges.order.next(edge)
            left -= 1
        }
        if nextNode != nil || nextEdge != nil { page.next = PageMark.text(page.nodes.last, page.edges.last, document) }
        return page
    }

    private func cut(_ nodes: [Node.Slot], _ edges: [Edge.Slot], _ document: Document) throws(EditError) -> Page {
        var nodes = nodes[...]
        var edges = edges[...]
        if let after {
            switch try PageMark(after, document) {
            case .node(let last): nodes = nodes.drop { $0 != last }.dropFirst()
            case .edge(let last):
                nodes = []
                edges = edges.drop { $0 != last }.dropFirst()
            }
        }
        let left = limit ?? Int.max
        var page = Page(nodes: Array(nodes.prefix(left)))
        page.edges = Array(edges.prefix(max(0, left - page.nodes.count)))
        if page.nodes.count + page.edges.count < nodes.count + edges.count {
            page.next = PageMark.text(page.nodes.last, page.edges.last, document)
        }
        return page
    }
}
