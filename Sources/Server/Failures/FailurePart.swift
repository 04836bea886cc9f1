import Graph
import Schemas
import Wire

extension Failure {
    /// A member of `data` besides `reason`. They are written in the order of the cases.
    enum Part: Int, CaseIterable {
        case nodes, edges, path, cycle, setting, limit, claimant, problems, index, document, losses

        /// Writes it into an open object, if an error has it.
        func write(of failure: Failure, into writer: inout JSONWriter) {
            if !isIn(failure) { return }
            switch self {
            // Most errors have these and no others: they are written as their members would be.
            case .nodes: writer.identifiers("nodes", failure.nodes)
            case .edges: writer.identifiers("edges", failure.edges)
            default: Part.members[rawValue].write(of: failure, into: &writer)
            }
        }

        /// The member, of errors that always have it or only sometimes.
        func member(isRequired: Bool) -> Member<Failure> {
            switch self {
            case .nodes: .list("nodes", \.nodes, .identifier, "the nodes that cause it", isRequired)
            case .edges: .list("edges", \.edges, .identifier, "the edges that cause it", isRequired)
            case .path: .value("path", \.path, .string, "a JSON Pointer into the parameters", isRequired)
            case .cycle:
                .optional("path", \.cycle, .array(of: .identifier), "of `connection.cycle` the nodes of the cycle")
            case .setting:
                .value(
                    "setting", \.setting, .string, "the setting, or the flag of the elements, that is off", isRequired)
            case .limit: .value("limit", \.limit, .string, "the limit that a client may set", isRequired)
            case .claimant:
                .value("claimant", \.claimant, .claimant, "the view whose gesture has the elements", isRequired)
            case .problems:
                .list("problems", \.problems, .dataProblem, "the problems of the data with its schema", isRequired)
            case .index:
                .value("index", \.index, .index, "document/edit: the place of the edit in the list", isRequired)
            case .document:
                .value("document", \.document, .string, "the document that could not be saved by itself", isRequired)
            case .losses:
                .list(
                    "losses", \.losses, .exportLoss, "of `losses` the parts that the file would not hold, at most 100",
                    isRequired)
            }
        }

        private static let members = allCases.map { $0.member(isRequired: false) }

        /// Returns true if an error has it.
        func isIn(_ failure: Failure) -> Bool {
            switch self {
            case .nodes: !failure.nodes.isEmpty
            case .edges: !failure.edges.isEmpty
            case .path: failure.path != nil && failure.cycle == nil
            case .cycle: failure.cycle != nil
            case .setting: failure.setting != nil
            case .limit: failure.limit != nil
            case .claimant: failure.claimant != nil
            case .problems: !failure.problems.isEmpty
            case .index: failure.index != nil
            case .document: failure.document != nil
            case .losses: !failure.losses.isEmpty
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func identifiers(_ name: StaticString, _ list: [Identifier]) {
        self.name(name)
        beginArray()
        for id in list { string(id.string) }
        endArray()
    }
}

extension Member where Root == Failure {
    fileprivate static func value<Value: Sendable>(
        _ name: StaticString, _ path: WritableKeyPath<Failure, Value?> & Sendable, _ shape: Shape<Value>, _ doc: String,
        _ isRequired: Bool
    ) -> Member {
        let member = optional(name, path, shape, doc)
        return isRequired ? member.asRequired : member
    }

    /// A list that is absent if it is empty.
    fileprivate static func list<Element: Sendable>(
        _ name: StaticString, _ path: WritableKeyPath<Failure, [Element]> & Sendable, _ shape: Shape<Element>,
        _ doc: String, _ isRequired: Bool
    ) -> Member {
        let property = Property<Failure, [Element]?> { failure, body in
            let list = failure[keyPath: path]
            var some = list.isEmpty ? nil : list
            body(&some)
        }
        let member = optional(name, at: property, .array(of: shape), doc)
        return isRequired ? member.asRequired : member
    }
}

extension Shape where Value == Int {
    fileprivate static var index: Shape<Int> { .integer(in: 0...Int.max) }
}

extension Shape where Value == EditError.Claimant {
    static let claimant = Shape.object(
        "Claimant", "The view whose gesture has elements.", initial: .init(view: "", name: nil, color: nil),
        members: [
            .required("view", \.view, .string, "its id"), .optional("name", \.name, .string, "of its user"),
            .optional("color", \.color, .string, "of its pointer, for CSS"),
        ])
}
