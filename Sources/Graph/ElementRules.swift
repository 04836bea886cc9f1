import Geometry
import Wire

/// What the known members of an element must be where an edit states them; files are read more leniently.
///
/// A null is possible everywhere and counts as absent. Members that are not known may be anything.
enum ElementRules {
    /// What is wrong with a value, and where in it.
    struct Problem: Error {
        var message: String
        var path: [String]

        init(_ message: String, at path: [String] = []) {
            self.message = message
            self.path = path
        }

        func inside(_ step: String) -> Problem { Problem(message, at: [step] + path) }
    }

    static func checkNode(_ name: String, _ value: JSONCursor) throws(Problem) {
        var value = value
        if value.peek() == .null { return }
        switch name {
        case "id", "type", "parentId", "parentNode", "label": try require(.string, "a string", value)
        case "position": try position(value)
        case "width", "height": try size(value)
        case "zIndex": _ = try number(value)
        case "hidden", "locked", "draggable", "selectable", "connectable", "deletable", "collapsed", "expandParent",
            "acceptsChildren":
            try require(.boolean, "true or false", value)
        case "handles": try handles(value)
        case "sourcePosition", "targetPosition": try side(value)
        default: break
        }
    }

    static func checkEdge(_ name: String, _ value: JSONCursor) throws(Problem) {
        var value = value
        if value.peek() == .null { return }
        switch name {
        case "id", "type", "source", "target", "sourceHandle", "targetHandle": try require(.string, "a string", value)
        case "zIndex": _ = try number(value)
        case "hidden", "locked", "selectable", "deletable": try require(.boolean, "true or false", value)
        case "pathOptions": try require(.object, "an object", value)
        case "waypoints":
            var count = 0
            try each(value) { cursor throws(Problem) in
                count += 1
                if count > Limits.waypoints { throw Problem("an edge has at most \(Limits.waypoints) waypoints") }
                try position(cursor)
            }
        case "labelPosition":
            if !(0...1).contains(try number(value)) { throw Problem("the position of a label lies between 0 and 1") }
        case "labelOffset": try position(value)
        default: break
        }
    }

    /// The description of a node type.
    static func checkType(_ start: JSONCursor) throws(Problem) {
        try members(start) { name, value throws(Problem) in
            var value = value
            if value.peek() == .null { return }
            switch name {
            case "handles": try handles(value)
            case "defaultSize", "minSize":
                try members(value) { part, value throws(Problem) in
                    if part == "width" || part == "height" { try size(value) }
                }
            default: break
            }
        }
    }

    // MARK: Values

    private static func require(_ kind: JSONKind, _ what: String, _ value: JSONCursor) throws(Problem) {
        var value = value
        if value.peek() != kind { throw Problem("expected \(what)") }
    }

    private static func number(_ value: JSONCursor) throws(Problem) -> Double {
        var value = value
        guard let number = try? value.readDouble() else { throw Problem("expected a finite number") }
        return number
    }

    private static func size(_ value: JSONCursor) throws(Problem) {
        if try number(value) < 0 { throw Problem("a size is not negative") }
    }

    private static func side(_ value: JSONCursor) throws(Problem) {
        var value = value
        guard let text = try? value.readString(), Side(rawValue: text) != nil else {
            throw Problem("expected top, right, bottom, left or center")
        }
    }

    private static func position(_ value: JSONCursor) throws(Problem) {
        var missing: Set<String> = ["x", "y"]
        try members(value) { name, part throws(Problem) in
            if name != "x" && name != "y" { return }
            _ = try number(part)
            missing.remove(name)
        }
        for name in ["x", "y"] where missing.contains(name) { throw Problem("a point has x and y", at: [name]) }
    }

    private static func handles(_ value: JSONCursor) throws(Problem) {
        var known: Set<[String]> = []
        try each(value) { element throws(Problem) in
            var kind: String?
            var id: String?
            try members(element) { name, part throws(Problem) in
                try handleMember(name, part)
                var part = part
                if name == "type" { kind = try? part.readString() }
                if name == "id" { id = try? part.readString() }
            }
            guard let kind else { throw Problem("a handle is a source or a target", at: ["type"]) }
            if !known.insert([kind, id ?? kind]).inserted {
                throw Problem("the node has another \(kind) handle \"\(id ?? kind)\"", at: ["id"])
            }
        }
    }

    private static func handleMember(_ name: String, _ value: JSONCursor) throws(Problem) {
        var value = value
        if name == "type" {
            guard let text = try? value.readString(), Handle.Kind(rawValue: text) != nil else {
                throw Problem("a handle is a source or a target")
            }
        }
        if value.peek() == .null { return }
        switch name {
        case "id", "dataType": try require(.string, "a string", value)
        case "position": try side(value)
        case "offset":
            if !(0...1).contains(try number(value)) { throw Problem("an offset lies between 0 and 1") }
        case "limit":
            let limit = try number(value)
            if limit < 0 || limit != limit.rounded() { throw Problem("a limit is a whole number, not negative") }
        case "connectable": try require(.boolean, "true or false", value)
        default: break
        }
    }

    // MARK: Walking

    private static func members(
        _ start: JSONCursor, _ body: (String, JSONCursor) throws(Problem) -> Void
    ) throws(Problem) {
        var cursor = start
        guard (try? cursor.enterObject()) != nil else { throw Problem("expected an object") }
        while let name = cursor.nextMember() {
            let value = cursor
            cursor.skipValue()
            do throws(Problem) {
                try body(name.description, value)
            } catch {
                throw error.inside(name.description)
            }
        }
    }

    private static func each(_ start: JSONCursor, _ body: (JSONCursor) throws(Problem) -> Void) throws(Problem) {
        var cursor = start
        guard (try? cursor.enterArray()) != nil else { throw Problem("expected an array") }
        var index = 0
        while cursor.nextElement() {
            let value = cursor
            cursor.skipValue()
            do throws(Problem) {
                try body(value)
            } catch {
                throw error.inside("\(index)")
            }
            index += 1
        }
    }
}
