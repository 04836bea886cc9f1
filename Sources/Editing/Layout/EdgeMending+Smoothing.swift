import EdgeRouting
import Geometry
import Graph
import Layout

// Lines that become curves through their corners, or get round ones, where that leads them through no node.

extension EdgeMending {
    /// The greatest number of points that a leg of a line gets so that a curve keeps near to it.
    private static let stops = [0, 1, 3]

    /// Makes lines smooth as the options say; false when it was stopped.
    mutating func smooth(_ watch: LayoutWatch) -> Bool {
        var labels: LabelBoxes?
        for index in lines.indices {
            if index % 8 == 0, !watch(1) { return false }
            let isCurved = lines[index].treatment.edges == .curves
            let radius = lines[index].treatment.cornerRadius ?? document.cornerRadius(ofEdge: lines[index].slot)
            if !isCurved && radius == nil { continue }
            if case .avoiding = lines[index].change { continue }
            // Without a change, the line is drawn as its type says, of which only straight ones have corners here.
            guard lines[index].change != nil || document.pathType(ofEdge: lines[index].slot) == .straight,
                lines[index].isLine
            else { continue }
            if isCurved {
                if labels == nil { labels = LabelBoxes(self) }
                if curve(index, &labels) { continue }
            }
            if let radius, lines[index].points.count > 2 { round(index, radius) }
        }
        return true
    }

    /// Makes a line a curve through its corners, or through points near to one another on it; false if each comes into a
    /// node.
    ///
    /// One that passes no label of another edge is better than one with fewer points.
    private mutating func curve(_ index: Int, _ labels: inout LabelBoxes?) -> Bool {
        let line = lines[index]
        let isOpen = isOpen(index)
        var found: LayoutPlan.EdgeChange?
        for count in Self.stops {
            let stops = EdgeMending.points(of: line.points, between: count)
            guard stops.count <= Limits.waypoints,
                let path = document.plainPath(ofEdge: line.slot, as: .bezier, through: stops)
            else { break }
            let points = path.nearPoints
            if !detours.isFree(points, isOpen: isOpen) { continue }
            let isClear = labels?.areFree(of: points, index) ?? true
            if found != nil && !isClear { continue }
            found = .type(.bezier, waypoints: stops, label: labelPosition(index, on: path))
            if isClear { break }
        }
        if let found { lines[index].change = found }
        return found != nil
    }

    /// Returns the corners of a line, with as many points on each of its legs, without its ends.
    private static func points(of line: [Point], between count: Int) -> [Point] {
        var points: [Point] = []
        for (start, end) in zip(line, line.dropFirst()) {
            points.append(start)
            for step in 0..<count {
                points.append(start.interpolated(to: end, at: Double(step + 1) / Double(count + 1)))
            }
        }
        return Array(points.dropFirst())
    }

    /// Returns the position on another path, 0…1, of a label that has a position of its own.
    private func labelPosition(_ index: Int, on path: Path) -> Double? {
        guard let position = document.form(ofEdge: lines[index].slot)?.labelPosition else { return nil }
        let line = Path.polyline(RoundedPolyline(lines[index].points, radius: 0))
        let fraction = path.closest(to: line.point(atFraction: position)).fraction
        return (fraction * 1e6).rounded() / 1e6
    }

    /// Rounds the corners of a line by a radius, or by less where it would come into a node; an edge that has it keeps it.
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
private struct LabelBoxes {
    private var boxes: LineDetours
    /// The line of each box.
    private let owners: [Int]

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
    }

    /// Returns true if a line comes into no label but its own.
    mutating func areFree(of points: [Point], _ line: Int) -> Bool {
        boxes.isFree(points) { [owners] box in owners[box] == line }
    }
}

extension Path {
    /// Points along the path, as far from one another as makes no difference to what can be seen.
    fileprivate var nearPoints: [Point] {
        var points = [start]
        visitParts(noLongerThan: 12, atMost: 256) { points.append($0.chord.end) }
        return points
    }
}
