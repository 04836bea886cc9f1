import Graph
import Storage
import Wire

/// Gives commands other keys, in all documents of the session.
struct KeysUpdate: ReturningMethod {
    var patch: [(String, [String]?)] = []

    struct Result: Sendable {
        var commands: [(String, [String])] = []
    }

    static let name = "keys/update"
    static let summary =
        "Gives commands other keys, in all documents of the session; they go before the setting `keyBindings`."
    static let failures: [Failure.Kind] = [.invalidValue]
    static let params = Shape.object(
        "", "", initial: KeysUpdate(),
        members: [
            .defaulted(
                "patch", earlier: "bindings", \.patch, .dictionary(of: Shape<[String]>.array(of: .string).optional),
                "the keys by command; a named command has only these, null restores the keys of documents",
                default: "{}")
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "commands", \.commands, .dictionary(of: .array(of: .string)),
                "every command with its keys in this session")
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        var keys = session.client.commandKeys.value
        for (name, chords) in patch {
            let path = "/patch/" + JSONPointer.escaped(name)
            guard let command = KeyCommand(rawValue: name), command != .nothing else {
                throw Failure(.invalidValue, "there is no command \"\(name)\"", path: path)
            }
            if let malformed = keys.bind(command, to: chords) {
                let text = chords?[malformed] ?? ""
                throw Failure(.invalidValue, "\"\(text)\" is no chord of keys", path: path + "/\(malformed)")
            }
        }
        session.client.commandKeys = CopyOnWrite(keys)
        let shared = session.client.commandKeys
        session.documents.forEach { $0.workspace.commandKeys = shared }
        return Result(commands: keys.all.map { ($0.command.rawValue, $0.keys) })
    }
}
