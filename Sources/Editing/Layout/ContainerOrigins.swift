import Geometry
import Graph

/// The origins of positions inside containers, on the canvas, kept while a change proceeds from the inside out.
///
/// A transaction that has moved one container no longer knows the entries of others, so that each question would walk
/// to the outermost. Here each container is walked once.
struct ContainerOrigins {
    private var origins: [Node.Slot: Point] = [:]

    /// The origin of a node's position: that of its parent.
    ///
    /// - Complexity: O(1) amortized for the containers around those of earlier questions; else O(the depth).
    mutating func origin(of slot: Node.Slot, in document: Document) -> Point {
        var chain: [Node.Slot] = []
        var next = document.nodes.parent(slot)
        var origin = Point.zero
        while let container = next {
            if let known = origins[container] {
                origin = known
                break
            }
            chain.append(container)
            next = document.nodes.parent(container)
        }
        // From the outside in, as what containers hand down is summed everywhere.
        while let container = chain.popLast() {
            if document.isPlaced(container) { origin += document.nodes.geometry(container).position }
            origins[container] = origin
        }
        return origin
    }

    /// Records that a container has another position; its contents keep their positions on the canvas.
    mutating func noteMoved(_ slot: Node.Slot, to origin: Point) { origins[slot] = origin }
}
