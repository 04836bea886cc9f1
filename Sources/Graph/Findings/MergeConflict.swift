import Wire

/// A change of the same value by both sides since their common ancestor.
///
/// A document may keep it as a note: an entry of its member `conflicts` under the `key`, until it is resolved.
public struct MergeConflict: Sendable, Equatable {
    /// One of the two sides.
    public enum Side: String, CaseIterable, Sendable {
        /// The document that merges the other one.
        case ours
        /// The other one.
        case theirs
    }

    /// The member of a document for notes of conflicts, an object.
    public static let notes: JSONString = "conflicts"

    /// The node that it is about.
    public var node: Node.ID?
    /// The edge that it is about; neither is the document itself.
    public var edge: Edge.ID?
    /// The member; `@stands` if one side removed the element that the other changed, `@place` in the order, `@id` if
    /// both sides inserted an element with this id.
    public var member = ""
    /// Is true if that of the other side was taken.
    public var isTheirs = false
    /// The new id of one of two elements with the same id: ours, if theirs keeps it.
    public var renamed: Identifier?
    /// The value in the common ancestor; nil if there is none. With `@stands` it is the whole element.
    public var base: JSON?
    /// The value on our side. With `@place` it is `{before}`, the id of the next element.
    public var ours: JSON?
    /// The value on the other side.
    public var theirs: JSON?

    /// One to be filled in.
    public init() {}

    /// The value on a side.
    public func value(on side: Side) -> JSON? { side == .ours ? ours : theirs }

    /// The conflict in one sentence.
    public var message: String {
        let subject =
            node.map { "node \(JSON.string($0.string))" } ?? edge.map { "edge \(JSON.string($0.string))" }
            ?? "the document"
        let taken: Side = isTheirs ? .theirs : .ours
        switch member {
        case "@stands" where base == nil && (ours == nil) != (theirs == nil):
            return "\(subject) was inserted on one side and ends on what the other one has removed; it is left out"
        case "@stands": return "\(subject) is removed on one side and changed on the other; \(taken) is taken"
        case "@id":
            let other: Side = isTheirs ? .ours : .theirs
            let id = renamed.map { "\(JSON.string($0.string))" } ?? ""
            return "\(subject) was inserted on both sides; \(taken) keeps the id, \(other) is \(id) now"
        case "@ends": return "\(subject) was connected otherwise on both sides; \(taken) is taken"
        case "@place": return "\(subject) was moved in the order on both sides; \(taken) is taken"
        default: return "\(member) of \(subject) was changed on both sides; \(taken) is taken"
        }
    }
}

// MARK: Notes in documents

extension MergeConflict {
    /// The name of its note: `nodes/a/label`, `edges/e/@stands`, `settings/snapGrid`.
    public var key: JSONString {
        if let node { return JSONString("nodes/\(JSONPointer.escaped(node.string))/\(member)") }
        if let edge { return JSONString("edges/\(JSONPointer.escaped(edge.string))/\(member)") }
        return JSONString(member)
    }

    /// Its note; a value that is not there is left out.
    public var json: JSON {
        var object = JSONObject()
        object["node"] = node.map { .string($0.string) }
        object["edge"] = edge.map { .string($0.string) }
        object["member"] = .string(member)
        object["taken"] = .boolean(isTheirs)
        object["renamed"] = renamed.map { .string($0.string) }
        object["base"] = base
        object["ours"] = ours
        object["theirs"] = theirs
        return .object(object)
    }

    /// Reads a note; nil for a value that is none.
    public init?(_ json: JSON) {
        guard let object = json.objectValue, let member = object["member"]?.stringValue,
            let taken = object["taken"]?.booleanValue
        else { return nil }
        func id(_ name: JSONString) -> Identifier?? {
            guard let value = object[name] else { return .some(nil) }
            guard let text = value.stringValue, (1...Limits.identifierBytes).contains(text.utf8.count) else {
                return nil
            }
            return Identifier(text)
        }
        guard let node = id("node"), let edge = id("edge"), let renamed = id("renamed"), node == nil || edge == nil
        else { return nil }
        (self.member, isTheirs, self.node, self.edge, self.renamed) = (member, taken, node, edge, renamed)
        (base, ours, theirs) = (object["base"], object["ours"], object["theirs"])
    }

    /// Is true if its note could exceed the nesting depth of a file.
    var isTooDeep: Bool {
        [base, ours, theirs].contains { ($0?.depth ?? 0) > Limits.depth - MergeConflict.levels }
    }

    /// The levels around a value of a note, in a file and in a message with the change that brings it.
    private static let levels = 10
}
