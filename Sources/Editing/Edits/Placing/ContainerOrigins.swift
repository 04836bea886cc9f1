import Geometry
import Graph

/// The origins of positions inside of containers, on the canvas, kept while a change goes from the inside out.
///
/// A transaction that has moved one container no longer knows what others hand down, so that each question would walk as far
/// as the outermost. Here each container is walked once.
struct ContainerOrigins {
    private var origins: [Node.Slot: Point] = [:]

    /// The origin of a node's position: that of the container it lies in.
    ///
    /// - Complexity: O(1) amortized for the containers around those that were asked for before; else O(the depth).
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

    /// Notes that a container has another position; what it holds keeps its place on the canvas.
    mutating func noteMoved(_ slot: Node.Slot, to origin: Point) { origins[slot] = origin }
}
