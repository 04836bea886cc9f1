import Wire

/// Parts of the description of the protocol (OpenRPC) as complete schemas.
struct SchemaParts {
    private let methods: [String: [JSON]]
    /// The methods of `document/edit`, in order, with their summaries.
    let edits: JSONObject
    private let types: JSON
    /// A type at a greater depth inside of others accepts anything.
    private static let deepest = 4

    /// - Parameter spec: the result of `rpc.discover`.
    init(_ spec: JSON) {
        var methods: [String: [JSON]] = [:]
        var edits = JSONObject()
        for method in spec["methods"]?.arrayValue ?? [] {
            guard let name = method["name"]?.stringValue else { continue }
            methods[name] = method["params"]?.arrayValue ?? []
            if method["x-edit"] == true, name != "document/edit" { edits[name] = method["summary"] ?? "" }
        }
        (self.methods, self.edits) = (methods, edits)
        types = spec["components"]?["schemas"] ?? [:]
    }

    /// The schemas of some parameters of a method, by their names.
    ///
    /// - Parameter isWhole: whether inner parts keep their descriptions.
    func params(of method: String, _ names: [String], isWhole: Bool = false) -> JSONObject {
        var properties = JSONObject()
        for param in methods[method] ?? [] {
            guard let name = param["name"]?.stringValue, names.contains(name), let schema = param["schema"] else {
                continue
            }
            properties[name] = described(schema, param["description"], isWhole)
        }
        return properties
    }

    /// The schemas of some members of a type, by their names.
    func members(of type: String, _ names: [String]) -> JSONObject {
        var properties = JSONObject()
        for member in types[type]?["properties"]?.objectValue?.members ?? []
        where names.contains(member.name.description) {
            properties[member.name] = described(member.value, member.value["description"])
        }
        return properties
    }

    /// The schema of the parameters of an edit, without the document; nil for another method.
    func edit(_ method: String) -> JSON? {
        guard edits[method] != nil, let params = methods[method] else { return nil }
        let others = ["document", "view", "mergeKey", "animate", "progressToken"]
        let names = params.compactMap { $0["name"]?.stringValue?.description }.filter { !others.contains($0) }
        let needed = params.filter { $0["required"] == true }.compactMap { $0["name"] }.filter { $0 != "document" }
        return [
            "type": "object", "properties": .object(self.params(of: method, names, isWhole: true)),
            "required": .array(needed),
        ]
    }

    /// The names of the members of a type.
    func names(of type: String) -> [String] {
        types[type]?["properties"]?.objectValue?.members.map(\.name.description) ?? []
    }

    /// The schemas of all members of a type.
    func allMembers(of type: String) -> JSONObject {
        members(of: type, names(of: type))
    }

    private func described(_ schema: JSON, _ doc: JSON?, _ isWhole: Bool = false) -> JSON {
        guard case .object(var object) = alone(schema, 0, isWhole) else { return true }
        if object["enum"] == nil || object.count < 2, let doc { object["description"] = doc }
        return .object(object)
    }

    /// A schema with its named types inlined; unless it is whole, without inner descriptions.
    private func alone(_ schema: JSON, _ depth: Int, _ isWhole: Bool) -> JSON {
        switch schema {
        case .array(let list): return .array(list.map { alone($0, depth, isWhole) })
        case .object(let object):
            if let reference = object["$ref"]?.stringValue {
                let name = reference.split(separator: "/").last.map(String.init) ?? ""
                guard depth < SchemaParts.deepest, let type = types[name] else { return [:] }
                return alone(type, depth + 1, isWhole)
            }
            if let all = object["allOf"]?.arrayValue, all.count == 1 { return alone(all[0], depth, isWhole) }
            var result = JSONObject()
            for member in object.members {
                let name = member.name.description
                let isDescription = name == "description" && member.value.stringValue != nil
                if (isDescription && !isWhole) || name == "$comment" { continue }
                result[member.name] = alone(member.value, depth, isWhole)
            }
            return .object(result)
        case .null, .boolean, .number, .string: return schema
        }
    }
}
