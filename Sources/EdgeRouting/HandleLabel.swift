import Geometry
import Graph
import Wire

/// The name of a handle in pictures.
///
/// It lies inside a card that has a row for it, else beside the handle and above the edge that leaves there.
/// A handle shows no name if its edge has a label.
public struct HandleLabel: Sendable {
    /// The text on one line.
    public let line: String
    /// The size of its letters, in canvas units.
    public let size: Double
    /// The start of the baseline, or its end if `isEnd`.
    public let point: Point
    /// Is true if the text ends at the point.
    public let isEnd: Bool
    /// The side of the node on which its handle lies.
    public let side: Side

    /// The size of letters, and the least size to which a long name in a card shrinks.
    private static let (size, least) = (CardMeasures.rowLabel.size, CardMeasures.rowLabel.least)
    /// The widest name beside a handle, in canvas units.
    private static let widest = 110.0
    /// The distance from the border of a card to a name inside it.
    private static let inset = CardMeasures.rowLabel.inset

    /// The box of the text, estimated.
    public var box: Rect {
        let width = TextLayout.width(line) * size
        let minX = isEnd ? point.x - width : point.x
        return Rect(minX: minX, minY: point.y - size, maxX: minX + width, maxY: point.y + 3)
    }

    /// A name beside its handle.
    ///
    /// - Parameter isLow: true below the middle of a node that is no rectangle; its outline turns inwards there.
    fileprivate init?(_ text: String, beside anchor: Point, _ side: Side, isLow: Bool) {
        let size = 10.0
        guard let line = TextLayout.lines(text, width: Self.widest / size, limit: 1).first else { return nil }
        let offset =
            switch side {
            case .left: Point(x: -7, y: isLow ? 13 : -5)
            case .right: Point(x: 7, y: isLow ? 13 : -5)
            case .top: Point(x: 6, y: -7)
            case .bottom, .center: Point(x: 6, y: 14)
            }
        (self.line, self.size, self.side) = (line, size, side)
        point = anchor + offset
        isEnd = side == .left
    }

    /// A name in the row of its handle.
    fileprivate init?(_ text: String, inside anchor: Point, _ side: Side, width: Double) {
        let whole = TextLayout.width(text) * Self.size
        size = whole <= width ? Self.size : max(Self.least, (Self.size * width / whole * 100).rounded(.down) / 100)
        guard let line = TextLayout.lines(text, width: width / size, limit: 1).first else { return nil }
        self.line = line
        self.side = side
        isEnd = side == .right
        point = anchor + Point(x: isEnd ? -Self.inset : Self.inset, y: 4)
    }
}

/// The names of the handles of a node.
public struct HandleLabels: Sendable {
    /// The labels inside the card.
    public private(set) var inside: [HandleLabel] = []
    /// The labels beside their handles.
    public private(set) var beside: [HandleLabel] = []
    /// The vertical range of the rows in the card, which other texts keep clear of; nil without rows.
    public private(set) var rows: (minY: Double, maxY: Double)?

    /// The least distance between rows, and half the height of a row.
    private static let (apart, half) = (CardMeasures.rowLabel.apart, CardMeasures.row / 2)

    /// The labels of a node's handles, in the order of the handles.
    ///
    /// - Complexity: O(handles); where a handle has a label, also O(the edges of the node).
    public init(_ document: Document, _ slot: Node.Slot) {
        let handles = document.handles(slot)
        guard handles.contains(where: { $0.label != nil }) else { return }
        let (list, flags, frame) = (document.handleList(slot), document.nodes.flags(slot), document.frame(slot))
        let said = document.handlesWithLabelledEdges(slot)
        var found: [(text: String, anchor: Point, side: Side)] = []
        for place in handles.indices {
            let site = document.handleSite(list: list, place: place)
            guard let text = handles[place].label, site.side != .center, !said.contains(site.symbol) else { continue }
            found.append((text, Anchor.on(frame, flags, side: site.side, offset: site.offset).point, site.side))
        }
        let sides = [Side.left, .right].filter { side in found.contains { $0.side == side } }
        let width = frame.width / Double(max(sides.count, 1)) - 22
        let hasRows =
            width >= 40 && document.hasRows(slot)
            && sides.allSatisfy { side in
                document.areRows(found.filter { $0.side == side }.map(\.anchor.y), of: slot, apart: HandleLabels.apart)
            }
        for (text, anchor, side) in found {
            if hasRows, side == .left || side == .right {
                if let label = HandleLabel(text, inside: anchor, side, width: width) {
                    inside.append(label)
                    let (minY, maxY) = (anchor.y - HandleLabels.half, anchor.y + HandleLabels.half)
                    rows = rows.map { (min($0.minY, minY), max($0.maxY, maxY)) } ?? (minY, maxY)
                }
                continue
            }
            let isLow = flags.isShaped && anchor.y > frame.center.y + 1
            if let label = HandleLabel(text, beside: anchor, side, isLow: isLow) {
                beside.append(label)
            }
        }
    }
}

extension Document {
    /// Returns true if a node is a card that may have rows.
    fileprivate func hasRows(_ slot: Node.Slot) -> Bool {
        nodes.flags(slot).shape == .rectangle && !isContainer(slot) && sizingText(slot) == nil
    }

    /// Returns true if the names can be rows of a card: below the line of its own name, and far enough apart.
    fileprivate func areRows(_ places: [Double], of slot: Node.Slot, apart: Double) -> Bool {
        let (frame, sorted) = (frame(slot), places.sorted())
        let top = frame.minY + (hasHead(slot) ? CardMeasures.below.rows : CardMeasures.below.plainRows)
        guard let first = sorted.first, let last = sorted.last else { return true }
        return first >= top && last <= frame.maxY - CardMeasures.below.end
            && zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= apart }
    }

    /// The text of the label of an edge; nil without a label.
    public func labelText(ofEdge slot: Edge.Slot) -> String? {
        var found: String?
        withEdgeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in if name == "label" { found = NodeText.string(value) } }
        }
        return found
    }

    fileprivate func handlesWithLabelledEdges(_ slot: Node.Slot) -> Set<Symbol> {
        var found: Set<Symbol> = []
        visitEdges(of: slot) { edge in
            let ends = edges.ends(edge)
            if labelText(ofEdge: edge) == nil { return }
            if ends.source == slot, let handle = ends.sourceHandle { found.insert(handle) }
            if ends.target == slot, let handle = ends.targetHandle { found.insert(handle) }
        }
        return found
    }
}
