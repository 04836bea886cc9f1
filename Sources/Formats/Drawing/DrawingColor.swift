/// The CSS colors that all drawing languages can write: hexadecimal digits and names.
enum DrawingColor {
    /// The longest text that is read as a color.
    private static let longest = 64

    /// A CSS color as `#` with six or eight digits, or as a name; nil for other texts.
    static func plain(_ text: String) -> String? {
        guard text.utf8.count <= longest else { return nil }
        let text = text.trimmed
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "#") {
            let digits = bytes.dropFirst()
            guard digits.allSatisfy({ $0.isHexadecimal }) else { return nil }
            switch digits.count {
            case 3, 4: return "#" + String(decoding: digits.flatMap { [$0, $0] }, as: UTF8.self)
            case 6, 8: return text
            default: return nil
            }
        }
        if !bytes.isEmpty && bytes.count <= 20 && bytes.allSatisfy({ $0.isLetter }) { return text }
        return function(bytes)
    }

    /// The color of a CSS function, such as `rgb(1, 2, 3)` or `hsl(120deg 50% 50% / 0.5)`.
    private static func function(_ bytes: [UInt8]) -> String? {
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { return nil }
        let name = String(decoding: bytes[..<open], as: UTF8.self).lowercased()
        let words = bytes[(open + 1)..<(bytes.count - 1)].split { ", /".utf8.contains($0) }
        guard words.count == 3 || words.count == 4 else { return nil }
        var numbers: [Double] = []
        for (index, word) in words.enumerated() {
            var word = String(decoding: word, as: UTF8.self)
            var unit = 1.0
            if word.hasSuffix("%") {
                word.removeLast()
                unit = index < 3 && name.hasPrefix("rgb") ? 2.55 : 0.01
            } else if word.hasSuffix("deg") {
                word.removeLast(3)
            }
            guard let number = Double(word), number.isFinite else { return nil }
            numbers.append(number * unit)
        }
        let alpha = numbers.count > 3 ? numbers[3] : 1
        switch name {
        case "rgb", "rgba": return hexadecimal(numbers[0] / 255, numbers[1] / 255, numbers[2] / 255, alpha)
        case "hsl", "hsla":
            // Converts lightness to value, which is the greatest part.
            let v = numbers[2] + numbers[1] * min(numbers[2], 1 - numbers[2])
            return hsv(numbers[0] / 360, v == 0 ? 0 : 2 * (1 - numbers[2] / v), v, alpha)
        default: return nil
        }
    }

    /// The color of a hue, a saturation and a value, 0…1 each (Smith 1978).
    static func hsv(_ hue: Double, _ saturation: Double, _ value: Double, _ alpha: Double = 1) -> String {
        func part(_ number: Double) -> Double {
            let sector = (number + hue * 6).truncatingRemainder(dividingBy: 6)
            let k = sector < 0 ? sector + 6 : sector
            return value - value * saturation * max(0, min(k, 4 - k, 1))
        }
        return hexadecimal(part(5), part(3), part(1), alpha)
    }

    /// The color for red, green, blue and opacity, clamped to 0…1.
    private static func hexadecimal(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> String {
        let digits = Array("0123456789abcdef")
        let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
        return parts.reduce(into: "#") { text, part in
            let byte = part.isNaN ? 0 : Int((min(max(part, 0), 1) * 255).rounded())
            text.append(digits[byte >> 4])
            text.append(digits[byte & 15])
        }
    }
}

extension UInt8 {
    /// Is true for a hexadecimal digit.
    var isHexadecimal: Bool {
        isDigit || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "f")
    }
}
