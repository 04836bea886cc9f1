import EdgeRouting
import Editing
import Geometry
import Graph
import Storage

/// A draft that was dropped on the empty canvas, with the types of nodes that could take its end there.
public struct DroppedDraft: Sendable {
    /// A node that could be made: its type, the handle for the edge, and its position.
    public struct Offer: Sendable {
        /// The type; nil is a node without a type.
        public let type: String?
        /// The id of the handle that would take the edge.
        public let handle: Identifier
        /// Its stored position, at which the handle is at the point of the drop.
        public let position: Point
    }

    /// The node that the draft came from.
    public let node: Node.ID
    /// The handle at the draft's start.
    public let handle: Handle
    /// The offers in the order of the types' names.
    public internal(set) var offers: [Offer] = []
}

extension DroppedDraft {
    /// The number of types that are tried.
    private static let offerLimit = 64

    /// Finds the types whose nodes could take the end at a point of the canvas.
    ///
    /// - Parameters:
    ///   - names: the names of the types; if there are none, a node without a type is tried.
    ///   - dryRun: performs an edit and leaves everything as it was.
    mutating func findOffers(
        _ names: [String], at point: Point,
        _ dryRun: ((inout Transaction) throws(EditError) -> Offer?) throws(EditError) -> Offer?
    ) {
        let types: [String?] = names.isEmpty ? [nil] : Array(names.prefix(DroppedDraft.offerLimit))
        for type in types {
            if let offer = offer(type, at: point, dryRun) { offers.append(offer) }
        }
    }

    /// Returns the handle that a node of a type would offer the end of the draft; nil if the rules allow none of its
    /// handles.
    private func offer(
        _ type: String?, at point: Point,
        _ dryRun: ((inout Transaction) throws(EditError) -> Offer?) throws(EditError) -> Offer?
    ) -> Offer? {
        var tried = 0
        while true {
            let index = tried
            do throws(EditError) {
                return try dryRun { (transaction) throws(EditError) in
                    try transaction.offer(type, for: self, at: point, handle: index)
                }
            } catch {
                if error.reason != .connectionRefused { return nil }
            }
            tried += 1
        }
    }
}

extension Transaction {
    /// Makes a node that takes the end of a draft with one of its handles; nil if it has no such handle.
    fileprivate mutating func offer(
        _ type: String?, for draft: DroppedDraft, at point: Point, handle place: Int
    ) throws(EditError) -> DroppedDraft.Offer? {
        let made = try insertNode(type: type, center: point)
        let slot = try document.slot(node: made)
        let wanted = draft.handle.kind.opposite
        let handles = document.handles(slot).filter { $0.kind == wanted && $0.isConnectableEnd }
        guard place < handles.count else { return nil }
        let handle = handles[place]
        let isForward = wanted == .target
        try connect(
            ConnectionProposal(
                source: isForward ? draft.node : made,
                sourceHandle: isForward ? draft.handle.id : handle.id, target: isForward ? made : draft.node,
                targetHandle: isForward ? handle.id : draft.handle.id))
        let frame = document.frame(slot)
        let anchor = document.anchor(of: handle, on: slot).point
        let position = point - (anchor - frame.origin)
        let isSnapped = document.settings.snapToGrid
        return DroppedDraft.Offer(
            type: type, handle: handle.id, position: isSnapped ? Grid(document.settings).snapped(position) : position)
    }
}
