import Host
import Wire

/// A measured figure and its goal.
struct Figure {
    enum Unit: String {
        case ratio = "x"
        case microseconds = "us"
        case milliseconds = "ms"
        case bytes = "B"
        case megabytes = "MB"

        fileprivate var isTime: Bool { self == .microseconds || self == .milliseconds }
    }

    let name: String
    /// The other side of the ratio, or the subject of the measurement.
    let against: String
    let value: Double
    /// The greatest allowed value here; a time is scaled by `Pace`.
    let goal: Double
    let unit: Unit
    /// Times and sizes without a goal.
    let shown: String

    /// - Parameter goal: the greatest allowed value; a time refers to the machine of `Pace`.
    init(
        _ name: String, _ value: Double, goal: Double, _ unit: Unit = .ratio, against: String, shown: String
    ) {
        self.name = name
        self.against = against
        self.value = value
        self.goal = unit.isTime ? goal * Pace.measured() : goal
        self.unit = unit
        self.shown = shown
    }

    var isReached: Bool { value <= goal }

    /// One line of the table.
    var line: String {
        let measured = value.short + " " + unit.rawValue
        let allowed = "<= " + goal.short + " " + unit.rawValue
        return name.padded(to: 24) + measured.padded(to: 12) + allowed.padded(to: 13)
            + (isReached ? "reached" : "MISSED").padded(to: 9) + "against " + against + "; " + shown + "\n"
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("name")
        writer.string(name)
        writer.name("measured")
        writer.number(value)
        writer.name("goal")
        writer.number(goal)
        writer.name("unit")
        writer.string(unit.rawValue)
        writer.name("reached")
        writer.boolean(isReached)
        writer.name("against")
        writer.string(against)
        writer.name("shown")
        writer.string(shown)
        writer.endObject()
    }
}

extension BenchRow {
    /// The line of a row that could not be measured.
    func line(of error: CommandError) -> String { rawValue.padded(to: 24) + "FAILED   " + error.message + "\n" }

    /// Writes the same as an element of the list of figures.
    func writeFailure(_ error: CommandError, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("name")
        writer.string(rawValue)
        writer.name("failed")
        writer.string(error.message)
        writer.endObject()
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - utf8.count, 1))
    }
}
