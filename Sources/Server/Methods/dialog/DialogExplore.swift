import Graph
import Interaction
import Wire

/// Finds the nodes that the runs of a dialog can reach.
struct DialogExplore: Method {
    var document = ""
    var limit = 1000
    var progressToken: ProgressToken?

    /// The number of ids of each list that were left out.
    struct More: Sendable {
        var reached: Int?
        var unreached: Int?
        var deadEnds: Int?
        var loopsWithoutChoice: Int?
    }

    struct Result: Sendable {
        var reached: [Identifier] = []
        var unreached: [Identifier] = []
        var deadEnds: [Identifier] = []
        var loopsWithoutChoice: [[Identifier]] = []
        var more: More?
    }

    static let name = "dialog/explore"
    static let summary =
        "Explores all runs of a dialog, as if each condition could be true and false: finds unreached nodes, dead ends, and loops without a choice."
    static let failures: [Failure.Kind] = [.noSuchDocument, .limits]
    static let params = Shape.object(
        "", "", initial: DialogExplore(),
        members: [
            .required("document", \.document, .string, "which"),
            .defaulted(
                "limit", \.limit, .integer(in: 1...1_000_000_000), "the greatest number of ids in each list",
                default: "1000"),
            .optional("progressToken", \.progressToken, ProgressToken.shape, "for notifications of its progress"),
        ])
    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required(
                "reached", \.reached, .array(of: .identifier),
                "the nodes at which a run may come, in the order of the document"),
            .required("unreached", \.unreached, .array(of: .identifier), "the other nodes of the dialog"),
            .required(
                "deadEnds", \.deadEnds, .array(of: .identifier),
                "the reached nodes that are no `end` and have an exit to nowhere"),
            .required(
                "loopsWithoutChoice", \.loopsWithoutChoice, .array(of: .array(of: .identifier)),
                "the sets of nodes that lead to each other without option or input"),
            .optional("more", \.more, more, "where a list is longer than `limit`"),
        ])

    private static let more = Shape<More>.object(
        "", "", initial: More(),
        members: [
            .optional("reached", \.reached, .integer, "how many ids were left out"),
            .optional("unreached", \.unreached, .integer, "how many ids were left out"),
            .optional("deadEnds", \.deadEnds, .integer, "how many ids were left out"),
            .optional(
                "loopsWithoutChoice", \.loopsWithoutChoice, .integer, "how many ids were left out, of all sets together"
            ),
        ])

    /// The exploration of a large document is a job.
    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let key = try session.documents.key(of: document)
        let document = try session.documents.document(key).workspace.document
        try session.answer(
            request, on: key, as: shape, followed: FollowedWork(progressToken, "Explore"),
            isLong: document.elementCount > Limits.jobElements, into: &outbox
        ) { (watch) throws(Failure) in
            guard let found = document.exploreDialog(isStopped: { !watch(0) }) else { throw .cancelled("stopped") }
            return Result(found, document, limit: limit)
        }
    }
}

extension DialogExplore.Result {
    fileprivate init(_ found: DialogExploration, _ document: Document, limit: Int) {
        func ids(_ slots: some Collection<Node.Slot>) -> [Identifier] {
            slots.prefix(limit).map { document.nodeID($0) }
        }
        reached = ids(found.reached)
        unreached = ids(found.unreached)
        deadEnds = ids(found.deadEnds)
        var left = limit
        for loop in found.loopsWithoutChoice where left > 0 {
            loopsWithoutChoice.append(ids(loop.prefix(left)))
            left -= min(left, loop.count)
        }
        func rest(_ count: Int) -> Int? { count > limit ? count - limit : nil }
        let looping = found.loopsWithoutChoice.reduce(0) { $0 + $1.count }
        let more = DialogExplore.More(
            reached: rest(found.reached.count), unreached: rest(found.unreached.count),
            deadEnds: rest(found.deadEnds.count), loopsWithoutChoice: rest(looping))
        if max(found.reached.count, found.unreached.count, looping) > limit { self.more = more }
    }
}
