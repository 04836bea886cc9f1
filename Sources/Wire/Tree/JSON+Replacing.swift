extension JSON {
    /// This value after another one is put at a pointer; nil if the pointer leads nowhere.
    ///
    /// - Complexity: O(*n*) in the members and elements on the way.
    public func replacing(_ pointer: JSONPointer, with value: JSON) -> JSON? {
        guard self[pointer] != nil else { return nil }
        return replacing(pointer.tokens[...], with: value)
    }

    private func replacing(_ tokens: ArraySlice<JSONString>, with value: JSON) -> JSON {
        guard let token = tokens.first else { return value }
        switch self {
        case .object(var object):
            object[token] = object[token]?.replacing(tokens.dropFirst(), with: value)
            return .object(object)
        case .array(var elements):
            guard let index = Int(token.description), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(tokens.dropFirst(), with: value)
            return .array(elements)
        default: return self
        }
    }
}
