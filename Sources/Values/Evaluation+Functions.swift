#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import Wire

// What functions do.

extension EvaluationStack {
    mutating func call(_ function: Function, _ arguments: [Value]) throws(ValueError) -> Value {
        switch function {
        case .abs, .sqrt, .floor, .ceil, .round, .exp, .ln, .sin, .cos, .tan:
            return .number(try EvaluationStack.compute(function, arguments[0].number()))
        case .pow: return .number(try EvaluationStack.power(arguments[0].number(), arguments[1].number()))
        case .atan2: return .number(atan2(try arguments[0].number(), try arguments[1].number()))
        case .clamp: return .number(try EvaluationStack.clamp(arguments))
        case .lerp:
            let (a, b, t) = (try arguments[0].number(), try arguments[1].number(), try arguments[2].number())
            return .number(try (a + (b - a) * t).checked())
        case .mix: return .color(try EvaluationStack.mix(arguments))
        case .rgb, .rgba: return .color(try EvaluationStack.color(arguments))
        case .hex: return .string(try arguments[0].color().hex)
        case .min, .max, .sum, .count: return .number(try gather(function, arguments))
        case .length, .upper, .lower, .contains, .concat: return try text(function, arguments)
        // The parser writes other instructions for these.
        case .if, .input, .inputs: throw ValueError(.expression)
        }
    }

    private static func compute(_ function: Function, _ x: Double) throws(ValueError) -> Double {
        let result: Double =
            switch function {
            case .abs: Swift.abs(x)
            case .sqrt: x.squareRoot()
            case .floor: x.rounded(.down)
            case .ceil: x.rounded(.up)
            case .round: x.rounded(.toNearestOrAwayFromZero)
            case .exp: exp(x)
            // The logarithm of 0 is infinite, but not too great.
            case .ln: x == 0 ? .nan : log(x)
            case .sin: sin(x)
            case .cos: cos(x)
            default: tan(x)
            }
        return try result.checked()
    }

    private static func clamp(_ arguments: [Value]) throws(ValueError) -> Double {
        let (x, low, high) = (try arguments[0].number(), try arguments[1].number(), try arguments[2].number())
        if low > high { throw ValueError(.domain) }
        return min(max(x, low), high)
    }

    // MARK: Colors

    private static func mix(_ arguments: [Value]) throws(ValueError) -> Color {
        let (a, b, t) = (try arguments[0].color(), try arguments[1].color(), try arguments[2].number())
        func join(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        var mixed = a.combined(with: b, join)
        mixed.alpha = join(a.alpha, b.alpha)
        return try mixed.checked()
    }

    private static func color(_ arguments: [Value]) throws(ValueError) -> Color {
        Color(
            red: try arguments[0].number(), green: try arguments[1].number(), blue: try arguments[2].number(),
            alpha: arguments.count > 3 ? try arguments[3].number() : 1)
    }

    // MARK: Numbers in a row

    private mutating func gather(_ function: Function, _ arguments: [Value]) throws(ValueError) -> Double {
        var values = arguments
        if arguments.count == 1, case .list(let list) = arguments[0] {
            values = list.items
        } else if function == .sum || function == .count {
            throw ValueError(.type)
        }
        if function == .count { return Double(values.count) }
        try spend(values.count)
        var result = function == .sum ? 0.0 : function == .min ? Double.infinity : -Double.infinity
        for value in values {
            let number = try value.number()
            result = function == .sum ? result + number : function == .min ? min(result, number) : max(result, number)
        }
        // The least of nothing is not a number.
        if values.isEmpty && function != .sum { throw ValueError(.domain) }
        return try result.checked()
    }

    // MARK: Texts

    private mutating func text(_ function: Function, _ arguments: [Value]) throws(ValueError) -> Value {
        switch (function, arguments.first) {
        case (.concat, _): return .string(try join(arguments.map { (part) throws(ValueError) in try part.text() }))
        case (.length, .string(let text)?):
            try spend(text.utf8.count / 64)
            return .number(Double(text.unicodeScalars.count))
        case (.length, .list(let list)?): return .number(Double(list.items.count))
        case (.contains, .list(let list)?):
            try spend(list.items.count + min(list.itemCount, arguments[1].weight * list.items.count))
            return .boolean(list.items.contains(arguments[1]))
        case (.contains, .string(let text)?):
            guard case .string(let part) = arguments[1] else { throw ValueError(.type) }
            try spend((text.utf8.count + part.utf8.count) / 64)
            return .boolean(Array(text.utf8).contains(part: Array(part.utf8)))
        case (.upper, .string(let text)?): return .string(try changeCase(text) { $0.uppercased() })
        case (.lower, .string(let text)?): return .string(try changeCase(text) { $0.lowercased() })
        default: throw ValueError(.type)
        }
    }

    private mutating func changeCase(_ text: String, _ change: (String) -> String) throws(ValueError) -> String {
        try spend(text.utf8.count / 8)
        let changed = change(text)
        if changed.utf8.count > ValueLimits.stringBytes { throw ValueError(.limit) }
        return changed
    }
}

extension Value {
    fileprivate func number() throws(ValueError) -> Double {
        if case .number(let number) = self { return number }
        throw ValueError(.type)
    }

    fileprivate func color() throws(ValueError) -> Color {
        if case .color(let color) = self { return color }
        throw ValueError(.type)
    }

    /// The value as part of a text.
    fileprivate func text() throws(ValueError) -> String {
        switch self {
        case .number(let number): JSONNumber(number).text
        case .boolean(let flag): flag ? "true" : "false"
        case .string(let text): text
        case .list, .color: throw ValueError(.type)
        }
    }
}

extension Color {
    /// `#rrggbb`, each channel clamped to 0…1 and rounded.
    var hex: String {
        var text = "#"
        for channel in [red, green, blue] {
            let byte = UInt8((Swift.min(Swift.max(channel, 0), 1) * 255).rounded())
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }
}

extension [UInt8] {
    /// Returns true if a part occurs anywhere in the bytes (Knuth, Morris and Pratt 1977). O(the bytes of both).
    fileprivate func contains(part: [UInt8]) -> Bool {
        // How much of the part still fits where it does no longer.
        var borders = [0]
        var matched = 0
        for index in part.indices.dropFirst() {
            while matched > 0 && part[index] != part[matched] { matched = borders[matched - 1] }
            if part[index] == part[matched] { matched += 1 }
            borders.append(matched)
        }
        matched = 0
        for byte in self where matched < part.count {
            while matched > 0 && byte != part[matched] { matched = borders[matched - 1] }
            if byte == part[matched] { matched += 1 }
        }
        return matched == part.count
    }
}
