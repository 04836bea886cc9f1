import Graph
import Wire

extension Transaction {
    /// Changes settings by a merge patch; a null restores the default.
    ///
    /// - Throws: `invalidValue`.
    public mutating func updateSettings(_ patch: JSONObject) throws(EditError) {
        let before = document.content["settings"]
        // An unknown name may be removed where it is stored.
        let stated = JSONObject(patch.members.filter { $0.value != .null || before?.objectValue?[$0.name] == nil })
        if let problem = Setting.problem(in: stated) {
            throw .invalid(problem.message, path: ["patch", problem.name])
        }
        let after = (before ?? .null).merging(.object(patch))
        guard case .object(let settings) = after else { return }
        if before == nil && settings.isEmpty { return }
        // The old values, with which these are merged, may have been impossible.
        let changed = JSONObject(settings.members.filter { patch[$0.name] != nil })
        if let problem = Setting.problem(in: changed) {
            throw .invalid(problem.message, path: ["patch", problem.name])
        }
        setMember("settings", to: after)
    }
}
