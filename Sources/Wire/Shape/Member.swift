/// A member of an object on the wire and the property that holds it.
public struct Member<Root>: Sendable {
    /// Name, type, default and doc of the member, as the schema shows them.
    public let schema: Schema.Member
    @usableFromInline let reader: Reader
    @usableFromInline let writer: Writer

    /// The half that reading an object needs, kept apart so that taking it from a table costs one reference.
    @usableFromInline struct Reader: Sendable {
        @usableFromInline let read: @Sendable (inout JSONCursor, inout Root) throws(ShapeError) -> Void

        @inlinable init(_ read: @escaping @Sendable (inout JSONCursor, inout Root) throws(ShapeError) -> Void) {
            self.read = read
        }
    }

    /// The half that writing an object needs.
    @usableFromInline struct Writer: Sendable {
        @usableFromInline let write: @Sendable (Root, inout JSONWriter) -> Void

        @inlinable init(_ write: @escaping @Sendable (Root, inout JSONWriter) -> Void) {
            self.write = write
        }
    }

    @inlinable
    init(
        schema: Schema.Member,
        read: @escaping @Sendable (inout JSONCursor, inout Root) throws(ShapeError) -> Void,
        write: @escaping @Sendable (Root, inout JSONWriter) -> Void
    ) {
        self.schema = schema
        reader = Reader(read)
        writer = Writer(write)
    }

    /// A member that must be there.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func required<Value>(
        _ name: StaticString, at property: Property<Root, Value>, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: true, doc: doc),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                property.set(&root, try read(&cursor))
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                property.read(root) { write($0, &writer) }
            })
    }

    /// A member that may be absent or null, both of which are nil; nil is not written.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func optional<Value>(
        _ name: StaticString, at property: Property<Root, Value?>, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: false, doc: doc),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                property.set(&root, cursor.skipNull() ? nil : try read(&cursor))
            },
            write: { [write = shape.write] root, writer in
                property.read(root) { value in
                    guard let value else { return }
                    writer.name(name)
                    write(value, &writer)
                }
            })
    }

    /// A member that may be absent or null, both of which leave the property as the initial value has it.
    ///
    /// - Parameter defaultText: the default as the reference shows it.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func defaulted<Value>(
        _ name: StaticString, at property: Property<Root, Value>, _ shape: Shape<Value>, _ doc: String,
        default defaultText: String
    ) -> Member {
        Member(
            schema: .init(
                name: name.description, schema: shape.schema, isRequired: false, doc: doc, defaultText: defaultText),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                if !cursor.skipNull() { property.set(&root, try read(&cursor)) }
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                property.read(root) { write($0, &writer) }
            })
    }
}

extension Member {
    // The same of a property that is named by its key path, as most are.

    /// A member that must be there, held by the property at `path`.
    @inlinable
    public static func required<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value> & Sendable, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        required(name, at: Property(path), shape, doc)
    }

    /// A member that may be absent or null, both of which set the property at `path` to nil; nil is not written.
    @inlinable
    public static func optional<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value?> & Sendable, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        optional(name, at: Property(path), shape, doc)
    }

    /// A member that may be absent or null, both of which leave the property at `path` as the initial value has it.
    ///
    /// - Parameter defaultText: the default as the reference shows it.
    @inlinable
    public static func defaulted<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value> & Sendable, _ shape: Shape<Value>, _ doc: String,
        default defaultText: String
    ) -> Member {
        defaulted(name, at: Property(path), shape, doc, default: defaultText)
    }
}

extension Member {
    /// The same member of a type that holds this one at `path`.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public func inside<Outer>(_ path: WritableKeyPath<Outer, Root> & Sendable) -> Member<Outer> {
        let property = Property(path)
        return Member<Outer>(
            schema: schema,
            read: { [read = reader.read] (cursor, outer) throws(ShapeError) in
                try property.change(&outer) { (root) throws(ShapeError) in try read(&cursor, &root) }
            },
            write: { [write = writer.write] outer, writer in property.read(outer) { write($0, &writer) } })
    }
}

/// A property of a structure, reached by its offset where it is stored, which costs a tenth of the way by key path; or by
/// a closure, which costs nothing to make, where a key path takes thousands of instructions.
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

    /// The property that a closure gives to be read or written.
    @inlinable
    public init(_ access: @escaping Access) {
        way = .access(access)
    }

    @inlinable @inline(__always)
    func set(_ root: inout Root, _ value: Value) {
        switch way {
        case .offset(let offset):
            withUnsafeMutablePointer(to: &root) { pointer in
                (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee = value
            }
        case .path(let path): root[keyPath: path] = value
        case .access(let access): access(&root) { $0 = value }
        }
    }

    @inlinable
    func change(
        _ root: inout Root, _ body: (inout Value) throws(ShapeError) -> Void
    ) throws(ShapeError) {
        var value: Value?
        read(root) { value = $0 }
        guard var value else { return }
        try body(&value)
        set(&root, value)
    }

    /// Gives the value to `body`.
    @inlinable @inline(__always)
    func read(_ root: Root, _ body: (Value) -> Void) {
        switch way {
        case .offset(let offset):
            withUnsafePointer(to: root) { pointer in
                body((UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee)
            }
        case .path(let path): body(root[keyPath: path])
        case .access(let access):
            var root = root
            access(&root) { body($0) }
        }
    }
}
