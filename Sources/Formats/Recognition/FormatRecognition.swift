import Graph
import Storage
import Wire

extension Format {
    /// Returns the first format of the registry that recognizes a text; nil if none does.
    ///
    /// - Parameters:
    ///   - text: the text without a byte order mark.
    ///   - json: the same text, if it is valid JSON.
    static func recognized(_ text: UnsafeBufferPointer<UInt8>, _ json: DocumentText?) -> Format? {
        all.first { format in
            switch format.source {
            case .json(let recognize, _): json.map(recognize) ?? false
            case .text(let recognize, _), .trees(let recognize, _): recognize(text)
            case .none: false
            }
        }
    }

    /// Makes a document of a text in this format.
    ///
    /// - Throws: `format`, `limits`; parts that a document cannot hold are losses.
    /// - Complexity: O(*n*) in the bytes.
    func read(
        _ text: UnsafeBufferPointer<UInt8>, _ json: DocumentText?, _ options: TreeOptions, _ forkJoin: ForkJoin
    ) throws(EditError) -> Content {
        switch source {
        case .json(_, let read?):
            let json = if let json { json } else { try FileText.validated(text, forkJoin) }
            do throws(ShapeError) {
                return try read(json, forkJoin)
            } catch {
                throw EditError(.format, "not a document: \(error.description)", path: ["text"])
            }
        case .text(_, let read?): return try read(text)
        case .trees(_, let read): return try read(text, options).document()
        case .json, .text, .none:
            throw EditError(.format, "files of \(title) are not read", path: ["text"])
        }
    }
}

extension Format.Content {
    /// Reads a text in Nodewire's own format as a document.
    init(
        reading text: DocumentText, isOwn: Bool, with forkJoin: ForkJoin = .serial
    ) throws(ShapeError) {
        var (document, losses) = try DocumentReader.read(text, isFile: true, isOwn: isOwn, with: forkJoin)
        if !isOwn, text.isObject {
            let names = NodeLinkLists.names(ofLinksIn: text, but: ["nodes", "edges"]) { [document] id in
                document.node(Identifier(id)) != nil
            }
            for name in names {
                let message = NodeLinkLists.message(of: name)
                losses.append(
                    Loss(kind: .document, id: nil, code: "links", message: message, element: .null))
            }
            losses += Format.Content.linksOfNodes(in: text, document)
        }
        self.init(document: document, losses: losses, seen: SeenElements(text, document, losses))
    }

    /// The losses of node members that refer to other nodes, if there are no edges.
    private static func linksOfNodes(in text: DocumentText, _ document: Document) -> [Loss] {
        guard document.edges.count == 0, document.nodes.count > 1, let nodes = text.member("nodes") else { return [] }
        let names = NodeLinkLists.names(ofLinksOfNodes: nodes) { document.node(Identifier($0)) != nil }
        return names.map { name in
            Loss(kind: .document, id: nil, code: "links", message: NodeLinkLists.message(ofLinks: name), element: .null)
        }
    }
}

extension JSONCursor {
    /// A cursor at the first element of the list that begins here; nil without one.
    var firstElement: JSONCursor? {
        var cursor = self
        guard cursor.entersArray(), cursor.nextElement() else { return nil }
        return cursor
    }

    /// The kind of a member's value in the object that begins here; nil without such a member.
    func kind(of member: StaticString) -> JSONKind? {
        var cursor = self
        guard cursor.entersObject() else { return nil }
        while let name = cursor.nextMember() {
            if name == member { return cursor.peek() }
            cursor.skipValue()
        }
        return nil
    }
}
