import Editing
import Graph
import Interaction
import Wire

/// Changes settings of the document.
struct SettingsUpdate: EditMethod {
    var patch: JSONObject = [:]

    static let name = "settings/update"
    static let label = "Settings"
    static let summary = "Changes settings of the document (RFC 7396); null restores a default."
    static let initial = SettingsUpdate()
    static let failures: [Failure.Kind] = [.invalidValue]
    static let members: [Member<SettingsUpdate>] = [
        .required("patch", \.patch, .object, "the settings to change")
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        try transaction.updateSettings(patch)
        return Nothing()
    }
}
