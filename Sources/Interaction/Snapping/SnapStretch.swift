import Geometry

/// The positions of a side along an axis besides lines, while the opposite side or the middle stays.
struct SnapStretch: Sendable {
    /// The kinds of these positions.
    enum Kind: CaseIterable {
        /// The gap to the next node becomes as wide as the one behind that.
        case repeated
        /// The gaps on both sides become equal.
        case halved
        /// The size becomes that of another node.
        case size

        var guide: Guide.Kind { self == .size ? .size : .gap }

        func counts(_ rules: SnapRules) -> Bool { self == .size ? rules.hasSizes : rules.hasGaps }
    }

    /// The fixed coordinate.
    let fixed: Double
    /// Is true if it is the middle.
    let isCentered: Bool

    func count(_ kind: Kind, _ anchor: SnapAnchor, _ lines: SnapAxisLines) -> Int {
        switch kind {
        case .repeated: lines.gaps[anchor].count
        case .halved: isCentered ? 0 : lines.gaps[.middle].count
        case .size: lines.sizes.count
        }
    }

    /// The positions of a kind for a side, in order.
    func position(_ number: Int, _ kind: Kind, _ anchor: SnapAnchor, _ lines: SnapAxisLines) -> Double {
        switch kind {
        case .repeated: return lines.gaps[anchor][number].position
        case .halved: return 2 * lines.gaps[.middle][number].position - fixed
        case .size:
            let size = sized(number, anchor, lines).position / (isCentered ? 2 : 1)
            return anchor == .low ? fixed - size : fixed + size
        }
    }

    /// The index of the gap or the node of a position.
    func index(_ number: Int, _ kind: Kind, _ anchor: SnapAnchor, _ lines: SnapAxisLines) -> Int32 {
        switch kind {
        case .repeated: lines.gaps[anchor][number].index
        case .halved: lines.gaps[.middle][number].index
        case .size: sized(number, anchor, lines).index
        }
    }

    /// The larger sizes come first for a low side, which they move farther down.
    private func sized(_ number: Int, _ anchor: SnapAnchor, _ lines: SnapAxisLines) -> SnapPlace {
        lines.sizes[anchor == .low ? lines.sizes.count - 1 - number : number]
    }
}

extension Rect {
    /// The rectangle with a side elsewhere.
    func stretched(_ side: SnapAnchor, _ axis: Axis, to position: Double) -> Rect {
        var rect = self
        rect.set(side, axis, position)
        return rect
    }

    mutating func set(_ side: SnapAnchor, _ axis: Axis, _ position: Double) {
        switch (side, axis) {
        case (.low, .x): minX = position
        case (.high, .x): maxX = position
        case (.low, .y): minY = position
        case (.high, .y): maxY = position
        case (.middle, _): break
        }
    }
}
