import Wire

/// The result of a tool: a text for the model, and the same for programs.
struct ToolResult {
    /// The blocks of content.
    var content: [JSON]
    /// The part for programs.
    var structured: JSONObject?
    var isError = false

    /// A result that is read as its JSON.
    init(_ structured: JSONObject) {
        self.structured = structured
        content = [ToolResult.text(JSON.object(structured).description)]
    }

    /// A text, with the form for programs beside it.
    init(text: String, _ structured: JSONObject? = nil) {
        content = [ToolResult.text(text)]
        self.structured = structured
    }

    init(_ error: ToolError) {
        var parts: JSONObject = ["error": .string(error.message)]
        if let details = error.details { parts["details"] = details }
        self.init(parts)
        isError = true
    }

    static func text(_ text: String) -> JSON { ["type": "text", "text": .string(text)] }

    func json(in version: MCPVersion) -> JSONObject {
        var object: JSONObject = ["content": .array(content), "isError": .boolean(isError)]
        if version.hasStructuredContent, let structured { object["structuredContent"] = .object(structured) }
        return object
    }
}

/// The arguments of a tool; all their names are known.
struct ToolArguments {
    private let object: JSONObject

    /// - Throws: for an unknown name, with a suggestion.
    init(_ object: JSONObject, of tool: Tool, knownNames names: [String]) throws(ToolError) {
        for member in object.members where !names.contains(member.name.description) {
            let meant = NearName.nearest(to: member.name.description, among: names)
            throw ToolError(
                "\(tool.rawValue) has no argument \(member.name)\(meant.map { ": did you mean \($0)?" } ?? "; it has: \(names.joined(separator: ", "))")"
            )
        }
        self.object = object
    }

    /// An argument as it is; nil if it is left out or null.
    subscript(name: String) -> JSON? { object[name].flatMap { $0 == .null ? nil : $0 } }

    func string(_ name: String) throws(ToolError) -> String? {
        guard let value = self[name] else { return nil }
        guard let string = value.stringValue else { throw ToolError("\(name) is a string") }
        return string
    }

    func boolean(_ name: String) throws(ToolError) -> Bool {
        guard let value = self[name] else { return false }
        guard let boolean = value.booleanValue else { throw ToolError("\(name) is true or false") }
        return boolean
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ToolError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.integerValue, range.contains(number) else {
            throw ToolError("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func strings(_ name: String) throws(ToolError) -> [String]? {
        guard let value = self[name] else { return nil }
        let strings = value.arrayValue.map { $0.compactMap(\.stringValue) }
        guard let strings, strings.count == value.arrayValue?.count else {
            throw ToolError("\(name) is a list of strings")
        }
        return strings
    }

    /// One of the values of an enumeration.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ standard: Value
    ) throws(ToolError) -> Value {
        guard let word = try string(name) else { return standard }
        guard let value = Value(rawValue: word) else {
            throw ToolError("\(name) is one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")), not \(word)")
        }
        return value
    }

    /// The present arguments with these names, as parameters.
    func params(_ names: [String]) -> JSONObject {
        var params = JSONObject()
        for name in names { params[name] = self[name] }
        return params
    }
}
