/// The part of a document that a loss or a diagnostic concerns, the gravest first.
public enum LossGrade: String, CaseIterable, Sendable {
    /// The elements, and their connections and containers.
    case structure
    /// The words and values of elements.
    case meaning
    /// Their drawing, and their appearance in an editor.
    case look

    /// The grade of a code; an unlisted code concerns the structure.
    static func of(_ code: String) -> LossGrade { table[code] ?? .structure }

    /// The codes that do not concern the structure.
    private static let table: [String: LossGrade] = {
        let meaning = [
            "acceptsChildren", "accessibility", "click", "column", "comment", "condition", "conflict", "count", "data",
            "directed", "duplicateName",
            "dynamic", "element", "expression", "field", "foreign", "freeEnd", "handles", "history", "id", "ifid",
            "initial",
            "invalidData",
            "invalidValue", "label", "labels", "limit", "link", "macro", "member", "metadata", "name", "nearMember",
            "notChecked", "oneSided", "property", "requiredInput", "start", "encoding", "step", "text", "time",
            "transition",
            "typeMissing", "unreachable", "deadEnd", "dialogAmbiguous", "unsetVariable", "variants", "type", "weight",
            "constraintConflict", "constraintBroken", "constraintGone",
        ]
        let look = [
            "animated", "area", "attribute", "class", "collapsed", "color", "edgeType", "fillcolor", "freeLine",
            "handle",
            "head",
            "hidden", "labelClipped", "labelOffset", "layer", "markdown", "marker", "notShown", "offGrid", "order",
            "overlap", "page", "penwidth", "pos", "position", "rank", "record", "settings", "shape", "size", "style",
            "tags",
            "unplaced", "viewport", "zIndex", "isSelected", "waypoints", "point", "place", "transient",
        ]
        return Dictionary(
            uniqueKeysWithValues: meaning.map { ($0, .meaning) } + look.map { ($0, LossGrade.look) })
    }()
}

extension Diagnostic {
    /// The part of the document that it concerns.
    public var grade: LossGrade { LossGrade.of(code) }
}
