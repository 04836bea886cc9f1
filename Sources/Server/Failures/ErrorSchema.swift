import Wire

/// The schemas of errors on the wire.
enum ErrorSchema {
    /// The member `error` of a response.
    static let error = Schema.named(
        "ResponseError", "Why a request was refused; nothing was done.",
        .object(
            [
                Schema.Member(
                    name: "code", schema: .integer(), isRequired: true, doc: "one of the table of errors"),
                Schema.Member(name: "message", schema: .string(), isRequired: true, doc: "one sentence for people"),
                Schema.Member(name: "data", schema: data, isRequired: true, doc: "what programs read"),
            ], isOpen: false))

    /// The member `data` of any error.
    private static let data = Schema.named(
        "ErrorData", "The data of an error for programs: `reason` names the error.",
        .oneOf(FailureEntry.all.filter { $0.wider == nil }.map(\.ownData)))
}

extension FailureEntry {
    /// The row of another code with all its reasons, too, whose `data` describes both.
    fileprivate var wider: FailureEntry? {
        FailureEntry.all.first { $0.code != code && Set(reasons).isStrictSubset(of: $0.reasons) }
    }

    /// The schema of the member `data` of the errors with this code.
    var data: Schema {
        if let wider { return wider.ownData }
        let others = FailureEntry.entries(of: others.map { [$0] } ?? [])
        return others.isEmpty ? ownData : .oneOf([ownData] + others.map(\.ownData))
    }

    /// The same for reasons that no other code shares.
    fileprivate var ownData: Schema {
        let reason = Schema.Member(
            name: "reason", schema: .choice(reasons), isRequired: true,
            doc: reasons.count == 1 ? "the name of the error" : "the name of the error, or what it is about")
        let members = Failure.Part.allCases.compactMap { part in
            parts.always.contains(part) || parts.sometimes.contains(part)
                ? part.member(isRequired: parts.always.contains(part)).schema : nil
        }
        return .named(
            name.prefix(1).uppercased() + name.dropFirst() + "ErrorData", "The `data` of the error \(code) `\(name)`.",
            .object([reason] + members, isOpen: false))
    }
}
