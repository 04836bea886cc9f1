import Geometry
import Graph

/// The positions of nodes in a graph without all positions: simple rows, which a layout improves.
///
/// Only this type gives the nodes of Mermaid and DOT texts their frames.
struct TextGraphPlaces {
    /// The position of each node, relative to its parent.
    private(set) var positions: [Point]
    /// The size of each node; nil for the default size.
    private(set) var sizes: [Size?]

    private static let gap = Size(width: 30, height: 60)
    /// The distance between a group and its contents; the label is at the top.
    private static let padding = 24.0
    private static let labelHeight = 20.0

    /// - Complexity: O(*n*), regardless of the depth of groups.
    init(_ nodes: [TextGraph.Node]) {
        sizes = nodes.map { $0.frame?.size ?? $0.size }
        positions = [Point](repeating: .zero, count: nodes.count)
        var children = [[Int]](repeating: [], count: nodes.count)
        var order: [Int] = []
        for place in nodes.indices {
            if let parent = nodes[place].parent { children[parent].append(place) } else { order.append(place) }
        }
        let roots = order
        var next = 0
        while next < order.count {
            order += children[order[next]]
            next += 1
        }
        // From the innermost groups outwards: stated frames, and rows for all other nodes.
        var frames = TextGraphPlaces.statedFrames(nodes, order)
        for place in order.reversed() where !children[place].isEmpty {
            if frames[place] != nil {
                _ = arrange(children[place], from: .zero, within: frames[place], &frames)
                continue
            }
            let padding = TextGraphPlaces.padding
            let origin = Point(x: padding, y: padding + TextGraphPlaces.labelHeight)
            let content = arrange(children[place], from: origin, &frames)
            if children[place].contains(where: { frames[$0] != nil }) {
                frames[place] = Rect(
                    minX: content.minX - padding, minY: content.minY - origin.y, maxX: content.maxX + padding,
                    maxY: content.maxY + padding)
                sizes[place] = frames[place]?.size
            } else {
                sizes[place] = Size(width: content.maxX + padding, height: content.maxY + padding)
            }
        }
        _ = arrange(roots, from: .zero, &frames)
        makeRelative(order, nodes.map(\.parent), frames)
        for place in nodes.indices { if let position = nodes[place].position { positions[place] = position } }
    }

    /// The frames on the canvas of nodes with a stated place, and of nodes inside them.
    private static func statedFrames(_ nodes: [TextGraph.Node], _ order: [Int]) -> [Rect?] {
        var frames = [Rect?](repeating: nil, count: nodes.count)
        for place in order {
            let (size, parent) = (nodes[place].size, nodes[place].parent)
            if let position = nodes[place].position {
                let outer = parent.map { frames[$0]?.origin ?? .zero } ?? .zero
                frames[place] = Rect(origin: outer + position, size: size ?? Node.defaultSize)
            } else if let frame = nodes[place].frame {
                frames[place] = frame
            } else if let origin = nodes[place].origin {
                frames[place] = Rect(origin: origin, size: size ?? Node.defaultSize)
            } else {
                frames[place] = nodes[place].center.map { frame(around: $0, size) }
            }
        }
        return frames
    }

    private static func frame(around center: Point, _ size: Size?) -> Rect {
        let size = size ?? Node.defaultSize
        return Rect(origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
    }

    /// Puts nodes without a place into rows: below the others, at places on the canvas, or else from a point relative
    /// to the parent. Returns the bounds of all.
    private mutating func arrange(
        _ children: [Int], from origin: Point, within outer: Rect? = nil, _ frames: inout [Rect?]
    ) -> Rect {
        var bounds = Rect.empty
        for child in children { if let frame = frames[child] { bounds = bounds.union(frame) } }
        let isKnown = !bounds.isEmpty || outer != nil
        var start = isKnown ? Point(x: bounds.minX, y: bounds.maxY + TextGraphPlaces.gap.height) : origin
        if bounds.isEmpty, let outer {
            let padding = TextGraphPlaces.padding
            start = outer.origin + Point(x: padding, y: padding + TextGraphPlaces.labelHeight)
        }
        let unplaced = children.filter { frames[$0] == nil }
        let columns = max(1, Int(Double(unplaced.count).squareRoot().rounded(.up)))
        var corner = start
        var rowHeight = 0.0
        for (index, child) in unplaced.enumerated() {
            if index > 0 && index % columns == 0 {
                corner = Point(x: start.x, y: corner.y + rowHeight + TextGraphPlaces.gap.height)
                rowHeight = 0
            }
            let size = sizes[child] ?? Node.defaultSize
            let frame = Rect(origin: corner, size: size)
            positions[child] = corner
            if isKnown { frames[child] = frame }
            bounds = bounds.union(frame)
            rowHeight = max(rowHeight, size.height)
            corner.x += size.width + TextGraphPlaces.gap.width
        }
        return bounds
    }

    /// Converts places on the canvas to places relative to parents, from the outermost nodes inwards.
    private mutating func makeRelative(_ order: [Int], _ parents: [Int?], _ frames: [Rect?]) {
        var origins = [Point](repeating: .zero, count: positions.count)
        for place in order {
            let outer = parents[place].map { origins[$0] } ?? .zero
            if let frame = frames[place] {
                positions[place] = frame.origin - outer
                positions[place].x = positions[place].x.withoutNoise(ofTerms: outer.x)
                positions[place].y = positions[place].y.withoutNoise(ofTerms: outer.y)
            }
            origins[place] = frames[place]?.origin ?? outer + positions[place]
        }
    }
}
