import Geometry
import Storage

/// The measured sizes of nodes that their column does not describe completely.
///
/// Measured sizes belong to the id of their node while the document is open: so undo, which does not know them, brings
/// a node back with its latest measured size.
struct MeasuredSizes: Sendable {
    /// For existing nodes: those measured by views, and those whose size was withdrawn.
    fileprivate var present: [Node.ID: MeasuredSize] = [:]
    /// Of nodes that are gone; forgotten when they are too many.
    fileprivate var gone: [Node.ID: MeasuredSize] = [:]

    fileprivate mutating func keep(_ measured: MeasuredSize?, ofGone id: Node.ID) {
        if gone.count >= Limits.goneSizes && gone[id] == nil { gone = [:] }
        gone[id] = measured
    }
}

extension Document {
    /// The measured size of a node in effect, if any.
    public func measured(_ slot: Node.Slot) -> Size? {
        nodes.flags(slot).contains(.measured) ? nodes.measuredSizes[slot] : nil
    }

    /// The measured size of a node in files, if any.
    public func keptSize(_ slot: Node.Slot) -> Size? {
        if storage.value.measured.present.isEmpty { return measured(slot) }
        return measuredSize(of: nodeID(slot))?.kept
    }

    /// The sizes that were measured of the node of an id, whether it is there or not.
    public func measuredSize(of id: Node.ID) -> MeasuredSize? {
        guard let slot = node(id) else { return storage.value.measured.gone[id] }
        return storage.value.measured.present[id] ?? measured(slot).map { MeasuredSize($0) }
    }

    /// The nodes that a view measured, in the order of their ids; some may be gone.
    public func nodes(measuredIn view: Identifier) -> [Node.ID] {
        let measured = storage.value.measured
        return [measured.present, measured.gone].flatMap { sizes in
            sizes.filter { $0.value.shown.contains { $0.view == view } }.map(\.key)
        }.sorted()
    }

    /// Sets the measured size of the node with an id.
    mutating func setMeasured(_ id: Node.ID, _ measured: MeasuredSize?) {
        guard let slot = node(id) else { return storage.value.measured.keep(measured, ofGone: id) }
        putMeasured(measured, at: slot, of: id)
        let geometry = storedGeometry(slot)
        resolve(geometry, nodes.flags(slot), at: slot)
        inheritance.nodeChanged(slot, isContainer: nodes.firstChild(of: slot) != nil)
    }

    private mutating func putMeasured(_ measured: MeasuredSize?, at slot: Node.Slot, of id: Node.ID) {
        let isInColumn = measured == nil || measured == MeasuredSize(measured?.size) && measured?.size != nil
        if !isInColumn || !storage.value.measured.present.isEmpty {
            storage.value.measured.present[id] = isInColumn ? nil : measured
        }
        var flags = nodes.flags(slot)
        flags.remove(.measured)
        if let size = measured?.size {
            flags.insert(.measured)
            nodes.measuredSizes[slot] = size
        }
        nodes.rows[slot].flags = flags.rawValue
    }

    /// Keeps the measured size of a node that is about to leave its slot.
    mutating func keepMeasured(_ slot: Node.Slot) {
        if !nodes.flags(slot).contains(.measured) && storage.value.measured.present.isEmpty { return }
        let id = nodeID(slot)
        guard let measured = measuredSize(of: id) else { return }
        storage.value.measured.present[id] = nil
        storage.value.measured.keep(measured, ofGone: id)
    }

    /// Gives a node in a new slot its former measured size, else the one that it brings.
    mutating func takeMeasured(of node: Node, at slot: Node.Slot) {
        var measured = node.measured.map { MeasuredSize($0) }
        if !storage.value.measured.gone.isEmpty, let known = storage.value.measured.gone.removeValue(forKey: node.id) {
            measured = known
        }
        if measured != nil { putMeasured(measured, at: slot, of: node.id) }
    }
}
