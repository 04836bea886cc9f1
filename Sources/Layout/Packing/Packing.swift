import Geometry

/// Packs boxes without overlaps into a rectangle near a ratio of width to height.
///
/// Boxes are put into rows in their order if this wastes little. Otherwise the widest box that fits goes into the
/// lowest gap (the best fit of Burke, Kendall and Whitwell 2004), in rows or in columns; the smaller result wins.
extension Packing {
    /// The top-left corner of each box, from (0, 0); neighbors are at least `spacing` apart.
    ///
    /// The default replaces a ratio that is not a positive number.
    ///
    /// - Complexity: O(*n* log *n*).
    public static func places(of boxes: [Size], ratio: Double = defaultRatio, spacing: Double) -> [Point] {
        places(of: boxes, ratio: ratio, spacing: spacing, { true }) ?? []
    }

    /// The same; nil when stopped.
    static func places(
        of boxes: [Size], ratio: Double = defaultRatio, spacing: Double, _ isOn: () -> Bool
    ) -> [Point]? {
        let gap = spacing > 0 ? min(spacing, 1e300) : 0
        let ratio = ratio > 0 ? min(max(ratio, 1e-3), 1e3) : defaultRatio
        let grown = boxes.map { Size(width: $0.clean.width + gap, height: $0.clean.height + gap) }
        guard boxes.count > 1 else { return boxes.map { _ in .zero } }
        let trial = PackingTrial(boxes: grown, ratio: ratio)
        let rows = trial.best(of: trial.widths(in: 24)) { isOn() ? PackingRows.places(of: grown, in: $0) : nil }
        guard let rows else { return nil }
        guard rows.extent > trial.leastExtent * 1.05 else { return rows.places }
        let count = boxes.count > 100_000 ? 1 : boxes.count > 5000 ? 3 : 9
        let fitted = trial.best(of: trial.widths(in: count)) { PackingStrip.places(of: grown, in: $0, isOn) }
        let other = trial.turned
        let turned = other.best(of: other.widths(in: count)) { PackingStrip.places(of: other.boxes, in: $0, isOn) }
        guard let fitted, let turned else { return nil }
        let turnedExtent = turned.extent * ratio
        guard rows.extent > min(fitted.extent, turnedExtent) * 1.1 else { return rows.places }
        return fitted.extent <= turnedExtent ? fitted.places : turned.places.map { Point(x: $0.y, y: $0.x) }
    }
}

/// Compares packings by the width of the smallest rectangle of the wanted ratio that contains all boxes.
struct PackingTrial {
    /// The boxes with their spacing.
    let boxes: [Size]
    let ratio: Double
    /// A lower bound for the extent of every packing.
    let leastExtent: Double
    private let widest: Double

    init(boxes: [Size], ratio: Double) {
        self.boxes = boxes
        self.ratio = ratio
        let widest = boxes.reduce(0) { max($0, $1.width) }
        let highest = boxes.reduce(0) { max($0, $1.height) }
        // Scaled before they are multiplied, so that areas do not overflow.
        let area = boxes.reduce(0) { sum, box in
            sum + (widest > 0 ? box.width / widest : 0) * (highest > 0 ? box.height / highest : 0)
        }
        self.widest = widest
        leastExtent = max(
            widest, highest * ratio, (area * ratio).squareRoot() * widest.squareRoot() * highest.squareRoot())
    }

    /// The same trial with columns instead of rows.
    var turned: PackingTrial {
        PackingTrial(boxes: boxes.map { Size(width: $0.height, height: $0.width) }, ratio: 1 / ratio)
    }

    /// The widths to try: from the least, which would need a packing without waste, to one and a half times that.
    func widths(in count: Int) -> [Double] {
        (0..<count).map { number -> Double in
            let part: Double = (Double(number) + 0.5) / Double(count)
            return max(widest, leastExtent * (1 + 0.5 * part))
        }
    }

    /// The best packing among widths, the first of equal ones; nil if one is nil.
    func best(of widths: [Double], _ pack: (Double) -> [Point]?) -> (places: [Point], extent: Double)? {
        var best: (places: [Point], extent: Double) = ([], .infinity)
        for (index, width) in widths.enumerated() where index == 0 || width != widths[index - 1] {
            guard let places = pack(width) else { return nil }
            let extent = extent(of: places)
            if best.places.isEmpty || extent < best.extent { best = (places, extent) }
        }
        return best
    }

    private func extent(of places: [Point]) -> Double {
        var width = 0.0
        var height = 0.0
        for (place, box) in zip(places, boxes) {
            width = max(width, place.x + box.width)
            height = max(height, place.y + box.height)
        }
        return max(width, height * ratio)
    }
}

/// Boxes in rows, in their order.
enum PackingRows {
    static func places(of boxes: [Size], in width: Double) -> [Point] {
        var corner = Point.zero
        var height = 0.0
        return boxes.map { box in
            if corner.x > 0, corner.x + box.width > width {
                corner = Point(x: 0, y: corner.y + height)
                height = 0
            }
            let place = corner
            corner.x += box.width
            height = max(height, box.height)
            return place
        }
    }
}
