import Wire

/// Reads a schema and everything that it refers to into a list of rules.
struct SchemaReader {
    private let root: JSON
    /// The rules found so far; the outermost is the first.
    var rules: [SchemaRule.Parts] = []
    /// The path of each of them, from the outermost schema inwards.
    private(set) var places: [[String]] = []
    /// The paths as JSON Pointers, each with its rule.
    private var known: [String: Int] = [:]
    /// The unresolved references.
    private var pending: [(rule: Int, target: JSONPointer)] = []
    private(set) var notChecked: [(keyword: String, path: String)] = []
    private var unknown: Set<String> = []

    init(_ root: JSON) { self.root = root }

    /// Reads the outermost schema, then the referenced schemas.
    mutating func readAll() throws(SchemaError) {
        _ = try read(root, at: [])
        var next = 0
        while next < pending.count {
            let (rule, target) = pending[next]
            rules[rule].ref = try self.rule(at: target, from: places[rule] + ["$ref"])
            next += 1
        }
        markLeading()
    }

    /// Finds the schemas that refer to others.
    /// Inner schemas mostly come later, so that one pass and one more are enough.
    private mutating func markLeading() {
        var isStable = false
        while !isStable {
            isStable = true
            for index in rules.indices.reversed() where !rules[index].leadsOn {
                let leads = rules[index].ref != nil || rules[index].inside.contains { rules[$0].leadsOn }
                if !leads { continue }
                rules[index].leadsOn = true
                isStable = false
            }
        }
    }

    private mutating func rule(at target: JSONPointer, from place: [String]) throws(SchemaError) -> Int {
        let path = target.tokens.map(\.description)
        if let rule = known[SchemaReader.pointer(path)] { return rule }
        guard let json = root[target] else {
            throw SchemaError(path: place, message: "there is nothing at the reference")
        }
        return try read(json, at: path)
    }

    /// Reads one schema with those inside, and returns its rule.
    mutating func read(_ json: JSON, at path: [String]) throws(SchemaError) -> Int {
        let pointer = SchemaReader.pointer(path)
        if let rule = known[pointer] { return rule }
        let index = rules.count
        if index >= DataSchema.mostRules {
            throw SchemaError(path: path, message: "a schema holds at most \(DataSchema.mostRules) schemas")
        }
        if pointer.utf8.count > DataSchema.longestPlace {
            let message = "the pointer to a schema inside of it has at most \(DataSchema.longestPlace) bytes"
            throw SchemaError(path: [], message: message)
        }
        known[pointer] = index
        rules.append(SchemaRule.Parts())
        places.append(path)
        switch json {
        case .boolean(let allows): rules[index].isNever = !allows
        case .object(let object):
            var parts = SchemaRule.Parts()
            for member in object.members {
                try readKeyword(member, of: object, at: path, into: &parts)
            }
            // A reference back to this schema may have been noted meanwhile, but nothing was written here.
            rules[index] = parts
            if let target = object["$ref"] {
                pending.append((index, try reference(target, at: path + ["$ref"])))
            }
        default: throw SchemaError(path: path, message: "a schema is an object or a boolean")
        }
        rules[index].isTrivial = rules[index].demandsNothing && object(json)?["$ref"] == nil
        return index
    }

    private func object(_ json: JSON) -> JSONObject? { json.objectValue }

    /// Records a keyword that is kept but not checked.
    mutating func noteUnknown(_ keyword: JSONString, at path: [String]) {
        let name = keyword.description
        if unknown.insert(name).inserted {
            notChecked.append((name, SchemaReader.pointer(path + [name])))
        }
    }

    /// `#` or `#/pointer`, percent-encoded.
    private func reference(_ json: JSON, at path: [String]) throws(SchemaError) -> JSONPointer {
        guard let text = json.stringValue else { throw SchemaError(path: path, message: "a reference is a string") }
        guard text.utf8.first == UInt8(ascii: "#"), let decoded = SchemaReader.percentDecoded(text.utf8.dropFirst()),
            let pointer = JSONPointer(decoded)
        else { throw SchemaError(path: path, message: "a reference is # or #/ and a JSON Pointer into the schema") }
        return pointer
    }

    private static func percentDecoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.first != UInt8(ascii: "+"),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func pointer(_ path: [String]) -> String {
        path.map { "/" + JSONPointer.escaped($0) }.joined()
    }
}

extension SchemaRule.Parts {
    fileprivate var demandsNothing: Bool {
        !isNever && types == nil && choices == nil && constant == nil && members == nil && list == nil && length == nil
            && number == nil && inPlace.isEmpty
    }
}
