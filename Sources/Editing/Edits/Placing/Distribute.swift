import Geometry
import Graph
import Storage

extension Transaction {
    /// Moves nodes along an axis so that the gaps between neighbors are equal.
    ///
    /// The order is that of the left (or top) sides, and for equal ones that of the document; the first and the last
    /// stay. Fewer than three all stay, and so do hidden ones among others. A node inside another listed one moves
    /// with it.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (a node has no position, or would leave the range of doubles).
    public mutating func distribute(_ ids: [Node.ID], along axis: Axis) throws(EditError) {
        let named = try unlocked(ids)
        let all = named.outermost(in: document)
        try checkPlaced(all)
        let slots = document.nodesInOrder(document.measured(all))
        if slots.count < 3 { return }
        var origins = Origins()
        var items: [(place: Int, slot: Node.Slot, frame: Rect)] = []
        for (place, slot) in slots.enumerated() { items.append((place, slot, origins.frame(of: slot, in: document))) }
        func start(_ frame: Rect) -> Double { axis == .x ? frame.minX : frame.minY }
        func length(_ frame: Rect) -> Double { axis == .x ? frame.width : frame.height }
        items.sort { (start($0.frame), $0.place) < (start($1.frame), $1.place) }
        let filled = items.dropLast().reduce(0) { $0 + length($1.frame) }
        let span = start(items[items.count - 1].frame) - start(items[0].frame)
        let gap = (span - filled) / Double(items.count - 1)
        var next = start(items[0].frame)
        var shifts: [NodeShift] = []
        for (index, item) in items.enumerated() {
            var corner = item.frame.origin
            if index > 0 && index < items.count - 1 {
                if axis == .x { corner.x = next } else { corner.y = next }
            }
            append(item.slot, from: item.frame.origin, to: corner, &origins, &shifts)
            next += length(item.frame) + gap
        }
        try shift(shifts)
    }
}
