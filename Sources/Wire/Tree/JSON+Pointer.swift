extension JSON {
    /// The value at a pointer, or nil.
    public subscript(pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = token.arrayIndex, index < elements.count else { return nil }
                value = elements[index]
            default:
                return nil
            }
        }
        return value
    }

    /// The nesting depth of arrays and objects, this one included; 0 for other values.
    ///
    /// - Complexity: O(*n*) in the values.
    public var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.members.lazy.map(\.value.depth).max() ?? 0)
        case .null, .boolean, .number, .string: 0
        }
    }

    /// This value after another one is put at a pointer; missing or null steps on the way become objects.
    ///
    /// - Parameters:
    ///   - value: the value; nil removes the present one, and an element of an array with its index.
    ///   - appends: whether `-` means the element after the last one.
    /// - Returns: nil if a step on the way is neither an object nor an existing element of an array.
    /// - Complexity: O(the members and elements on the way); a pointer is as deep as it is long.
    public func setting(_ value: JSON?, at pointer: JSONPointer, appends: Bool = false) -> JSON? {
        // Walked in and out by hand, for a pointer may be deeper than the stack.
        var around: [(value: JSON, token: JSONString)] = []
        var inner = self
        for token in pointer.tokens {
            if inner == .null && value != nil { inner = .object([:]) }
            around.append((inner, token))
            let next: JSON?
            switch inner {
            case .object(let object): next = object[token] ?? (value == nil ? nil : .null)
            case .array(let elements):
                let index = token.arrayIndex ?? .max
                next = index < elements.count ? elements[index] : appends && value != nil && token == "-" ? .null : nil
            default: next = nil
            }
            guard let next else { return value == nil ? self : nil }
            inner = next
        }
        var result = value
        while let outer = around.popLast() {
            switch outer.value {
            case .object(var object):
                object[outer.token] = result
                result = .object(object)
            case .array(var elements):
                let index = outer.token.arrayIndex ?? elements.count
                elements.replaceSubrange(index..<min(index + 1, elements.count), with: result.map { [$0] } ?? [])
                result = .array(elements)
            default: return nil
            }
        }
        return result
    }
}
