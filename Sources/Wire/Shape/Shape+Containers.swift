extension Shape {
    /// An array of any length. Errors name the index of the element.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func array<Element>(of element: Shape<Element>) -> Shape<[Element]> where Value == [Element] {
        Shape(
            schema: .array(of: element.schema),
            read: { [read = element.read] (cursor) throws(ShapeError) in
                try cursor.enterArray()
                var elements: [Element] = []
                while cursor.nextElement() {
                    do throws(ShapeError) {
                        elements.append(try read(&cursor))
                    } catch {
                        throw error.inside(.element(elements.count))
                    }
                }
                return elements
            },
            write: { [write = element.write] elements, writer in
                writer.beginArray()
                for element in elements { write(element, &writer) }
                writer.endArray()
            })
    }

    /// The same value or null.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public var optional: Shape<Value?> {
        Shape<Value?>(
            schema: .oneOf([schema, .null]),
            read: { [read] (cursor) throws(ShapeError) in cursor.skipNull() ? nil : try read(&cursor) },
            write: { [write] value, writer in
                if let value { write(value, &writer) } else { writer.null() }
            })
    }

    /// Members with any names and values of one shape, in order; a repeated name is refused.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func dictionary<Element>(
        of element: Shape<Element>
    ) -> Shape<[(String, Element)]> where Value == [(String, Element)] {
        Shape(
            schema: .dictionary(of: element.schema),
            read: { [read = element.read] (cursor) throws(ShapeError) in
                try cursor.enterObject()
                var members: [(String, Element)] = []
                var seen: Set<JSONString> = []
                while let name = cursor.nextMember() {
                    do throws(ShapeError) {
                        let key = try name.string()
                        guard seen.insert(JSONString(key)).inserted else { throw ShapeError("duplicate member") }
                        members.append((key, try read(&cursor)))
                    } catch {
                        throw error.inside(.member(name.description))
                    }
                }
                return members
            },
            write: { [write = element.write] members, writer in
                writer.beginObject()
                for (name, value) in members {
                    writer.name(name)
                    write(value, &writer)
                }
                writer.endObject()
            })
    }

    /// One of several shapes that accept different kinds of values.
    ///
    /// - Precondition: no kind is accepted twice, and every value matches an alternative.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func oneOf(_ alternatives: [Alternative<Value>]) -> Shape {
        var kinds: [JSONKind: Int] = [:]
        for (place, alternative) in alternatives.enumerated() {
            for kind in alternative.schema.kinds {
                precondition(kinds.updateValue(place, forKey: kind) == nil, "two alternatives take \(kind)")
            }
        }
        let places = kinds
        let taken = JSONKind.allCases.filter { places[$0] != nil }.map(\.description).joined(separator: " or ")
        return Shape(
            schema: .oneOf(alternatives.map { $0.schema }),
            read: { (cursor) throws(ShapeError) in
                guard let kind = cursor.peek(), let place = places[kind] else { throw cursor.wrongKind(taken) }
                return try alternatives[place].read(&cursor)
            },
            write: { value, writer in
                for alternative in alternatives where alternative.write(value, &writer) { return }
                preconditionFailure("no alternative matches")
            })
    }
}

/// One of the possible shapes of a value, with the conversion to that value.
public struct Alternative<Value>: Sendable {
    @usableFromInline let schema: Schema
    @usableFromInline let read: @Sendable (inout JSONCursor) throws(ShapeError) -> Value
    @usableFromInline let write: @Sendable (Value, inout JSONWriter) -> Bool

    /// - Parameter match: returns the value to write, or nil for a value of another alternative.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public init<Part>(
        _ shape: Shape<Part>, make: @escaping @Sendable (Part) -> Value, match: @escaping @Sendable (Value) -> Part?
    ) {
        schema = shape.schema
        read = { [read = shape.read] (cursor) throws(ShapeError) in make(try read(&cursor)) }
        write = { [write = shape.write] value, writer in
            guard let part = match(value) else { return false }
            write(part, &writer)
            return true
        }
    }
}
