import Host
import Wire

/// The limits of search results.
enum FoundPart {
    static let (limits, limit) = (1...200, 20)
    /// The greatest number of characters of an element; a longer one is shown by its id, type and label.
    static let characters = 1000
}

/// The limits of a page of problems.
enum CheckPart {
    static let (limits, limit) = (1...500, 50)
}

/// The forms of a picture.
enum PictureKind: String, CaseIterable { case text, image, png }

/// The colors of a picture.
enum PictureTheme: String, CaseIterable { case light, dark, auto }

extension AgentSession {
    /// The longest picture that is returned, in characters.
    private static let mostPicture = 2_000_000

    /// Finds elements and returns them.
    mutating func find(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        var params = arguments.params(["text", "after"])
        params["document"] = .string(document.name)
        let query = arguments.params(["kind", "type", "data", "near"])
        if !query.isEmpty { params["where"] = .object(query) }
        params["limit"] = .number(try arguments.integer("limit", in: FoundPart.limits) ?? FoundPart.limit)
        let found = try call("document/find", params)
        var result: JSONObject = [:]
        for (kind, list) in [("nodes", found["nodes"]), ("edges", found["edges"])] {
            let ids = list?.arrayValue ?? []
            if ids.isEmpty {
                result[kind] = []
                continue
            }
            let read = try call("document/read", ["document": .string(document.name), JSONString(kind): .array(ids)])
            var elements: [JSONString: JSON] = [:]
            for element in read[kind]?.arrayValue ?? [] {
                if case .string(let id) = element["id"] { elements[id] = AgentSession.short(element) }
            }
            // In the order in which they were found: the best first.
            result[kind] = .array(
                ids.compactMap { if case .string(let id) = $0 { elements[id] } else { nil } })
        }
        result["next"] = found["next"]
        return ToolResult(result)
    }

    private static func short(_ element: JSON) -> JSON {
        if element.text.bytes.count <= FoundPart.characters { return element }
        var parts = JSONObject()
        for name in ["id", "type", "label", "source", "target", "parentId", "position"] { parts[name] = element[name] }
        parts["isShortened"] = true
        return .object(parts)
    }

    /// Lists problems, with fixes.
    mutating func check(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        var params = arguments.params(["after"])
        params["document"] = .string(document.name)
        if let ids = NamedElements.list(arguments["ids"]) {
            let (nodes, edges) = try elements(ids, of: document).parted(ids, "check")
            (params["nodes"], params["edges"]) = (.array(nodes), .array(edges))
        }
        params["limit"] = .number(try arguments.integer("limit", in: CheckPart.limits) ?? CheckPart.limit)
        let checked = try call("document/check", params)
        let problems = (checked["diagnostics"]?.arrayValue ?? []).map { diagnostic -> JSON in
            var parts = JSONObject()
            for name in ["severity", "code", "message", "elements", "path", "fixes"] { parts[name] = diagnostic[name] }
            if parts["fixes"] == [] { parts["fixes"] = nil }
            return .object(parts)
        }
        var result: JSONObject = ["problems": .array(problems)]
        result["next"] = checked["next"]
        return ToolResult(result)
    }

    /// Draws a document.
    mutating func render(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        let kind = try arguments.choice("as", PictureKind.text)
        let theme = try arguments.choice("theme", PictureTheme.light)
        let written = try call(
            "document/export",
            ["document": .string(document.name), "format": "svg", "options": ["theme": .string(theme.rawValue)]])
        let svg = written["text"]?.stringValue ?? ""
        if svg.utf8.count > AgentSession.mostPicture {
            throw ToolError("the picture is too long: save it to a path that ends in .svg")
        }
        switch kind {
        case .text: return ToolResult(text: svg)
        case .image: return AgentSession.image(Array(svg.utf8), "image/svg+xml")
        case .png:
            do throws(CommandError) {
                return AgentSession.image(
                    try Browser(nil).render(try Picture(svg), as: .png, scale: 1), "image/png")
            } catch {
                throw ToolError(error.message)
            }
        }
    }

    private static func image(_ bytes: [UInt8], _ type: String) -> ToolResult {
        var result = ToolResult(text: "")
        result.content = [["type": "image", "data": .string(Base64.text(of: bytes)), "mimeType": .string(type)]]
        return result
    }
}
