import EdgeRouting
import Geometry
import Graph
import Layout

// Lines become curves through their corners, or their corners become round, unless they would then enter a node.

extension EdgeMending {
    /// The radius of the corners of curves if the options state none, in canvas units.
    private static let curveRadius = 40.0
    /// The part of an edge, 0…1, on which labels are moved.
    private static let inner = 0.05...0.95

    /// Smooths lines as the options say. Returns false if `watch` stopped it.
    mutating func smooth(_ watch: LayoutWatch) -> Bool {
        for index in lines.indices {
            if index % 8 == 0, !watch(1) { return false }
            let isCurved = lines[index].treatment.edges == .curves
            let radius = lines[index].treatment.cornerRadius ?? document.cornerRadius(ofEdge: lines[index].slot)
            if !isCurved && radius == nil { continue }
            if case .avoiding = lines[index].change { continue }
            // An unchanged line is drawn by its type; only the straight type has corners here.
            guard lines[index].change != nil || document.pathType(ofEdge: lines[index].slot) == .straight,
                lines[index].isLine
            else { continue }
            if isCurved {
                if labels == nil { labels = LabelBoxes(self) }
                if curve(index, radius ?? Self.curveRadius) { continue }
            }
            if let radius, lines[index].points.count > 2 { round(index, radius) }
        }
        return true
    }

    /// Makes a line a curve along its legs, with the roundest corners that keep it out of nodes. Returns false if every
    /// curve enters a node.
    ///
    /// A curve that avoids the labels of other edges is preferred to a rounder one.
    private mutating func curve(_ index: Int, _ radius: Double) -> Bool {
        let line = lines[index]
        let moved: Double? = if case .type(_, _, let label) = line.change { label } else { nil }
        let position = moved ?? document.form(ofEdge: line.slot)?.labelPosition
        let stops = Array(line.points.dropFirst().dropLast())
        guard stops.count <= Limits.waypoints else { return false }
        let isOpen = isOpen(index)
        var found: Double?
        for radius in [radius, radius / 2, radius / 4] {
            let options = PathOptions(borderRadius: radius)
            guard let path = document.plainPath(ofEdge: line.slot, as: .bezier, options, through: stops) else { break }
            let points = path.nearPoints
            if !detours.isFree(points, isOpen: isOpen) { continue }
            let isClear = labels?.areFree(of: points, index) ?? true
            if found != nil && !isClear { continue }
            found = radius
            let label = position.map { labelPosition(index, $0, from: line.points, on: path) }
            lines[index].change = .type(.bezier, waypoints: stops, label: label)
            if isClear { break }
        }
        guard let found else { return false }
        if found != document.cornerRadius(ofEdge: line.slot) { lines[index].cornerRadius = found }
        return true
    }

    /// Returns the position of a label on another path, 0…1: the nearest one, or one beside it where the label covers
    /// neither a node nor another label.
    mutating func labelPosition(_ index: Int, _ position: Double, from former: [Point], on path: Path) -> Double {
        let slot = lines[index].slot
        if labels == nil { labels = LabelBoxes(self) }
        let line = Path.polyline(RoundedPolyline(former, radius: 0))
        let nearest = path.closest(to: line.point(atFraction: position)).fraction
        let isOpen = { [document, nodes] (box: Int) in box < nodes.count && document.isContainer(nodes[box]) }
        let tries = (0...12).flatMap { step in
            step == 0 ? [nearest] : [-0.02, 0.02].map { nearest + $0 * Double(step) }
        }
        var chosen: (fraction: Double, box: Rect)?
        for fraction in tries where fraction == nearest || EdgeMending.inner ~= fraction {
            let place = path.point(atFraction: fraction)
            guard let box = document.labelBox(ofEdge: slot, at: place) else { break }
            if chosen == nil { chosen = (fraction, box) }
            let outline = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
                .map { Point(x: $0.0, y: $0.1) }
            if EdgeMending.inner ~= fraction, labels?.isFree(box, of: slot) ?? true,
                detours.isFree(outline + [outline[0]], isOpen: isOpen)
            {
                chosen = (fraction, box)
                break
            }
        }
        if let chosen { labels?.move(slot, to: chosen.box) }
        return ((chosen?.fraction ?? nearest) * 1e6).rounded() / 1e6
    }

    /// Rounds the corners of a line by a radius, or by less if the line would enter a node.
    ///
    /// An edge that already has this radius stays unchanged.
    private mutating func round(_ index: Int, _ radius: Double) {
        let line = lines[index]
        let isOpen = isOpen(index)
        let radii = [radius, radius / 2, radius / 4, 0]
        let free = radii.first { radius in
            let rounded = Path.polyline(RoundedPolyline(line.points, radius: radius, rounding: .turnsOnly))
            return detours.isFree(rounded.nearPoints, isOpen: isOpen)
        }
        if free != document.cornerRadius(ofEdge: line.slot) { lines[index].cornerRadius = free }
    }
}

/// The boxes of the labels of lines.
struct LabelBoxes {
    private var boxes: LineDetours
    /// The line of each box.
    private let owners: [Int]
    /// The current box of each label.
    private var places = SpatialIndex<Edge>()
    private var rects: [Edge.Slot: Rect] = [:]

    init(_ mending: EdgeMending) {
        var (found, owners) = ([Rect](), [Int]())
        for (index, line) in mending.lines.enumerated() {
            let path = Path.polyline(RoundedPolyline(line.points, radius: 0))
            let middle = path.point(atFraction: mending.document.form(ofEdge: line.slot)?.labelPosition ?? 0.5)
            guard let box = mending.document.labelBox(ofEdge: line.slot, at: middle) else { continue }
            found.append(box)
            owners.append(index)
        }
        boxes = LineDetours(around: found)
        self.owners = owners
        for (box, owner) in zip(found, owners) { move(mending.lines[owner].slot, to: box) }
    }

    /// Moves the box of a label.
    mutating func move(_ slot: Edge.Slot, to box: Rect) {
        rects[slot] = box
        places.set(slot, box)
    }

    /// Returns true if a box touches no label of another edge.
    func isFree(_ box: Rect, of slot: Edge.Slot) -> Bool {
        var isFree = true
        places.visit(touching: box) { other in
            if other != slot, rects[other]?.touches(box) == true { isFree = false }
        }
        return isFree
    }

    /// Returns true if a line enters no label of another edge.
    mutating func areFree(of points: [Point], _ line: Int) -> Bool {
        boxes.isFree(points) { [owners] box in owners[box] == line }
    }
}

extension Path {
    /// Points along the path, so close together that no visible detail is lost.
    fileprivate var nearPoints: [Point] {
        var points = [start]
        visitParts(noLongerThan: 12, atMost: 256) { points.append($0.chord.end) }
        return points
    }
}
