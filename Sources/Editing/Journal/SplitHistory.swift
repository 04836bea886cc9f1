import Graph
import Wire

/// The split steps of a history as a line of a journal has them: each step, and what they did element by element.
///
/// Steps are named by their places, from 0 on.
struct SplitHistory: Sendable {
    var steps: [Step] = []
    /// Is true if the content of the file can be reached.
    var isSavedInReach = true
    var elements: [Element] = []
    /// The suppressed elements.
    var suppressed: [Element] = []
    var nodeOrder: [Run] = []
    var edgeOrder: [Run] = []

    struct Step: Sendable {
        var label = ""
        var mergeKey: String?
        var view: Identifier?
        var isRemote = false
        /// The count of undone steps when it was undone.
        var undone: Int?
        var isSaved = false
    }

    /// A node, an edge or a member of the document, and its log.
    struct Element: Sendable {
        var node: Identifier?
        var edge: Identifier?
        var member: String?
        /// The content before the steps; nil if none is known.
        var before: JSONText?
        var isThere = false
        /// Is true if a step before these has removed it.
        var isRemoved = false
        var writes: [Write] = []
    }

    struct Write: Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case made, removed, changed, needed
        }

        /// The number of the step; nil is one that is forgotten and was undone.
        var step: Int?
        var kind = Kind.needed
        /// The content before; nil is the last content of the element.
        var from: JSONText?
        var to: JSONText?
        /// The place of a node that is otherwise the same; it replaces `to`.
        var place: Place?
    }

    /// The geometry of a node; nil is absent.
    struct Place: Sendable {
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
    }

    /// Neighboring positions in the order.
    struct Run: Sendable {
        /// The element that was never moved before them; nil is the beginning.
        var after: Identifier?
        var marks: [Mark] = []
    }

    struct Mark: Sendable {
        /// The number of the mark: of two marks, the later one has the greater number.
        var number = 0
        var element = Identifier("")
        /// The number of the step; nil is before all steps.
        var step: Int?
    }
}

extension SplitHistory {
    static let shape = Shape.object(
        "", "", initial: SplitHistory(),
        members: [
            .required("steps", \.steps, .array(of: Step.shape), ""),
            .defaulted("reach", \.isSavedInReach, .boolean, "", default: "true"),
            .defaulted("elements", \.elements, .array(of: Element.shape), "", default: "[]"),
            .defaulted("leftOut", \.suppressed, .array(of: Element.shape), "", default: "[]"),
            .defaulted("nodePlaces", \.nodeOrder, .array(of: Run.shape), "", default: "[]"),
            .defaulted("edgePlaces", \.edgeOrder, .array(of: Run.shape), "", default: "[]"),
        ], unknown: .ignored)
}

extension SplitHistory.Step {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .required("label", \.label, .string, ""),
            .optional("mergeKey", \.mergeKey, .string, ""),
            .optional("view", \.view, .identifier, ""),
            .defaulted("remote", \.isRemote, .boolean, "", default: "false"),
            .optional("undone", \.undone, .integer, ""),
            .defaulted("saved", \.isSaved, .boolean, "", default: "false"),
        ], unknown: .ignored)
}

extension SplitHistory.Element {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .optional("node", \.node, .identifier, ""),
            .optional("edge", \.edge, .identifier, ""),
            .optional("member", \.member, .string, ""),
            .optional("before", \.before, .text, ""),
            .defaulted("there", \.isThere, .boolean, "", default: "false"),
            .defaulted("removed", \.isRemoved, .boolean, "", default: "false"),
            .defaulted("did", \.writes, .array(of: SplitHistory.Write.shape), "", default: "[]"),
        ], unknown: .ignored)
}

extension SplitHistory.Write {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .optional("step", \.step, .integer, ""),
            .required("kind", \.kind, .choice(of: Kind.self), ""),
            .optional("from", \.from, .text, ""),
            .optional("to", \.to, .text, ""),
            .optional("place", \.place, SplitHistory.Place.shape, ""),
        ], unknown: .ignored)
}

extension SplitHistory.Place {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .optional("x", \.x, .number, ""), .optional("y", \.y, .number, ""),
            .optional("width", \.width, .number, ""), .optional("height", \.height, .number, ""),
        ], unknown: .ignored)
}

extension SplitHistory.Run {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .optional("after", \.after, .identifier, ""),
            .required("marks", \.marks, .array(of: SplitHistory.Mark.shape), ""),
        ], unknown: .ignored)
}

extension SplitHistory.Mark {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .required("number", \.number, .integer, ""),
            .required("element", \.element, .identifier, ""),
            .optional("step", \.step, .integer, ""),
        ], unknown: .ignored)
}
