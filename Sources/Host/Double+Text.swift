// How figures are printed.

extension Double {
    /// Three significant digits, without an exponent below 10¹⁵.
    public var short: String {
        guard isFinite else { return "none" }
        let magnitude = Swift.abs(self)
        if magnitude >= 1e15 { return "\(self)" }
        let places = magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0
        let scale = [1.0, 10, 100][places]
        let whole = Int((magnitude * scale).rounded())
        let sign = self < 0 ? "-" : ""
        if places == 0 { return sign + String(whole) }
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: places - fraction.utf8.count)
        return sign + "\(whole / Int(scale))." + zeros + fraction
    }

    /// Nanoseconds as a text, in the unit that suits them.
    public var asTime: String {
        if self < 1e3 { return short + " ns" }
        if self < 1e6 { return (self / 1e3).short + " us" }
        if self < 1e9 { return (self / 1e6).short + " ms" }
        return (self / 1e9).short + " s"
    }
}
