import Editing
import Formats
import Geometry
import Graph
import Interaction
import Wire

/// Adds copies of the elements in a fragment or a text.
struct DocumentPaste: EditMethod {
    var fragment: Fragment?
    var text: String?
    var at: Point?
    var parentId: Identifier?
    var outside = Outside.drop
    var rules = RulePolicy.skip
    /// Is true if it comes from a view, and so from a hand.
    private var isByHand = false

    /// The treatment of the edges that left the copied elements.
    enum Outside: String, CaseIterable, Sendable { case drop, keep }

    struct Outcome: Sendable {
        var nodes: [(String, Identifier)] = []
        var edges: [(String, Identifier)] = []
        var losses: [Loss] = []
    }

    static let name = "document/paste"
    static let label = "Paste"
    static let summary =
        "Adds the elements of a fragment, a document or any other text under new ids, and the types that are absent."
    static let initial = DocumentPaste()
    static let failures: [Failure.Kind] = [
        .noSuchNode, .locked, .notAccepted, .invalidValue, .invalidData, .connectionRefused, .format, .limits,
    ]
    static let members: [Member<DocumentPaste>] = [
        .optional("fragment", \.fragment, .pastedFragment, "the result of `document/copy`, or another document"),
        .optional("text", \.text, .string, "a text of any format that is recognized, in place of a fragment"),
        .optional(
            "at", \.at, .point,
            "the new top-left corner of the bounds, on the canvas; if left out, 20, 20 beside its old place and earlier pastes; with a `view` on the grid, if nodes snap to it"
        ),
        .optional("parentId", \.parentId, .identifier, "the new parent of the outermost nodes"),
        .defaulted(
            "outside", \.outside, .choice(of: Outside.self),
            "keep: edges that led outside are connected again if their ends are in the document", default: "drop"),
        .rules(\.rules, default: "skip"),
    ]
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required("nodes", \.nodes, .dictionary(of: .identifier), "the id of each copy, by that of its original"),
        .required("edges", \.edges, .dictionary(of: .identifier), "the same for edges"),
        .required(
            "losses", \.losses, .array(of: Loss.shape),
            "the omitted parts: edges that the rules refuse, types that differ, parts that break the structure"),
    ]
    static let viewDoc =
        "the view that selects the pasted elements, and whose undo takes them back; not inside `document/edit`"

    func checkShape() throws(ShapeError) {
        if (fragment == nil) == (text == nil) { throw ShapeError("either `fragment` or `text`") }
    }

    mutating func take(_: Selection, of _: Document) { isByHand = true }

    static func selection(after outcome: Outcome, in document: Document) -> Selection? {
        Selection(copies: outcome.nodes, edges: outcome.edges, in: document)
    }

    static let mayAddMany = true

    func weight(in document: Document) -> Int {
        fragment?.document.elementCount ?? (text?.utf8.count ?? 0) / FoundContent.elementBytes
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let content = try content()
        let pasted = try transaction.paste(
            content.document, at: at, isByHand: isByHand, into: parentId, connectsOutside: outside == .keep,
            rules: rules)
        return Outcome(
            nodes: pasted.copies.nodes.map { ($0.old.string, $0.new) },
            edges: pasted.copies.edges.map { ($0.old.string, $0.new) }, losses: content.losses + pasted.losses)
    }

    private func content() throws(EditError) -> (document: Document, losses: [Loss]) {
        if let fragment { return (fragment.document, fragment.losses) }
        var text = text ?? ""
        var outcome: Swift.Result<(document: Document, losses: [Loss]), EditError>?
        text.withUTF8 { bytes in
            do throws(EditError) {
                var content = try PastedText.read(bytes)
                if content.isUnplaced { try content.document.layOutUnplaced() }
                outcome = .success((content.document, content.losses))
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome?.get() ?? (Document(), [])
    }
}
