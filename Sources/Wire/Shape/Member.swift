/// A member of an object on the wire, with the property that holds it.
public struct Member<Root>: Sendable {
    /// Name, type, default and doc of the member, as the schema shows them.
    public let schema: Schema.Member
    @usableFromInline let reader: MemberReader
    @usableFromInline let writer: MemberWriter
    /// The same member under its former name; nil if it had no other.
    let earlier: (@Sendable () -> Member)?
    /// Another name that is accepted.
    let otherName: String?

    init(
        schema: Schema.Member, read: @escaping MemberReader.Read, write: @escaping MemberWriter.Write,
        earlier: (@Sendable () -> Member)? = nil, otherName: String? = nil
    ) {
        self.schema = schema
        reader = MemberReader(read)
        writer = MemberWriter(write)
        self.earlier = earlier
        self.otherName = otherName
    }

    // A member whose name was another one before says so by `earlier`. Where the earlier names are those that count, it is
    // read by both and written by the earlier one.

    /// A member that must be there.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func required<Value>(
        _ name: StaticString, earlier: StaticString? = nil, at property: Property<Root, Value>, _ shape: Shape<Value>,
        _ doc: String
    ) -> Member {
        let member = Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: true, doc: doc),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                property.set(in: root, try read(&cursor))
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                property.lend(of: root) { write($0.pointee, &writer) }
            })
        guard let earlier else { return member }
        return member.named(earlier) { .required($0, at: property, shape, doc) }
    }

    /// A member that may be absent or null, both of which are nil; nil is not written.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func optional<Value>(
        _ name: StaticString, earlier: StaticString? = nil, at property: Property<Root, Value?>, _ shape: Shape<Value>,
        _ doc: String
    ) -> Member {
        let member = Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: false, doc: doc),
            read: Member.setting(property) { [read = shape.read] (cursor) throws(ShapeError) in
                cursor.skipNull() ? nil : try read(&cursor)
            },
            write: { [write = shape.write] root, writer in
                property.lend(of: root) { property in
                    guard let value = property.pointee else { return }
                    writer.name(name)
                    write(value, &writer)
                }
            })
        guard let earlier else { return member }
        return member.named(earlier) { .optional($0, at: property, shape, doc) }
    }

    /// Reads a property as a whole. In unspecialized code the read value knows its type, and need not derive it from a
    /// part each time.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    private static func setting<Value>(
        _ property: Property<Root, Value>,
        _ read: @escaping @Sendable (inout JSONCursor) throws(ShapeError) -> Value
    ) -> MemberReader.Read {
        { (cursor, root) throws(ShapeError) in property.set(in: root, try read(&cursor)) }
    }

    /// A member that may be absent or null, both of which leave the property as the initial value has it.
    ///
    /// - Parameter defaultText: the default as the reference shows it.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func defaulted<Value>(
        _ name: StaticString, earlier: StaticString? = nil, at property: Property<Root, Value>, _ shape: Shape<Value>,
        _ doc: String, default defaultText: String
    ) -> Member {
        let member = Member(
            schema: .init(
                name: name.description, schema: shape.schema, isRequired: false, doc: doc, defaultText: defaultText),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                if !cursor.skipNull() { property.set(in: root, try read(&cursor)) }
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                property.lend(of: root) { write($0.pointee, &writer) }
            })
        guard let earlier else { return member }
        return member.named(earlier) { .defaulted($0, at: property, shape, doc, default: defaultText) }
    }
}

extension Member {
    // The same of a property that is named by its key path, as most are.

    /// A member that must be there, held by the property at `path`.
    @inlinable
    public static func required<Value>(
        _ name: StaticString, earlier: StaticString? = nil, _ path: WritableKeyPath<Root, Value> & Sendable,
        _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        required(name, earlier: earlier, at: Property(path), shape, doc)
    }

    /// A member that may be absent or null, both of which set the property at `path` to nil; nil is not written.
    @inlinable
    public static func optional<Value>(
        _ name: StaticString, earlier: StaticString? = nil, _ path: WritableKeyPath<Root, Value?> & Sendable,
        _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        optional(name, earlier: earlier, at: Property(path), shape, doc)
    }

    /// A member that says what becomes of a value: absent leaves it as it is, and null takes it away.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func patched<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value??> & Sendable, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        let (property, value) = (Property(path), shape.optional)
        return Member(
            schema: .init(name: name.description, schema: value.schema, isRequired: false, doc: doc),
            read: Member.setting(property) { [read = value.read] (cursor) throws(ShapeError) in
                .some(try read(&cursor))
            },
            write: { [write = value.write] root, writer in
                property.lend(of: root) { property in
                    guard let value = property.pointee else { return }
                    writer.name(name)
                    write(value, &writer)
                }
            })
    }

    /// A member that may be absent or null, both of which leave the property at `path` as the initial value has it.
    ///
    /// - Parameter defaultText: the default as the reference shows it.
    @inlinable
    public static func defaulted<Value>(
        _ name: StaticString, earlier: StaticString? = nil, _ path: WritableKeyPath<Root, Value> & Sendable,
        _ shape: Shape<Value>, _ doc: String, default defaultText: String
    ) -> Member {
        defaulted(name, earlier: earlier, at: Property(path), shape, doc, default: defaultText)
    }
}

extension Member {
    /// The same member, which must be there.
    public var asRequired: Member {
        var schema = schema
        schema.isRequired = true
        return Member(
            schema: schema, read: reader.read, write: writer.write,
            earlier: changedEarlier { $0.asRequired }, otherName: otherName)
    }

    private func changedEarlier<Outer>(
        _ change: @escaping @Sendable (Member) -> Member<Outer>
    ) -> (@Sendable () -> Member<Outer>)? {
        guard let earlier else { return nil }
        return { change(earlier()) }
    }

    /// The same member with the former name `earlier`; `make` makes it with that name.
    private func named(_ earlier: StaticString, _ make: @escaping @Sendable (StaticString) -> Member) -> Member {
        var schema = schema
        schema.earlierName = earlier.description
        let name = schema.name
        return Member(
            schema: schema, read: reader.read, write: writer.write,
            earlier: {
                let member = make(earlier)
                return Member(
                    schema: member.schema, read: member.reader.read, write: member.writer.write, otherName: name)
            })
    }

    /// Writes the member of a value into an open object, if it is present.
    public func write(of root: Root, into output: inout JSONWriter) {
        withUnsafePointer(to: root) { writer.write($0, &output) }
    }

    /// The same member of a type that holds this one at `path`.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public func inside<Outer>(_ path: WritableKeyPath<Outer, Root> & Sendable) -> Member<Outer> {
        let property = Property(path)
        return Member<Outer>(
            schema: schema,
            read: { [read = reader.read] (cursor, outer) throws(ShapeError) in
                try property.change(in: outer) { (root) throws(ShapeError) in try read(&cursor, root) }
            },
            write: { [write = writer.write] outer, writer in property.lend(of: outer) { write($0, &writer) } },
            earlier: changedEarlier { (member: Member) in member.inside(path) }, otherName: otherName)
    }
}

/// The half of a member for reading an object, kept apart so that taking it from a table costs one reference.
///
/// The root is at an address, so that no type of a table of these depends on it: in unspecialized code, looking up the
/// metadata of such a type costs more than most members do. During the call the address holds a value of the member's
/// type; only shapes of objects call it, with their own value.
@usableFromInline struct MemberReader: Sendable {
    @usableFromInline typealias Read =
        @Sendable (inout JSONCursor, UnsafeMutableRawPointer) throws(ShapeError) -> Void

    @usableFromInline let read: Read

    @inlinable init(_ read: @escaping Read) {
        self.read = read
    }
}

/// The half of a member for writing an object; the address is as above.
@usableFromInline struct MemberWriter: Sendable {
    @usableFromInline typealias Write = @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

    @usableFromInline let write: Write

    @inlinable init(_ write: @escaping Write) {
        self.write = write
    }
}

/// A property of a structure. A stored one is reached by its offset, which costs a tenth of a key path. A closure
/// costs nothing to make, while a key path takes thousands of instructions.
public struct Property<Root, Value>: Sendable {
    /// Lends the property of a root to a body, which it must call once.
    public typealias Access = @Sendable (inout Root, (inout Value) -> Void) -> Void

    @usableFromInline let way: Way

    @usableFromInline enum Way: Sendable {
        case offset(Int)
        case path(WritableKeyPath<Root, Value> & Sendable)
        case access(Access)
    }

    @inlinable
    init(_ path: WritableKeyPath<Root, Value> & Sendable) {
        way = MemoryLayout<Root>.offset(of: path).map { .offset($0) } ?? .path(path)
    }

    /// The property that a closure reads or writes.
    @inlinable
    public init(_ access: @escaping Access) {
        way = .access(access)
    }

    // The address of a root is that of a value of type `Root`, which stays there during the call.

    @inlinable @inline(__always)
    func set(in root: UnsafeMutableRawPointer, _ value: Value) {
        switch way {
        case .offset(let offset): (root + offset).assumingMemoryBound(to: Value.self).pointee = value
        case .path(let path): root.assumingMemoryBound(to: Root.self).pointee[keyPath: path] = value
        case .access(let access): access(&root.assumingMemoryBound(to: Root.self).pointee) { $0 = value }
        }
    }

    /// Lends the value to `body` for changes.
    @inlinable
    func change(
        in root: UnsafeMutableRawPointer, _ body: (UnsafeMutablePointer<Value>) throws(ShapeError) -> Void
    ) throws(ShapeError) {
        switch way {
        case .offset(let offset): try body((root + offset).assumingMemoryBound(to: Value.self))
        case .path(let path):
            try withUnsafeMutablePointer(to: &root.assumingMemoryBound(to: Root.self).pointee[keyPath: path], body)
        case .access(let access):
            var failure: ShapeError?
            access(&root.assumingMemoryBound(to: Root.self).pointee) { value in
                do throws(ShapeError) {
                    try withUnsafeMutablePointer(to: &value, body)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Lends the value to `body` for reading.
    @inlinable @inline(__always)
    func lend(of root: UnsafeRawPointer, _ body: (UnsafePointer<Value>) -> Void) {
        switch way {
        case .offset(let offset): body((root + offset).assumingMemoryBound(to: Value.self))
        case .path(let path):
            withUnsafePointer(to: root.assumingMemoryBound(to: Root.self).pointee[keyPath: path], body)
        case .access(let access):
            var root = root.assumingMemoryBound(to: Root.self).pointee
            access(&root) { value in withUnsafePointer(to: value, body) }
        }
    }
}
