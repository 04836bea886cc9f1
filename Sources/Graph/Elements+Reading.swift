import Geometry
import Wire

// Elements as edits state them: strict about the members that mean something, open for all others.

extension Node {
    /// Reads the node at the cursor, which is over validated JSON; one without an id gets the empty one.
    ///
    /// What a file would lose is refused as `.invalidValue` with the path in the node.
    public init(reading cursor: inout JSONCursor) throws(EditError) {
        try self.init(reading: &cursor, checking: nil)
    }

    /// Reads a node of which only the named members are new and have to be possible.
    public init(_ text: JSONText, checking names: Set<JSONString>? = nil) throws(EditError) {
        self = try text.withElement { cursor throws(EditError) in try Node(reading: &cursor, checking: names) }
    }

    private init(reading cursor: inout JSONCursor, checking names: Set<JSONString>?) throws(EditError) {
        let problem = ElementReader.problem(cursor, names) { name, value throws(ElementRules.Problem) in
            try ElementRules.checkNode(name, value)
        }
        if let problem { throw .invalid(problem.message, path: problem.path) }
        var reader = ElementReader()
        guard (try? reader.readNode(&cursor)) != nil else { throw .invalid("a node is an object") }
        try reader.checkProblems(names)
        self.init(id: try reader.readID(), geometry: reader.geometry, members: reader.members)
    }

    /// The node as one compact JSON object.
    public var text: JSONText {
        var writer = JSONWriter(capacity: members.count + 128)
        write(into: &writer)
        return JSONText(trusted: writer.take())
    }
}

extension Edge {
    /// Reads the edge at the cursor, which is over validated JSON; one without an id gets the empty one.
    ///
    /// What a file would lose is refused as `.invalidValue` with the path in the edge.
    public init(reading cursor: inout JSONCursor) throws(EditError) {
        try self.init(reading: &cursor, checking: nil)
    }

    /// Reads an edge of which only the named members are new and have to be possible.
    public init(_ text: JSONText, checking names: Set<JSONString>? = nil) throws(EditError) {
        self = try text.withElement { cursor throws(EditError) in try Edge(reading: &cursor, checking: names) }
    }

    private init(reading cursor: inout JSONCursor, checking names: Set<JSONString>?) throws(EditError) {
        let problem = ElementReader.problem(cursor, names) { name, value throws(ElementRules.Problem) in
            try ElementRules.checkEdge(name, value)
        }
        if let problem { throw .invalid(problem.message, path: problem.path) }
        var reader = ElementReader()
        guard (try? reader.readEdge(&cursor)) != nil else { throw .invalid("an edge is an object") }
        try reader.checkProblems(names)
        guard let source = try ElementReader.identifier(reader.source, "source") else {
            throw .invalid("an edge has a source", path: ["source"])
        }
        guard let target = try ElementReader.identifier(reader.target, "target") else {
            throw .invalid("an edge has a target", path: ["target"])
        }
        self.init(
            id: try reader.readID(), source: source,
            sourceHandle: try ElementReader.identifier(reader.sourceHandle, "sourceHandle"), target: target,
            targetHandle: try ElementReader.identifier(reader.targetHandle, "targetHandle"), members: reader.members)
    }

    /// The edge as one compact JSON object.
    public var text: JSONText {
        var writer = JSONWriter(capacity: members.count + 128)
        write(into: &writer)
        return JSONText(trusted: writer.take())
    }
}

extension JSONObject {
    /// Why a description of a node type is refused, with the place in it, or nil.
    public func problemAsNodeType() -> (path: [String], message: String)? {
        let text = JSON.object(self).text
        return text.bytes.withUnsafeBufferPointer { bytes in
            do throws(ElementRules.Problem) {
                try ElementRules.checkType(JSONCursor(bytes))
                return nil
            } catch {
                return (error.path, error.message)
            }
        }
    }
}

extension JSONText {
    fileprivate func withElement<Element>(
        _ body: (inout JSONCursor) throws(EditError) -> Element
    ) throws(EditError) -> Element {
        try bytes.withUnsafeBufferPointer { buffer throws(EditError) in
            var cursor = JSONCursor(buffer)
            return try body(&cursor)
        }
    }
}

extension ElementReader {
    /// The first problem with a known member of the object at the cursor, or nil.
    fileprivate static func problem(
        _ start: JSONCursor, _ names: Set<JSONString>?,
        _ check: (String, JSONCursor) throws(ElementRules.Problem) -> Void
    ) -> ElementRules.Problem? {
        var cursor = start
        guard (try? cursor.enterObject()) != nil else { return nil }
        while let name = cursor.nextMember() {
            let value = cursor
            cursor.skipValue()
            if let names, !names.contains(JSONString(name)) { continue }
            do throws(ElementRules.Problem) {
                try check(name.description, value)
            } catch {
                return error.inside(name.description)
            }
        }
        return nil
    }

    fileprivate func checkProblems(_ names: Set<JSONString>?) throws(EditError) {
        for problem in problems where names == nil || names?.contains(JSONString(problem.member)) == true {
            throw .invalid(problem.message, path: [problem.member])
        }
    }

    fileprivate func readID() throws(EditError) -> Identifier {
        try ElementReader.identifier(id, "id") ?? Identifier("")
    }

    fileprivate static func identifier(_ name: JSONName?, _ member: String) throws(EditError) -> Identifier? {
        guard let name else { return nil }
        guard let string = try? name.string() else {
            throw .invalid("an id must not contain an unpaired surrogate", path: [member])
        }
        return Identifier(string)
    }
}
