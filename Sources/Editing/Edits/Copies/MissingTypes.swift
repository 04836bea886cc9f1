import Graph
import Wire

/// The types of another document's elements that this one lacks, with differing or impossible types as losses.
struct MissingTypes {
    private(set) var ofNodes = JSONObject()
    private(set) var ofEdges = JSONObject()
    private(set) var losses: [Loss] = []

    /// - Parameters:
    ///   - subgraph: the nodes of the other document.
    ///   - others: edges of which only the text comes from there, besides those of the other document.
    init(in document: Document, of subgraph: Subgraph, and others: [Edge], from other: Document) {
        ofNodes = missing(other.types(of: subgraph), document.content["types"], .nodeType, "type")
        let types = other.edgeTypes(of: other.edgeSlots, and: others)
        ofEdges = missing(types, document.content["edgeTypes"], .edgeType, "type of edges")
    }

    private mutating func missing(
        _ types: JSONObject, _ known: JSON?, _ schema: ElementSchema, _ what: String
    ) -> JSONObject {
        var missing = JSONObject()
        for member in types.members {
            let name = member.name.description
            if let own = known?[name] {
                if own != member.value { lose(member, "typeDiffers", "the document has another \(what) \"\(name)\"") }
            } else if case .object(let type) = member.value {
                if let problem = schema.problem(in: type) {
                    lose(member, "invalidValue", "\(problem.path.joined(separator: "/")): \(problem.message)")
                } else {
                    missing[member.name] = member.value
                }
            } else {
                lose(member, "invalidValue", "a \(what) is described by an object")
            }
        }
        return missing
    }

    private mutating func lose(_ member: JSONObject.Member, _ code: String, _ message: String) {
        losses.append(
            Loss(
                kind: .type, id: member.name.description, code: code, message: message, element: member.value.text))
    }
}

extension Transaction {
    /// Adds the types of another document's elements that this one lacks; returns the losses.
    ///
    /// - Parameters:
    ///   - subgraph: the nodes of the other document.
    ///   - others: edges of which only the text comes from there, besides those of the other document.
    ///   - keepsEdges: whether edges stay that name a handle their node loses by it.
    /// - Throws: `locked` (an edge that would be removed).
    mutating func addTypes(
        of subgraph: Subgraph, and others: [Edge] = [], from other: Document, keepsEdges: Bool = false
    ) throws(EditError) -> [Loss] {
        let missing = MissingTypes(in: document, of: subgraph, and: others, from: other)
        try addTypes(missing.ofNodes, keepsEdges: keepsEdges)
        addEdgeTypes(missing.ofEdges)
        return missing.losses
    }
}
