extension ClusterGrid {
    /// Returns the changes for a client that has the clusters of an old grid.
    func changes(since old: ClusterGrid) -> ClusterChanges {
        var changes = ClusterChanges()
        let hasSameSide = old.grid.side == grid.side
        old.visit { cell, _ in if !hasSameSide || cluster(of: cell) == nil { changes.left.append(cell) } }
        visit { cell, cluster in
            guard hasSameSide, let before = old.cluster(of: cell) else {
                return changes.entered.append((cell, cluster))
            }
            let members = before.changes(to: cluster)
            if !members.isEmpty { changes.updated.append((cell, cluster, members)) }
        }
        compareLinks(hasSameSide ? old.links : [], &changes)
        if !hasSameSide { changes.leftLinks = old.links }
        return changes
    }

    /// Compares the links with older ones of cells of the same side; both are in order.
    private func compareLinks(_ old: [ClusterLink], _ changes: inout ClusterChanges) {
        var (index, oldIndex) = (0, 0)
        while index < links.count || oldIndex < old.count {
            if index < links.count, oldIndex < old.count, links[index].hasSameEnds(as: old[oldIndex]) {
                if links[index] != old[oldIndex] { changes.updatedLinks.append(links[index]) }
                (index, oldIndex) = (index + 1, oldIndex + 1)
            } else if oldIndex == old.count || index < links.count && links[index].precedes(old[oldIndex]) {
                changes.enteredLinks.append(links[index])
                index += 1
            } else {
                changes.leftLinks.append(old[oldIndex])
                oldIndex += 1
            }
        }
    }
}

/// The clusters and links that an update adds, changes and removes, row by row.
public struct ClusterChanges: Sendable {
    /// Clusters that the client did not have.
    public internal(set) var entered: [(cell: Cell, cluster: Cluster)] = []
    /// Clusters that the client has, with the members that are different.
    public internal(set) var updated: [(cell: Cell, cluster: Cluster, members: ClusterMembers)] = []
    /// Cells whose clusters are gone.
    public internal(set) var left: [Cell] = []
    /// Links that the client did not have.
    public internal(set) var enteredLinks: [ClusterLink] = []
    /// Links that the client has with another count.
    public internal(set) var updatedLinks: [ClusterLink] = []
    /// Links that are gone.
    public internal(set) var leftLinks: [ClusterLink] = []

    var isEmpty: Bool {
        entered.isEmpty && updated.isEmpty && left.isEmpty && enteredLinks.isEmpty && updatedLinks.isEmpty
            && leftLinks.isEmpty
    }
}
