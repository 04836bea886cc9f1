import Wire
import Seeding

/// Reads a text that must be valid by `read`.
func reading<Value>(
    _ text: String, _ read: (inout JSONCursor) throws(ShapeError) -> Value
) throws -> Value {
    if let error = JSONSyntax.validate(Array(text.utf8), depthLimit: 512) { throw error }
    return try JSONText(trusted: Array(text.utf8)).withCursor(read)
}

/// The error of reading a text, as text.
func failure<Value>(_ text: String, _ read: (inout JSONCursor) throws(ShapeError) -> Value) -> String {
    do {
        _ = try reading(text, read)
        return "no error"
    } catch {
        return "\(error)"
    }
}

/// Returns the output of `write`.
func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

extension JSON {
    /// Any value of up to `depth` levels.
    static func generated(_ random: inout Seeded, depth: Int = 4) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .number(Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random)))
        case 3: return .number(Double.generated(&random))
        case 4, 5: return .string(String.generated(&random))
        case 6:
            return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in generated(&random, depth: depth - 1) })
        default:
            let count = Int.random(in: 0..<24, using: &random)
            let names = (0..<count).map { _ in JSONString(String.generated(&random)) }
            return .object(JSONObject(names.map { .init(name: $0, value: generated(&random, depth: depth - 3)) }))
        }
    }
}

extension Double {
    /// Finite doubles of every size, and those that people write.
    static func generated(_ random: inout Seeded) -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return Double(Int.random(in: -100_000...100_000, using: &random)) / 1000
        case 1: return .random(in: -2000...2000, using: &random)
        case 2: return Double(Int.random(in: -(1 << 60)...(1 << 60), using: &random))
        default:
            let value = Double(bitPattern: random.next())
            return value.isFinite ? value : 0
        }
    }
}

extension String {
    static func generated(_ random: inout Seeded) -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e", "\u{301}", "漢", "😀",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<24, using: &random) {
            text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
        }
        return String(text)
    }
}
