import Editing
import Geometry
import Graph
import Interaction
import Wire

extension Cell {
    /// The key of the cell's cluster among the ids of nodes.
    var name: String { "cell:\(column),\(row)" }
}

extension ClusterLink {
    /// The key of the link among the ids of edges.
    var name: String { "link:\(source.column),\(source.row)>\(target.column),\(target.row)" }
}

extension Cluster: FrameItem {
    static func rows(_ rows: inout some FrameRows<ShownItem<Cluster>>) {
        rows.coordinate("x", .x, "as of a node") { $0.bounds.minX + 0 }
        rows.coordinate("y", .y, "as of a node") { $0.bounds.minY + 0 }
        rows.coordinate("width", .width, "as of a node") { $0.bounds.width }
        rows.coordinate("height", .height, "as of a node") { $0.bounds.height }
        rows.part("center", .center, ViewFrame.point, "of a cluster: the mean of the centers") {
            $1.roundedPoint($0.item.center)
        }
        rows.part("count", .count, .integer(), "of a cluster: its nodes, those whose centers lie in its cell") {
            $1.integer($0.item.count)
        }
        rows.part(
            "density", .density, .number(minimum: 0),
            "of a cluster: the area of its nodes in the cell, 1 for all of the cell; more where they overlap"
        ) { $1.thousandths($0.item.density) }
        rows.trait("type", .type, .string(), "as of a node", { $0.type }) {
            $2.string($1.place.document.symbols[$0].string)
        }
    }
}

extension ClusterLink: FrameItem {
    static func rows(_ rows: inout some FrameRows<ShownItem<ClusterLink>>) {
        rows.part("source", .ends, .string(), "of a link: the cluster where its edges start") {
            $1.string($0.item.source.name)
        }
        rows.part("target", .ends, .string(), "of a link: the cluster where they end") {
            $1.string($0.item.target.name)
        }
        rows.part("count", .count, .integer(), "as of an edge") { $1.integer($0.item.count) }
    }
}
