import Graph
import Wire

/// The version of the protocol that a conversation speaks. In the first, members still have their earlier names.
enum ProtocolVersion: Int, CaseIterable, Sendable {
    case first = 1
    case second

    static let latest = second

    /// The shape of a type in this version.
    func shape<Value>(_ latest: Shape<Value>) -> Shape<Value> {
        self == .first ? latest.earlier?() ?? latest : latest
    }

    /// The text of the version in the result of `initialize`.
    var text: String { "\(rawValue).0" }
}

extension Shape where Value == ProtocolVersion {
    static let protocolVersion: Shape = {
        let number = Shape<Int>.integer(in: 1...ProtocolVersion.latest.rawValue)
        return Shape<Int>(
            schema: number.schema,
            read: { (cursor) throws(ShapeError) in
                if cursor.peek() == .string {
                    throw ShapeError(
                        "expected an integer, found a string: `nodewire mcp` speaks the Model Context Protocol")
                }
                return try number.read(&cursor)
            }, write: number.write
        ).mapped({ number in ProtocolVersion(rawValue: number) ?? .first }, from: { $0.rawValue })
    }()
}

/// The parameters of a method that had other names in the version that is spoken. Methods know only the latest names.
struct EarlierNames: Sendable {
    private let names: [Name]

    /// The names in a version, for a shape with the latest names.
    init(in version: ProtocolVersion, of params: Schema) {
        if version == .first, case .object(let members, _) = params {
            names = members.compactMap { member in member.earlierName.map { Name(latest: member.name, earlier: $0) } }
        } else {
            names = []
        }
    }

    private init(_ names: [Name]) { self.names = names }

    /// Returns the names except the earlier ones of parameters that are given by their latest name.
    func used(in params: JSONCursor) -> EarlierNames {
        if names.isEmpty { return self }
        var (params, used) = (params, names)
        if params.peek() != .object { return self }
        _ = params.entersObject()
        while let name = params.nextMember() {
            used.removeAll { $0.latest == name.description }
            params.skipValue()
        }
        return EarlierNames(used)
    }

    /// The same failure about parameters by these names.
    func named(_ failure: Failure) -> Failure {
        var failure = failure
        for name in names {
            let pointer = "/" + name.latest
            if let path = failure.path, path == pointer || path.hasPrefix(pointer + "/") {
                failure.path = "/" + name.earlier + path.dropFirst(pointer.count)
            }
            failure.message = name.quoted(in: failure.message)
        }
        return failure
    }

    /// The same error about parameters by these names.
    func named(_ error: EditError) -> EditError {
        var error = error
        for name in names {
            if error.path.first == name.latest { error.path[0] = name.earlier }
            error.message = name.quoted(in: error.message)
        }
        return error
    }

    private struct Name: Sendable {
        let latest: String
        let earlier: String

        /// A message in which the name is quoted as code.
        func quoted(in message: String) -> String {
            let parts = message.split(separator: "`", omittingEmptySubsequences: false)
            return parts.map { $0 == latest ? Substring(earlier) : $0 }.joined(separator: "`")
        }
    }
}
