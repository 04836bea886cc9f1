/// The functions that expressions may call.
enum Function: UInt8, CaseIterable, Sendable {
    case abs, sqrt, floor, ceil, round, exp, ln, sin, cos, tan
    case sum, count, length, upper, lower, hex
    case pow, atan2, contains
    case `if`, clamp, lerp, mix, rgb
    case rgba
    case min, max, concat
    case input, inputs

    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

    /// The function with this name, or nil.
    init?(_ name: String) {
        guard let function = Function.named[name] else { return nil }
        self = function
    }

    /// The number of arguments that it takes; nil is any number.
    var arguments: Int? {
        switch self {
        case .abs, .sqrt, .floor, .ceil, .round, .exp, .ln, .sin, .cos, .tan: 1
        case .sum, .count, .length, .upper, .lower, .hex, .input, .inputs: 1
        case .pow, .atan2, .contains: 2
        case .if, .clamp, .lerp, .mix, .rgb: 3
        case .rgba: 4
        case .min, .max, .concat: nil
        }
    }
}
