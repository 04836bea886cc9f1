import Graph
import Wire

extension Document {
    /// The types that nodes of another document have and this one lacks, and as losses those that differ or are impossible.
    func missingTypes(of subgraph: Subgraph, in other: Document) -> (missing: JSONObject, losses: [Loss]) {
        var losses: [Loss] = []
        var missing = JSONObject()
        for member in other.types(of: subgraph).members {
            let name = member.name.description
            func lose(_ code: String, _ message: String) {
                losses.append(
                    Loss(kind: .type, id: name, code: code, message: message, element: member.value.text))
            }
            if let own = content["types"]?[name] {
                if own != member.value { lose("typeDiffers", "the document has another type \"\(name)\"") }
            } else if case .object(let type) = member.value {
                if let problem = ElementSchema.nodeType.problem(in: type) {
                    lose("invalidValue", "\(problem.path.joined(separator: "/")): \(problem.message)")
                } else {
                    missing[member.name] = member.value
                }
            } else {
                lose("invalidValue", "a type is described by an object")
            }
        }
        return (missing, losses)
    }
}
