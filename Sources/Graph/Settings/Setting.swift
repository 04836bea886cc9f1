import Wire

/// One setting: its name, its meaning, and how to read and write its value.
public struct Setting: Sendable {
    /// The setting's name on the wire.
    public let name: String
    /// One phrase for the reference.
    public let doc: String
    /// The schema of its values.
    public let schema: Schema
    /// Sets the value if it is possible.
    /// Returns true if it is.
    let set: @Sendable (inout Settings, JSON) -> Bool
    /// The value in some settings; nil if there is no value by default.
    public let value: @Sendable (Settings) -> JSON?
    /// Is true if indexes depend on it.
    private(set) var isHeld = false

    /// The same, and indexes depend on it.
    var held: Setting {
        var setting = self
        setting.isHeld = true
        return setting
    }

    /// The setting with a name, or nil.
    public static func named(_ name: JSONString) -> Setting? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { (JSONString($0.name), $0) })

    /// Returns the reason why a patch of settings is refused, with the name at fault, or nil; a null restores the
    /// default.
    public static func problem(in patch: JSONObject) -> (name: String, message: String)? {
        for member in patch.members {
            let name = member.name.description
            guard let setting = named(member.name) else { return (name, "there is no setting \"\(name)\"") }
            var scratch = Settings()
            if member.value != .null && !setting.set(&scratch, member.value) {
                return (name, "an impossible value for \"\(name)\": \(setting.doc); expected \(setting.schema.words)")
            }
        }
        return nil
    }
}
