import Wire

/// Carries the time of the client's clock.
struct InputTick: StampedMethod {
    var time = 0.0

    var stamp: Double? { time }

    static let name = "input/tick"
    static let summary =
        "Carries the time of the client's clock: long presses, momentum, animations and panning at borders continue."
    static let params = Shape.object(
        "", "", initial: InputTick(),
        members: [.required("time", \.time, .number, "milliseconds; an earlier time counts as the last one")])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        return Nothing()
    }
}
