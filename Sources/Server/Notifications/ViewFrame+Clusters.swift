import Editing
import Interaction
import Geometry
import Graph
import Wire

extension Cell {
    /// The key of the cell's cluster among the ids of nodes.
    var name: String { "cell:\(column),\(row)" }
}

extension ClusterLink {
    /// The key of the link among the ids of edges.
    var name: String { "link:\(source.column),\(source.row)>\(target.column),\(target.row)" }
}

extension JSONWriter {
    /// Writes a cluster with all its members, or the changed ones.
    mutating func cluster(_ cluster: Cluster, _ cell: Cell, _ changed: ClusterMembers?, _ document: Document) {
        let members = changed ?? .all
        name(cell.name)
        beginObject()
        if members.contains(.bounds) {
            name("x")
            coordinate(cluster.bounds.minX + 0)
            name("y")
            coordinate(cluster.bounds.minY + 0)
            name("width")
            coordinate(cluster.bounds.width)
            name("height")
            coordinate(cluster.bounds.height)
        }
        if members.contains(.center) {
            name("center")
            roundedPoint(cluster.center)
        }
        if members.contains(.count) {
            name("count")
            integer(cluster.count)
        }
        if members.contains(.density) {
            name("density")
            thousandths(cluster.density)
        }
        if changed == nil ? cluster.type != nil : members.contains(.type) {
            name("type")
            if let type = cluster.type { string(document.symbols[type].string) } else { null() }
        }
        endObject()
    }

    /// Writes a link between clusters: all its members, or only its count.
    mutating func link(_ link: ClusterLink, isWhole: Bool) {
        name(link.name)
        beginObject()
        if isWhole {
            name("source")
            string(link.source.name)
            name("target")
            string(link.target.name)
        }
        name("count")
        integer(link.count)
        endObject()
    }
}
