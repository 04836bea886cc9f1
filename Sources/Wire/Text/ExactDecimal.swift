/// A number exactly as its text states it: digits × 10^exponent.
public struct ExactDecimal: Hashable, Sendable {
    /// Is true if the number is below zero.
    public let isNegative: Bool
    /// The digits' characters, neither the first nor the last of them zero; zero has none.
    let digits: [UInt8]
    /// The exponent; if it has 18 digits or more in its own spelling, it is kept in `hugeExponent` instead.
    let exponent: Int
    /// The whole text if its exponent is too large for any use: such numbers are equal only if they are spelled
    /// equally.
    let hugeExponent: [UInt8]

    /// - Precondition: `text` is in the grammar of JSON numbers.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        var digits: [UInt8] = []
        var exponent = 0
        var inFraction = false
        var i = 0
        digits.reserveCapacity(text.count)
        loop: while i < text.count {
            switch text[i] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !digits.isEmpty || text[i] != UInt8(ascii: "0") { digits.append(text[i]) }
                if inFraction { exponent -= 1 }
            case UInt8(ascii: "."): inFraction = true
            case UInt8(ascii: "-"): break
            default: break loop
            }
            i += 1
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        var written: [UInt8] = []
        var negativeExponent = false
        if i < text.count {
            for byte in text[(i + 1)...] {
                if byte == UInt8(ascii: "-") { negativeExponent = true }
                let isDigit = byte >= UInt8(ascii: "0")
                if isDigit, !written.isEmpty || byte != UInt8(ascii: "0") { written.append(byte) }
            }
        }
        let isHuge = written.count > 18 && !digits.isEmpty
        if !isHuge, !digits.isEmpty {
            let power = written.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            exponent += negativeExponent ? -power : power
        }
        isNegative = text.first == UInt8(ascii: "-") && !digits.isEmpty
        self.digits = digits
        self.exponent = isHuge || digits.isEmpty ? 0 : exponent
        hugeExponent = isHuge ? Array(text) : []
    }

    /// Is true if the number is whole.
    public var isInteger: Bool { hugeExponent.isEmpty ? exponent >= 0 : hugeExponentIsPositive }

    private var hugeExponentIsPositive: Bool {
        !hugeExponent.contains { $0 == UInt8(ascii: "-") } || (isNegative && hugeExponent.lastIndex(of: 0x2D) == 0)
    }

    /// The value if it is an integer of 64 bits.
    public var integer: Int? {
        if digits.isEmpty { return 0 }
        guard hugeExponent.isEmpty, exponent >= 0, exponent <= 18, digits.count + exponent <= 19 else { return nil }
        var value = 0
        for digit in digits + Array(repeating: UInt8(ascii: "0"), count: exponent) {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let step = Int(digit - UInt8(ascii: "0"))
            let (next, carry) =
                isNegative ? tens.subtractingReportingOverflow(step) : tens.addingReportingOverflow(step)
            if overflow || carry { return nil }
            value = next
        }
        return value
    }

    /// The common spelling of all equal numbers.
    public var canonicalText: [UInt8] {
        if !hugeExponent.isEmpty { return hugeExponent }
        if digits.isEmpty { return [UInt8(ascii: "0")] }
        var text = isNegative ? [UInt8(ascii: "-")] : []
        text += digits
        if exponent != 0 { text += Array("e\(exponent)".utf8) }
        return text
    }
}
