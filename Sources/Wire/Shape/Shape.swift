/// The one description of a type on the wire: its schema, how to read it and how to write it.
///
///     let numbers = Shape<[Double]>.array(of: .number)
///     let value = try numbers.value(from: JSONText(validating: "[1, 2]"))
///     assert(value == [1, 2])
///
/// A hot type may supply `read` and `write` of its own beside the schema.
public struct Shape<Value>: Sendable {
    /// The values that the shape takes.
    public let schema: Schema
    /// Reads the cursor's next value; throws the reason and the place if it does not fit.
    public let read: @Sendable (inout JSONCursor) throws(ShapeError) -> Value
    /// Writes a value, which `read` reads back as an equal one.
    public let write: @Sendable (Value, inout JSONWriter) -> Void
    /// The same type with the former names of members; nil if no own member had another name.
    public let earlier: (@Sendable () -> Shape)?

    /// A shape from its three parts, which must agree.
    @inlinable
    public init(
        schema: Schema,
        read: @escaping @Sendable (inout JSONCursor) throws(ShapeError) -> Value,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
        earlier: (@Sendable () -> Shape)? = nil
    ) {
        self.schema = schema
        self.read = read
        self.write = write
        self.earlier = earlier
    }

    /// The same shape under a name of its own in the schema.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public func named(_ name: String, _ doc: String) -> Shape {
        Shape(schema: .named(name, doc, schema), read: read, write: write)
    }

    /// The shape of a type that converts to this one and back; `make` may refuse.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public func mapped<Other>(
        _ make: @escaping @Sendable (Value) throws(ShapeError) -> Other,
        from unmake: @escaping @Sendable (Other) -> Value
    ) -> Shape<Other> {
        Shape<Other>(
            schema: schema,
            read: { [read] (cursor) throws(ShapeError) in try make(try read(&cursor)) },
            write: { [write] value, writer in write(unmake(value), &writer) })
    }

    /// The value in a text. Throws the reason and the place if it does not fit.
    @inlinable
    public func value(from text: JSONText) throws(ShapeError) -> Value {
        try text.withCursor(read)
    }

    /// The value as JSON text.
    @inlinable
    public func text(of value: Value) -> JSONText {
        var writer = JSONWriter()
        write(value, &writer)
        return JSONText(trusted: writer.take())
    }
}
