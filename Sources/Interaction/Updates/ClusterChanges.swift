/// The clusters and links that an update adds, changes and removes, row by row.
public struct ClusterChanges: Sendable {
    public internal(set) var entered: [(cell: Cell, cluster: Cluster)] = []
    public internal(set) var updated: [(cell: Cell, cluster: Cluster, members: ClusterMembers)] = []
    public internal(set) var left: [Cell] = []
    public internal(set) var enteredLinks: [ClusterLink] = []
    public internal(set) var updatedLinks: [ClusterLink] = []
    public internal(set) var leftLinks: [ClusterLink] = []

    var isEmpty: Bool {
        entered.isEmpty && updated.isEmpty && left.isEmpty && enteredLinks.isEmpty && updatedLinks.isEmpty
            && leftLinks.isEmpty
    }
}
