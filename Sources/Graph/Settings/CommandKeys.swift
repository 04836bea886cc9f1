/// The keys that a client gives to commands, in all documents of its session.
///
/// A command that is named has these keys and no others. They go before the bindings of a document.
public struct CommandKeys: Sendable {
    private var keys: [KeyCommand: [String]] = [:]
    private var commands: [KeyChord: KeyCommand] = [:]

    /// The keys of every command as by default.
    public init() {}

    /// Sets the keys of a command, in their order in lists; nil restores those of the document.
    ///
    /// A chord that another command had is taken from it.
    ///
    /// - Returns: the index of the first chord that is malformed; then nothing has changed.
    public mutating func bind(_ command: KeyCommand, to texts: [String]?) -> Int? {
        let chords = (texts ?? []).map { KeyChord($0) }
        if let malformed = chords.firstIndex(of: nil) { return malformed }
        commands = commands.filter { $0.value != command }
        var own: [String] = []
        for (chord, text) in zip(chords, texts ?? []) {
            guard let chord, commands[chord] != command else { continue }
            if let other = commands[chord] { keys[other]?.removeAll { KeyChord($0) == chord } }
            commands[chord] = command
            own.append(text)
        }
        keys[command] = texts == nil ? nil : own
        return nil
    }

    /// The command that a client gave a chord; nil if it gave it none.
    func command(for chord: KeyChord) -> KeyCommand? { commands[chord] }

    /// Returns true if the client has set keys for a command.
    func names(_ command: KeyCommand) -> Bool { keys[command] != nil }

    /// Every command with its keys, without the changes that documents make.
    public var all: [(command: KeyCommand, keys: [String])] {
        KeyCommand.allCases.filter { $0 != .nothing }.map { command in
            (command, keys[command] ?? KeyBindings.standard.filter { $0.command == command }.map(\.chord))
        }
    }
}
