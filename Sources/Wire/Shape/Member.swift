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
        _ name: StaticString, _ path: WritableKeyPath<Root, Value> & Sendable, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        let property = Property(path)
        return Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: true, doc: doc),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                property.set(&root, try read(&cursor))
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                write(property.get(root), &writer)
            })
    }

    /// A member that may be absent or null, both of which are nil; nil is not written.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func optional<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value?> & Sendable, _ shape: Shape<Value>, _ doc: String
    ) -> Member {
        let property = Property(path)
        return Member(
            schema: .init(name: name.description, schema: shape.schema, isRequired: false, doc: doc),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                property.set(&root, cursor.skipNull() ? nil : try read(&cursor))
            },
            write: { [write = shape.write] root, writer in
                guard let value = property.get(root) else { return }
                writer.name(name)
                write(value, &writer)
            })
    }

    /// A member that may be absent or null, both of which leave the property as the initial value has it.
    ///
    /// - Parameter defaultText: the default as the reference shows it.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func defaulted<Value>(
        _ name: StaticString, _ path: WritableKeyPath<Root, Value> & Sendable, _ shape: Shape<Value>, _ doc: String,
        default defaultText: String
    ) -> Member {
        let property = Property(path)
        return Member(
            schema: .init(
                name: name.description, schema: shape.schema, isRequired: false, doc: doc, defaultText: defaultText),
            read: { [read = shape.read] (cursor, root) throws(ShapeError) in
                if !cursor.skipNull() { property.set(&root, try read(&cursor)) }
            },
            write: { [write = shape.write] root, writer in
                writer.name(name)
                write(property.get(root), &writer)
            })
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
                var root = property.get(outer)
                try read(&cursor, &root)
                property.set(&outer, root)
            },
            write: { [write = writer.write] outer, writer in write(property.get(outer), &writer) })
    }
}

/// A property of a structure, reached by its offset where it is stored, which costs a tenth of the way by key path.
@usableFromInline struct Property<Root, Value>: Sendable {
    @usableFromInline let path: WritableKeyPath<Root, Value> & Sendable
    @usableFromInline let offset: Int?

    @inlinable
    init(_ path: WritableKeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    @inlinable @inline(__always)
    func set(_ root: inout Root, _ value: Value) {
        guard let offset else {
            root[keyPath: path] = value
            return
        }
        withUnsafeMutablePointer(to: &root) { pointer in
            (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }

    @inlinable @inline(__always)
    func get(_ root: Root) -> Value {
        guard let offset else { return root[keyPath: path] }
        return withUnsafePointer(to: root) { pointer in
            (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee
        }
    }
}
