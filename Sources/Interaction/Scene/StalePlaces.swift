import Geometry

/// Where nodes came, went or changed, and where edges start that did: the points around which clusters are to be counted
/// again. Readers remember up to where they have read.
struct StalePlaces: Sendable {
    private var points: [Point] = []
    /// How many points were forgotten.
    private var forgotten = 0

    /// Beyond it all that was counted is out of date.
    static let limit = 4096

    var end: Int { forgotten + points.count }

    mutating func add(_ point: Point?) {
        guard let point else { return }
        if points.count >= StalePlaces.limit { forgetAll() }
        points.append(point)
    }

    /// Everything is out of date.
    mutating func forgetAll() {
        forgotten = end + 1
        points = []
    }

    /// The points that were added since; nil if some of them are forgotten.
    func since(_ mark: Int) -> ArraySlice<Point>? {
        mark >= forgotten ? points[(mark - forgotten)...] : nil
    }
}
