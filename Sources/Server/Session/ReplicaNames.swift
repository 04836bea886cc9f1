/// Gives replicas names that no other one has, also if a copy of its file is opened under the same name.
struct ReplicaNames: Sendable {
    /// The suffix of replica names that no other process has; empty for names as given.
    private let nonce: String
    /// The number of replicas that were named with it.
    private var count = 0

    init(nonce: String) { self.nonce = nonce }

    /// - Parameter given: the suffix, if the client states it.
    mutating func name(_ wish: String, _ given: String?, _ clock: Clock) -> String {
        if let given { return "\(wish)_\(given)" }
        if clock == .client || nonce.isEmpty { return wish }
        count += 1
        return count == 1 ? "\(wish)_\(nonce)" : "\(wish)_\(nonce)_\(count)"
    }
}
