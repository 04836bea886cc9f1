import Graph
import Wire

/// The split steps of a history in the form of a journal line: each step, and its changes element by element.
///
/// Steps are named by their indices, from 0 on.
struct SplitHistory: Sendable {
    var steps: [History.Step] = []
    /// Is true if the content of the file can be reached.
    var isSavedInReach = true
    var elements: [Element] = []
    /// The suppressed elements.
    var suppressed: [Element] = []
    var nodeOrder: [OrderedList.Run] = []
    var edgeOrder: [OrderedList.Run] = []

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
        /// The position of a node that is otherwise the same; it replaces `to`.
        var place: Place?
    }

    /// The geometry of a node; nil is absent.
    struct Place: Sendable {
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
    }
}

extension SplitHistory {
    static let shape = Shape.object(
        "", "", initial: SplitHistory(),
        members: [
            .required("steps", \.steps, .array(of: History.Step.shape), ""),
            .defaulted("reach", \.isSavedInReach, .boolean, "", default: "true"),
            .defaulted("elements", \.elements, .array(of: Element.shape), "", default: "[]"),
            .defaulted("leftOut", \.suppressed, .array(of: Element.shape), "", default: "[]"),
            .defaulted("nodePlaces", \.nodeOrder, .array(of: OrderedList.Run.shape), "", default: "[]"),
            .defaulted("edgePlaces", \.edgeOrder, .array(of: OrderedList.Run.shape), "", default: "[]"),
        ], unknown: .ignored)
}

extension History.Step {
    /// The shape of a split step.
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(label: "", deltas: [], bytes: 0, mergeKey: nil),
        members: [
            .required("label", \.label, .string, ""),
            .optional("mergeKey", \.mergeKey, .string, ""),
            .optional("view", \.view, .identifier, ""),
            .defaulted("remote", \.isRemote, .boolean, "", default: "false"),
            .defaulted("revealed", \.isRevealed, .boolean, "", default: "false"),
            .optional("undone", \.undone, .integer, ""),
            .defaulted("saved", \.isSaved, .boolean, "", default: "false"),
        ], unknown: .ignored)

    private var view: Identifier? {
        get { if case .view(let id) = origin { id } else { nil } }
        set { if !origin.isRemote { origin = StepOrigin(newValue) } }
    }

    private var isRemote: Bool {
        get { origin.isRemote }
        set { if newValue && origin != .revealed { origin = .remote } }
    }

    private var isRevealed: Bool {
        get { origin == .revealed }
        set { if newValue { origin = .revealed } }
    }
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

extension OrderedList.Run {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .optional("after", \.after, .identifier, ""),
            .required("marks", \.positions, .array(of: OrderedList.Position.shape), ""),
        ], unknown: .ignored)
}

extension OrderedList.Position {
    fileprivate static let shape = Shape.object(
        "", "", initial: Self(),
        members: [
            .required("number", \.number, .integer, ""),
            .required("element", \.element, .identifier, ""),
            .optional("step", \.step, .integer, ""),
        ], unknown: .ignored)
}
