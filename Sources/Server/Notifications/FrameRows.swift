import Graph
import Interaction
import Wire

/// An object in frames, described by rows: the name of a member, its schema, what it means, and how it is written.
///
/// The rows are a function that hands each of them to whoever describes or writes the object. It is compiled for both: the
/// writer evaluates no schema, and calls no closure that could not be part of it.
protocol FrameObject {
    /// Hands over each row, in the order in which members are written.
    static func rows(_ rows: inout some FrameRows<Self>)
}

/// A receiver of the rows of an object.
protocol FrameRows<Root> {
    associatedtype Root

    /// Takes a row.
    ///
    /// - Parameters:
    ///   - value: what the member says: absent, null or a value.
    ///   - write: writes the value of an object.
    mutating func row<Value: Sendable>(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, _ doc: @autoclosure () -> String, isRequired: Bool,
        _ value: (Root) -> ViewUpdate.Change<Value>, _ write: (Value, Root, inout JSONWriter) -> Void)
}

extension FrameRows {
    /// A member that is always there.
    @inline(__always)
    mutating func always(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, _ doc: @autoclosure () -> String,
        _ write: (Root, inout JSONWriter) -> Void
    ) {
        row(name, schema(), doc(), isRequired: true, { _ in .set(()) }) { write($1, &$2) }
    }

    /// A member that is absent where it has no value.
    @inline(__always)
    mutating func optional<Value: Sendable>(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, _ doc: @autoclosure () -> String,
        _ value: (Root) -> Value?, _ write: (Value, Root, inout JSONWriter) -> Void
    ) {
        row(name, schema(), doc(), isRequired: false, { value($0).map { .set($0) } ?? .none }, write)
    }

    /// A member that is absent where nothing has changed, and null where there is nothing any more.
    @inline(__always)
    mutating func change<Value: Sendable>(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, _ doc: @autoclosure () -> String,
        _ value: (Root) -> ViewUpdate.Change<Value>, _ write: (Value, Root, inout JSONWriter) -> Void
    ) {
        row(name, .oneOf([schema(), .null]), doc(), isRequired: false, value, write)
    }
}

extension FrameObject {
    /// The members as the reference has them.
    static var members: [Schema.Member] {
        var description = RowDescription<Self>()
        rows(&description)
        return description.members
    }

    static var schema: Schema { .object(members, isOpen: false) }

    @inline(__always)
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(into: &writer)
        writer.endObject()
    }

    /// Writes the members of an object that was begun.
    @inline(__always)
    func writeMembers(into writer: inout JSONWriter) {
        withUnsafeMutablePointer(to: &writer) { writer in
            var writing = RowWriting(root: self, writer: writer)
            Self.rows(&writing)
        }
    }
}

/// Describes an object by its rows.
private struct RowDescription<Root>: FrameRows {
    var members: [Schema.Member] = []

    mutating func row<Value: Sendable>(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, _ doc: @autoclosure () -> String, isRequired: Bool,
        _: (Root) -> ViewUpdate.Change<Value>, _: (Value, Root, inout JSONWriter) -> Void
    ) {
        members.append(
            Schema.Member(name: name.description, schema: schema(), isRequired: isRequired, doc: doc()))
    }
}

/// Writes an object by its rows.
private struct RowWriting<Root>: FrameRows {
    let root: Root
    /// Not a copy, which would count a reference for each object.
    let writer: UnsafeMutablePointer<JSONWriter>

    @inline(__always)
    mutating func row<Value: Sendable>(
        _ name: StaticString, _: @autoclosure () -> Schema, _: @autoclosure () -> String, isRequired _: Bool,
        _ value: (Root) -> ViewUpdate.Change<Value>, _ write: (Value, Root, inout JSONWriter) -> Void
    ) {
        switch value(root) {
        case .none: return
        case .removed:
            writer.pointee.name(name)
            writer.pointee.null()
        case .set(let value):
            writer.pointee.name(name)
            write(value, root, &writer.pointee)
        }
    }
}

extension [Schema.Member] {
    /// The members of two kinds of objects that share a schema; of those with the same name the first describes both.
    func joined(with others: [Schema.Member]) -> [Schema.Member] {
        self + others.filter { other in !contains { $0.name == other.name } }
    }

    /// The members in the order of the reference: some of them behind another, or first.
    func moving(_ names: String..., behind place: String? = nil) -> [Schema.Member] {
        var others = filter { !names.contains($0.name) }
        let index = others.firstIndex { $0.name == place }.map { $0 + 1 } ?? 0
        others.insert(contentsOf: filter { names.contains($0.name) }, at: index)
        return others
    }
}
