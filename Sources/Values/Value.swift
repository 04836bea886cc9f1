/// A value that an expression computes, and that flows along edges.
public enum Value: Sendable {
    /// A finite number.
    case number(Double)
    /// A truth value, true or false.
    case boolean(Bool)
    /// A text.
    case string(String)
    /// Values in a row.
    case list(ValueList)
    /// A color in any notation.
    indirect case color(Color)

    /// The kinds of values, with the names of data types.
    public enum Kind: String, CaseIterable, Sendable {
        /// The names on the wire.
        case number, boolean, string, list, color
    }

    /// The kind of the value.
    public var kind: Kind {
        switch self {
        case .number: .number
        case .boolean: .boolean
        case .string: .string
        case .list: .list
        case .color: .color
        }
    }
}

/// A color by channels; 0…1 can be shown, other numbers are kept.
public struct Color: Sendable, Equatable {
    /// The channels.
    public var red: Double, green: Double, blue: Double
    /// The opacity; 1 is opaque.
    public var alpha: Double

    /// A color from its channels.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    var channels: [Double] { [red, green, blue, alpha] }

    /// The color after a change of each channel except alpha.
    func mapChannels(_ change: (Double) -> Double) -> Color {
        Color(red: change(red), green: change(green), blue: change(blue), alpha: alpha)
    }

    /// Combines two colors by channel, except alpha, which is the first color's.
    func combined(with other: Color, _ join: (Double, Double) -> Double) -> Color {
        Color(red: join(red, other.red), green: join(green, other.green), blue: join(blue, other.blue), alpha: alpha)
    }
}

/// The items of a list with their size, so that nested lists stay within the limits.
public final class ValueList: Sendable {
    /// The values in their order.
    public let items: [Value]
    /// The number of items, with those of inner lists.
    let itemCount: Int
    /// UTF-8 bytes of all strings.
    let byteCount: Int
    /// The greatest nesting depth of lists.
    let depth: Int

    /// A list of values.
    ///
    /// - Throws: `limit`.
    /// - Complexity: O(*n*) in the items, without those of inner lists.
    public init(_ items: [Value]) throws(ValueError) {
        var (count, bytes, depth) = (items.count, 0, 1)
        for item in items {
            switch item {
            case .number, .boolean, .color: break
            case .string(let text): bytes += text.utf8.count
            case .list(let list):
                count += list.itemCount
                bytes += list.byteCount
                depth = max(depth, list.depth + 1)
            }
        }
        if count > ValueLimits.listItems || bytes > ValueLimits.listBytes || depth > ValueLimits.listDepth {
            throw ValueError(.limit)
        }
        (self.items, itemCount, byteCount, self.depth) = (items, count, bytes, depth)
    }
}

extension Value: Equatable {
    /// Returns true if both have the same kind and are equal; strings are compared by their bytes.
    public static func == (a: Value, b: Value) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): a == b
        case (.boolean(let a), .boolean(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.color(let a), .color(let b)): a == b
        case (.list(let a), .list(let b)):
            a === b || a.itemCount == b.itemCount && a.byteCount == b.byteCount && a.items == b.items
        default: false
        }
    }

    /// The approximate memory of the value, in bytes.
    public var byteEstimate: Int {
        switch self {
        case .number, .boolean: 8
        case .color: 64
        case .string(let text): 16 + text.utf8.count
        case .list(let list): 32 + 24 * list.itemCount + list.byteCount
        }
    }

    /// The cost of a look at the whole value, in steps.
    var weight: Int {
        switch self {
        case .number, .boolean, .color: 1
        case .string(let text): 1 + text.utf8.count / 64
        case .list(let list): 1 + list.itemCount + list.byteCount / 64
        }
    }
}
