#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// What operators do to values of any kind.

extension EvaluationStack {
    mutating func combine(_ operation: Operation, _ a: Value, _ b: Value) throws(ValueError) -> Value {
        switch operation {
        case .equal, .unequal:
            try spend(min(a.weight, b.weight))
            return .boolean((a == b) == (operation == .equal))
        case .less, .atMost, .greater, .atLeast: return .boolean(try order(operation, a, b))
        default: break
        }
        switch (a, b) {
        case (.number(let a), .number(let b)): return .number(try EvaluationStack.compute(operation, a, b))
        case (.string(let a), .string(let b)) where operation == .add: return .string(try join([a, b]))
        case (.color(let a), .color(let b)): return .color(try EvaluationStack.blend(operation, a, b))
        case (.color(let color), .number(let factor)) where operation == .multiply || operation == .divide:
            if operation == .divide && factor == 0 { throw ValueError(.divisionByZero) }
            let changed = color.mapChannels { operation == .multiply ? $0 * factor : $0 / factor }
            return .color(try changed.checked())
        case (.number(let factor), .color(let color)) where operation == .multiply:
            return .color(try color.mapChannels { $0 * factor }.checked())
        default: throw ValueError(.type)
        }
    }

    private mutating func order(_ operation: Operation, _ a: Value, _ b: Value) throws(ValueError) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)): return operation.compares(a, b)
        case (.string(let a), .string(let b)):
            try spend(min(a.utf8.count, b.utf8.count) / 64)
            // In the order of the bytes, which is that of the Unicode scalars.
            if a.utf8.lexicographicallyPrecedes(b.utf8) { return operation == .less || operation == .atMost }
            if a.utf8.elementsEqual(b.utf8) { return operation == .atMost || operation == .atLeast }
            return operation == .greater || operation == .atLeast
        default: throw ValueError(.type)
        }
    }

    private static func blend(_ operation: Operation, _ a: Color, _ b: Color) throws(ValueError) -> Color {
        switch operation {
        case .add: try a.combined(with: b, +).checked()
        case .subtract: try a.combined(with: b, -).checked()
        case .multiply: try a.combined(with: b, *).checked()
        default: throw ValueError(.type)
        }
    }

    private static func compute(_ operation: Operation, _ a: Double, _ b: Double) throws(ValueError) -> Double {
        switch operation {
        case .add: return try (a + b).checked()
        case .subtract: return try (a - b).checked()
        case .multiply: return try (a * b).checked()
        case .power: return try power(a, b)
        default:
            if b == 0 { throw ValueError(.divisionByZero) }
            return operation == .divide ? try (a / b).checked() : a.truncatingRemainder(dividingBy: b)
        }
    }

    /// A negative power of 0 is not a number, nor is a fractional power of a negative number.
    static func power(_ base: Double, _ exponent: Double) throws(ValueError) -> Double {
        if base == 0 && exponent < 0 { throw ValueError(.domain) }
        return try pow(base, exponent).checked()
    }

    /// Concatenates strings.
    mutating func join(_ parts: [String]) throws(ValueError) -> String {
        let count = parts.reduce(0) { $0 + $1.utf8.count }
        if count > ValueLimits.stringBytes { throw ValueError(.limit) }
        try spend(count / 64)
        var text = ""
        text.reserveCapacity(count)
        for part in parts { text += part }
        return text
    }
}

extension Double {
    /// The number, if it is one and finite.
    func checked() throws(ValueError) -> Double {
        if isFinite { return self }
        throw ValueError(isNaN ? .domain : .overflow)
    }
}

extension Color {
    func checked() throws(ValueError) -> Color {
        for channel in channels { _ = try channel.checked() }
        return self
    }
}
