import Geometry
import Wire

// Elements as edits state them: strict about the members that mean something, open for all others.

extension Node {
    /// Reads a node as an edit states it.
    ///
    /// - Parameters:
    ///   - names: the members that are new and have to be possible; nil is all of them.
    ///   - isStored: whether any member may be impossible that a file may hold.
    ///   - makeID: gives the id of a node that states none.
    /// - Throws: `.invalidValue` with the path in the node, for what a file would lose.
    public init(
        _ text: JSONText, checking names: Set<JSONString>? = nil, isStored: Bool = false,
        otherwise makeID: () throws(EditError) -> ID = { () throws(EditError) in throw .invalid("a node has an id") }
    ) throws(EditError) {
        self = try text.withElement(.node, checking: isStored ? [] : names) { (reader, cursor) throws(EditError) in
            guard (try? reader.readNode(&cursor)) != nil else { throw .invalid("a node is an object") }
            try reader.checkProblems(isStored ? nil : names)
            let stated = try ElementReader.identifier(reader.id, "id")
            let id = if let stated { stated } else { try makeID() }
            return Node(
                id: id, geometry: reader.geometry, members: reader.members, inferredHandles: .standard,
                mayHoldGeometry: reader.nodeTraits.flags.contains(.writtenGeometry), measured: reader.measured)
        }
    }

    /// The node in which it lies, by what its members say. O(*n*) in their bytes.
    public var parent: ID? { members.withUnsafeBufferPointer { NodeTraits(members: $0).parent } }

    /// The node as one compact JSON object.
    public var text: JSONText {
        var writer = JSONWriter(capacity: members.count + 128)
        write(into: &writer)
        return JSONText(trusted: writer.take())
    }
}

extension Edge {
    /// Reads an edge as an edit states it.
    ///
    /// - Parameters:
    ///   - names: the members that are new and have to be possible; nil is all of them.
    ///   - isStored: whether any member may be impossible that a file may hold.
    ///   - makeID: gives the id of an edge that states none.
    /// - Throws: `.invalidValue` with the path in the edge, for what a file would lose.
    public init(
        _ text: JSONText, checking names: Set<JSONString>? = nil, isStored: Bool = false,
        otherwise makeID: () throws(EditError) -> ID = { () throws(EditError) in throw .invalid("an edge has an id") }
    ) throws(EditError) {
        self = try text.withElement(.edge, checking: isStored ? [] : names) { (reader, cursor) throws(EditError) in
            guard (try? reader.readEdge(&cursor)) != nil else { throw .invalid("an edge is an object") }
            try reader.checkProblems(isStored ? nil : names)
            guard let source = try ElementReader.identifier(reader.source, "source") else {
                throw .invalid("an edge has a source", path: ["source"])
            }
            guard let target = try ElementReader.identifier(reader.target, "target") else {
                throw .invalid("an edge has a target", path: ["target"])
            }
            let stated = try ElementReader.identifier(reader.id, "id")
            let id = if let stated { stated } else { try makeID() }
            return Edge(
                id: id, source: source,
                sourceHandle: try ElementReader.identifier(reader.sourceHandle, "sourceHandle"), target: target,
                targetHandle: try ElementReader.identifier(reader.targetHandle, "targetHandle"),
                members: reader.members, traits: reader.edgeTraits)
        }
    }

    /// The edge as one compact JSON object.
    public var text: JSONText {
        var writer = JSONWriter(capacity: members.count + 128)
        write(into: &writer)
        return JSONText(trusted: writer.take())
    }
}

extension ElementSchema {
    /// Returns the reason why an object is refused, with the place in it, or nil.
    public func problem(in object: JSONObject) -> (path: [String], message: String)? {
        do throws(ShapeError) {
            try JSON.object(object).text.withCursor { (cursor) throws(ShapeError) in try check(&cursor) }
            return nil
        } catch {
            return (error.steps, error.message)
        }
    }
}

extension JSONText {
    /// Checks the named members of an element, or all, and calls `body` to read it while the text lasts.
    fileprivate func withElement<Element>(
        _ schema: ElementSchema, checking names: Set<JSONString>?,
        _ body: (inout ElementReader, inout JSONCursor) throws(EditError) -> Element
    ) throws(EditError) -> Element {
        try bytes.withUnsafeBufferPointer { buffer throws(EditError) in
            do throws(ShapeError) {
                try schema.check(JSONCursor(buffer), only: names)
            } catch {
                throw .invalid(error.message, path: error.steps)
            }
            var reader = ElementReader(capacity: min(bytes.count, 1024))
            var cursor = JSONCursor(buffer)
            return try body(&reader, &cursor)
        }
    }
}

extension ElementReader {
    fileprivate func checkProblems(_ names: Set<JSONString>?) throws(EditError) {
        for problem in problems where names == nil || names?.contains(JSONString(problem.member)) == true {
            throw .invalid(problem.message, path: [problem.member])
        }
    }

    fileprivate static func identifier(_ name: JSONName?, _ member: String) throws(EditError) -> Identifier? {
        guard let name else { return nil }
        guard let string = try? name.string() else {
            throw .invalid("an id does not contain an unpaired surrogate", path: [member])
        }
        return Identifier(string)
    }
}

extension ElementSchema {
    /// Throws if one of the named members, or of all, has an impossible value.
    fileprivate func check(_ start: JSONCursor, only names: Set<JSONString>?) throws(ShapeError) {
        var cursor = start
        guard let names else { return try check(&cursor) }
        if names.isEmpty { return }
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            if names.contains(JSONString(name)) { try check(name, cursor) }
            cursor.skipValue()
        }
    }
}

extension Node {
    /// The members that columns hold if they can give back the same spelling.
    public static let columns: [JSONString] = ["id", "position", "width", "height", "measured"]

    /// The same node with other members, none of which a column holds.
    ///
    /// - Parameter names: the members that are new and have to be possible.
    /// - Throws: `.invalidValue` with the path in the node.
    public func with(members: [UInt8], checking names: [JSONString]) throws(EditError) -> Node {
        // Few are compared one by one.
        let many = names.count > 16 ? Set(names) : []
        let huge = try members.withUnsafeBufferPointer { buffer throws(EditError) -> String? in
            var cursor = JSONCursor(buffer)
            guard cursor.entersObject() else { return nil }
            var huge: String?
            while let name = cursor.nextMember() {
                let isNew = many.isEmpty ? names.contains { name == $0 } : many.contains(JSONString(name))
                var value = cursor
                cursor.skipValue()
                if !isNew { continue }
                do throws(ShapeError) {
                    try ElementSchema.node.check(name, value)
                } catch {
                    throw .invalid(error.message, path: error.steps)
                }
                if huge == nil, !ElementReader.holdsFiniteNumbers(&value) { huge = name.description }
            }
            return huge
        }
        if let huge { throw .invalid("it holds a number that no double can hold", path: [huge]) }
        return Node(
            id: id, geometry: geometry, members: members, inferredHandles: inferredHandles, mayHoldGeometry: false,
            measured: measured)
    }
}
