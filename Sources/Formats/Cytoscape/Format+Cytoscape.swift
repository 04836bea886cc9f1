import Graph
import Wire

extension Format {
    /// The JSON of Cytoscape.js (js.cytoscape.org/#notation/elements-json), recognized by its first element.
    public static let cytoscape = Format(
        "cytoscape", title: "Cytoscape", "elements of Cytoscape.js, alone or as `cy.json()` returns them",
        suffixes: [".cyjs", ".json"], keeps: .graph,
        from: .json(
            recognize: { CytoscapeElements($0) != nil },
            read: { (text, _) throws(ShapeError) in try CytoscapeReader.read(text) }),
        to: CytoscapeWriter.self)
}

/// The elements of a file of Cytoscape, and the form of their lists.
struct CytoscapeElements {
    /// The lists of nodes, of edges, and of both.
    var nodes: JSONCursor?
    var edges: JSONCursor?
    var mixed: JSONCursor?

    /// Finds the elements; nil if the first one does not have the form of Cytoscape.
    ///
    /// - Complexity: O(*n*) in the outermost members.
    init?(_ text: DocumentText) {
        if text.isObject {
            guard let elements = text.member("elements") else {
                (nodes, edges) = (text.member("nodes"), text.member("edges"))
                if !hasForm { return nil }
                return
            }
            find(in: elements)
        } else {
            find(in: text.start)
        }
        if !hasForm { return nil }
    }

    private mutating func find(in elements: JSONCursor) {
        var cursor = elements
        if cursor.peek() == .object {
            let members = ObjectMembers(at: elements)
            (nodes, edges) = (members["nodes"], members["edges"])
        } else if cursor.peek() == .array {
            mixed = elements
        }
    }

    /// Is true if the first element has `data` with an id or ends, and no id next to `data`.
    private var hasForm: Bool {
        guard let first = (mixed ?? nodes)?.firstElement ?? edges?.firstElement, first.kind(of: "id") == nil,
            let data = ObjectMembers(at: first).object("data")
        else { return false }
        return data.id("id") != nil || data.id("source") != nil && data.id("target") != nil
    }
}

/// The known members of an element's `data`.
enum CytoscapeData {
    static let ends: Set<JSONString> = ["id", "parent", "source", "target"]

    /// The members that may be the label; the first one with a string counts.
    static let labels: [StaticString] = ["label", "name"]

    /// The member with the label; nil if none is a string.
    static func labelMember(_ hasString: (JSONString) -> Bool) -> JSONString? {
        labels.lazy.map { JSONString($0.description) }.first(where: hasString)
    }
}
