import Geometry
import Graph

extension Transaction {
    /// Sets measured sizes of nodes; nil withdraws a measurement.
    ///
    /// Neither locks nor a size of the node's own prevent this: a measured size is a fact of the front end.
    ///
    /// - Parameter view: the view with the font of the measurement; nil is the font of files.
    /// - Throws: `noSuchNode`, `invalidValue` (a size beyond `measuredLength`), `limits`.
    /// - Complexity: O(the sizes).
    public mutating func measureNodes(
        _ sizes: [(id: Node.ID, size: Size?)], in view: Identifier? = nil
    ) throws(EditError) {
        if sizes.count > Limits.measuredNodes {
            throw EditError(
                .limits, "at most \(Limits.measuredNodes) sizes are measured at a time, and these are \(sizes.count)",
                path: ["sizes"])
        }
        let unknown = sizes.filter { document.node($0.id) == nil }.map(\.id)
        if !unknown.isEmpty { throw .noSuchNode(unknown) }
        for (id, size) in sizes {
            for (name, length) in [("width", size?.width ?? 0), ("height", size?.height ?? 0)]
            where !(length >= 0 && length <= Double(Limits.measuredLength)) {
                throw .invalid(
                    "a measured size is from 0 to \(Limits.measuredLength)", path: ["sizes", id.string, name])
            }
        }
        for (id, size) in sizes {
            let size = size.map { Size(width: $0.width + 0, height: $0.height + 0) }
            let known = document.measuredSize(of: id) ?? MeasuredSize(nil)
            try setMeasured(document.slot(node: id), view.map { known.with(size, in: $0) } ?? MeasuredSize(size))
        }
    }

    /// Withdraws all measurements in the font of a view.
    public mutating func forgetMeasured(in view: Identifier) {
        for id in document.nodes(measuredIn: view) { forgetMeasured(id, in: view) }
    }
}
