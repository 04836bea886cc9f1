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
