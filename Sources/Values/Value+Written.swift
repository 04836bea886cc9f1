import Wire

extension Value {
    /// The value for people: a number or a truth value as in JSON, a string unchanged, a color as `#rrggbb`, and a
    /// list in brackets with at most ten items.
    public var written: String {
        switch self {
        case .string(let text): return text
        case .color(let color): return color.hex
        case .list(let list):
            let items = list.items.prefix(10).map(\.written).joined(separator: ", ")
            return "[\(items)\(list.items.count > 10 ? ", …" : "")]"
        case .number, .boolean:
            var writer = JSONWriter()
            writer.value(self)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}
