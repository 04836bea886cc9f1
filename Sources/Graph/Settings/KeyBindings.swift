import Wire

/// The commands of chords of keys: the default ones, and a document's own, which override them.
public struct KeyBindings: Sendable, Equatable {
    private var own: [KeyChord: KeyCommand] = [:]

    /// The default bindings.
    public init() {}

    /// The default bindings, as the specification lists them.
    static let standard: [(chord: String, command: KeyCommand)] = [
        ("ArrowLeft", .nudgeLeft), ("ArrowRight", .nudgeRight), ("ArrowUp", .nudgeUp), ("ArrowDown", .nudgeDown),
        ("shift+ArrowLeft", .nudgeLeftFar), ("shift+ArrowRight", .nudgeRightFar), ("shift+ArrowUp", .nudgeUpFar),
        ("shift+ArrowDown", .nudgeDownFar), ("mod+a", .selectAll), ("Escape", .cancel), ("Delete", .delete),
        ("Backspace", .delete), ("mod+z", .undo), ("mod+shift+z", .redo), ("mod+y", .redo), ("mod+d", .duplicate),
        ("mod+c", .copy), ("mod+x", .cut), ("mod+v", .paste),
        ("Tab", .focusNext), ("shift+Tab", .focusPrevious), ("alt+ArrowLeft", .focusLeft),
        ("alt+ArrowRight", .focusRight), ("alt+ArrowUp", .focusUp), ("alt+ArrowDown", .focusDown),
        ("alt+PageDown", .focusDownstream), ("alt+PageUp", .focusUpstream),
        ("alt+shift+PageDown", .focusNextSibling), ("alt+shift+PageUp", .focusPreviousSibling), ("e", .focusEdge),
        ("Enter", .select), ("Space", .select), ("mod+Enter", .toggleSelection), ("mod+Space", .toggleSelection),
        ("c", .connect), ("+", .zoomIn), ("=", .zoomIn), ("-", .zoomOut), ("0", .fit),
        ("mod+g", .group), ("mod+shift+g", .ungroup), ("mod+shift+l", .toggleLocked),
        ("mod+]", .bringForward), ("mod+[", .sendBackward), ("mod+shift+]", .bringToFront),
        ("mod+shift+[", .sendToBack), ("mod+}", .bringToFront), ("mod+{", .sendToBack),
    ]

    private static let defaults: [KeyChord: KeyCommand] = {
        var commands: [KeyChord: KeyCommand] = [:]
        for (text, command) in standard {
            guard let chord = KeyChord(text) else { preconditionFailure("\(text) is a chord") }
            commands[chord] = command
        }
        return commands
    }()

    /// Returns the command of a key, or nil if it is not bound.
    ///
    /// The document's own bindings go before the others, and in each of these chords that name the modifier before
    /// `mod`. A sign that shift had to be held for is found without it.
    ///
    /// - Parameters:
    ///   - key: the DOM's `key`.
    ///   - code: the DOM's `code`; it identifies letters and digits if the keyboard's `key` cannot be bound.
    ///   - client: the keys that the client gives to commands.
    public func command(
        for key: String, code: String?, _ modifiers: Modifiers, _ client: CommandKeys = CommandKeys()
    ) -> KeyCommand? {
        let key = key.lowercased()
        if let command = command(for: KeyChord(key: key, modifiers), client) {
            return command == .nothing ? nil : command
        }
        if modifiers.contains(.shift), KeyBindings.isSign(key) {
            let command = command(for: KeyChord(key: key, modifiers.subtracting(.shift)), client)
            if let command { return command == .nothing ? nil : command }
        }
        guard key == "dead" || key.count == 1 && !key.utf8.allSatisfy({ $0 < 0x80 }),
            let place = code.flatMap(KeyBindings.letter)
        else { return nil }
        let command = command(for: KeyChord(key: place, modifiers), client)
        return command == .nothing ? nil : command
    }

    private func command(for chord: KeyChord, _ client: CommandKeys) -> KeyCommand? {
        let general = chord.withMod
        if let command = client.command(for: chord) ?? general.flatMap(client.command) { return command }
        let command = command(for: chord, general)
        // A command that the client has given other keys has lost this one.
        return command.map(client.names) == true ? nil : command
    }

    private func command(for chord: KeyChord, _ general: KeyChord?) -> KeyCommand? {
        own[chord] ?? general.flatMap { own[$0] } ?? KeyBindings.defaults[chord]
            ?? general.flatMap { KeyBindings.defaults[$0] }
    }

    private static func isSign(_ key: String) -> Bool {
        guard let character = key.first, key.count == 1 else { return false }
        return !character.isLetter && character != " "
    }

    /// The letter or digit on a key of a keyboard: `KeyZ` is z, `Digit0` is 0.
    private static func letter(_ code: String) -> String? {
        for prefix in ["Key", "Digit"] where code.hasPrefix(prefix) && code.utf8.count == prefix.utf8.count + 1 {
            return code.suffix(1).lowercased()
        }
        return nil
    }

    // MARK: As a setting

    /// Takes over the bindings of an object; malformed and unknown chords are skipped.
    ///
    /// - Returns: true if nothing was skipped.
    mutating func read(_ object: JSONObject) -> Bool {
        var isPossible = true
        for member in object.members {
            guard let chord = member.name.string.flatMap(KeyChord.init),
                let command = member.value == .null
                    ? KeyCommand.nothing : member.value.stringValue.flatMap(KeyCommand.init(rawValue:))
            else {
                isPossible = false
                continue
            }
            own[chord] = command
        }
        return isPossible
    }

    /// The default bindings.
    static var standardJSON: JSON {
        .object(
            JSONObject(
                distinct: standard.map {
                    JSONObject.Member(name: JSONString($0.chord), value: .string($0.command.rawValue))
                }))
    }
}

extension Setting {
    static func keys(_ name: String, _ place: @escaping Place<KeyBindings>, _ doc: String) -> Setting {
        let command = Schema.choice(KeyCommand.allCases.map { $0.rawValue })
        return Setting(name, place, doc, .dictionary(of: .oneOf([command, .null]))) { bindings, json in
            guard case .object(let object) = json else { return false }
            return bindings.read(object)
        } value: { _ in
            KeyBindings.standardJSON
        }
    }
}
