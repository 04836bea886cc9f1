import Editing
import Graph
import Interaction
import Wire

/// Finds elements by a text, by a query or by both.
struct DocumentFind: Method {
    var document = ""
    var text: String?
    var query: Query?
    var limit = 100
    var after: String?

    struct Match: Sendable {
        var node: Identifier?
        var edge: Identifier?
        var path = ""
        var from = 0
        var to = 0
    }

    struct Result: Sendable {
        var nodes: [Identifier] = []
        var edges: [Identifier] = []
        var matches: [Match] = []
        var next: String?
    }

    static let name = "document/find"
    static let summary =
        "Finds elements that have every word of a text and fit a query, the best first, then in the order of the document."
    static let failures: [Failure.Kind] = [.noSuchDocument, .noSuchNode, .noSuchEdge, .invalidValue, .limits]
    static let params = Shape.object(
        "", "", initial: DocumentFind(),
        members: [
            .required("document", \.document, .string, "which"),
            .optional(
                "text", \.text, .string,
                "words between white space, each of them in the id, a label or a string of `data`, in any case"),
            .optional("where", \.query, .query, "the conditions for elements"),
            .defaulted(
                "limit", \.limit, .integer(in: 1...1_000_000_000),
                "the greatest number of elements; `next` continues after them", default: "100"),
            .optional("after", \.after, .string, "continue after the previous page: its `next`"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("nodes", \.nodes, .array(of: .identifier), "the nodes found, the best first"),
            .required("edges", \.edges, .array(of: .identifier), "the edges found, the best first"),
            .required(
                "matches", \.matches, .array(of: match),
                "for each element found, nodes and edges together, the best place of each word"),
            .optional("next", \.next, .string, "for `after`; absent on the last page"),
        ])

    private static let match = Shape<Match>.object(
        "TextMatch", "Where a word of a text is in an element.", initial: Match(),
        members: [
            .optional("node", \.node, .identifier, "the node"),
            .optional("edge", \.edge, .identifier, "the edge"),
            .required("path", \.path, .string, "the way from the element to the string, a JSON Pointer"),
            .required("from", \.from, .integer, "its first character in the string, counted in Unicode scalars from 0"),
            .required("to", \.to, .integer, "behind its last character"),
        ])

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let (search, last, revision) = try session.withWorkspace(key) { (workspace) throws(EditError) in
            let text = try text.flatMap { (text) throws(EditError) in try TextSearch(text) }
            let last = try after.map { (text) throws(EditError) in try Search.Match(mark: text, workspace.document) }
            return (try workspace.content.search(for: text, query), last, workspace.revision)
        }
        session.announce(into: &outbox)
        let limit = min(limit, Limits.foundElements)
        try session.answer(request, on: key, followed: nil, isLong: search.isLong, into: &outbox) {
            (_) throws(Failure) in
            do throws(EditError) {
                let page = try search.page(after: last, limit: limit)
                return (page, Result(page, search.text, search.document))
            } catch {
                throw Failure(error)
            }
        } then: { (found, session, request, outbox) in
            session.documents.with(key) { open in
                if open.workspace.revision == revision { open.workspace.content.remember(found.0, of: search) }
            }
            request.reply(into: &outbox) { shape.write(found.1, &$0) }
        }
    }
}

extension ContentSearch {
    /// Is true if it may take long.
    var isLong: Bool { cost > Limits.askedConditions }
}

extension DocumentFind.Result {
    /// The part of the page that fits into a message; the rest comes with the next one.
    fileprivate init(_ page: Search.Page, _ text: TextSearch?, _ document: Document) {
        var bytes = 0
        for (index, match) in page.matches.enumerated() {
            let found: [TextMatch]
            switch match.element {
            case .node(let slot):
                let id = document.nodeID(slot)
                nodes.append(id)
                found = text?.matches(ofNode: slot, in: document) ?? []
                matches += found.map { DocumentFind.Match(node: id, path: $0.path, from: $0.from, to: $0.to) }
                bytes += id.string.utf8.count * (1 + found.count)
            case .edge(let slot):
                let id = document.edgeID(slot)
                edges.append(id)
                found = text?.matches(ofEdge: slot, in: document) ?? []
                matches += found.map { DocumentFind.Match(edge: id, path: $0.path, from: $0.from, to: $0.to) }
                bytes += id.string.utf8.count * (1 + found.count)
            }
            bytes += found.reduce(0) { $0 + $1.path.utf8.count }
            let isLast = index + 1 == page.matches.count
            if (isLast && page.hasMore) || (!isLast && bytes > Limits.messageBytes / 8) {
                next = match.mark(document)
                return
            }
        }
    }
}

extension Search.Match {
    /// The match that a page ended with, which need not fit any more.
    fileprivate init(mark text: String, _ document: Document) throws(EditError) {
        guard let digit = text.utf8.first, let rank = TextSearch.Rank(rawValue: Int(digit) - 0x30),
            text.utf8.dropFirst().first == UInt8(ascii: ":")
        else { throw PageMark.unknown }
        switch try PageMark(String(text.unicodeScalars.dropFirst(2)), document) {
        case .node(let slot): self.init(rank, .node(slot))
        case .edge(let slot): self.init(rank, .edge(slot))
        }
    }

    fileprivate func mark(_ document: Document) -> String? {
        let place =
            switch element {
            case .node(let slot): PageMark.text(slot, nil, document)
            case .edge(let slot): PageMark.text(nil, slot, document)
            }
        return place.map { "\(rank.rawValue):\($0)" }
    }
}
