import Editing
import Formats
import Geometry
import Graph
import Interaction
import Layout
import Storage
import Wire

/// Adds the elements of a text, or replaces those of the document by them.
struct DocumentImport: EditMethod {
    var text = ""
    var format: String?
    var at: Point?
    var replace = false
    /// The treatment of edges that the rules refuse; nil skips them, and in a new document reports them.
    var rules: RulePolicy?
    var parameters = ImportOptions()
    var lossy = false
    /// The content of the text, once it has been read.
    var content: Content?
    /// The layout of its trees, once that has been computed.
    var plan: LayoutPlan?
    /// Is true if its trees have been laid out.
    var isLaidOut = false

    typealias Content = PastedText.Content

    struct Outcome: Sendable {
        var nodes: [Identifier] = []
        var edges: [Identifier] = []
        var losses: [Loss] = []
    }

    static let name = "document/import"
    static let label = "Import"
    static let summary = "Adds the elements of a text or a file, or replaces all elements by them, matched by id."
    static let initial = DocumentImport()
    static let failures: [Failure.Kind] = [
        .locked, .notAccepted, .invalidValue, .invalidData, .connectionRefused, .format, .lossy, .limits,
    ]
    static let textDoc = "a document, a drawing in Mermaid or DOT, trees, types of Swift or lines"
    static let options: [Member<DocumentImport>] = [
        .optional(
            "format", \.format, .string,
            "\(Format.list(\.isReadable)); if left out, it is recognized by the beginning of the text"
        ),
        .optional(
            "at", \.at, .point,
            "the new top-left corner of the bounds, on the canvas; if left out, elements have the positions of the text"
        ),
        .defaulted(
            "replace", \.replace, .boolean,
            "whether the elements replace those of the document; one with an id of the text stays the same element",
            default: "false"),
        .optional(
            "rules", \.rules, .choice(of: RulePolicy.self),
            "of edges that the connection rules refuse: refuse the import, report them as diagnostics, or skip them as "
                + "losses; if left out skip, and report in a new document, which is only opened"),
        .defaulted("options", \.parameters, ImportOptions.shape, "of trees and types of Swift", default: "{}"),
        .defaulted(
            "lossy", \.lossy, .boolean,
            "whether a text is taken although more than half of its nodes and edges are lost", default: "false"),
    ]
    static let members: [Member<DocumentImport>] = [.required("text", \.text, .string, textDoc)] + options
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required(
            "nodes", \.nodes, .array(of: .identifier), "those of the text, by the ids they have now, in its order"),
        .required("edges", \.edges, .array(of: .identifier), "the same for edges"),
        .required(
            "losses", \.losses, .array(of: Loss.shape),
            "the omitted parts: parts that break the structure, types that differ, edges that the rules refuse"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let content = if let content { content } else { try read(text) }
        let imported = try add(content, in: &transaction)
        if let plan, plan.isCurrent(in: transaction.document) {
            try transaction.perform(plan)
        } else if !isLaidOut {
            let slots = try transaction.document.slots(nodes: imported.nodes)
            if let plan = try plan(of: content, slots, in: transaction.document, { _ in true }) {
                try transaction.perform(plan)
            }
        }
        return Outcome(
            nodes: imported.nodes, edges: imported.edges, losses: content.losses + imported.losses)
    }

    private func add(_ content: Content, in transaction: inout Transaction) throws(EditError) -> Imported {
        try replace
            ? transaction.replaceElements(by: content.document, at: at, rules: rules ?? .skip)
            : transaction.importElements(of: content.document, at: at, rules: rules ?? .skip)
    }

    /// Returns the layout of trees among imported nodes; nil if they are not laid out, and when it was stopped.
    private func plan(
        of content: Content, _ nodes: [Node.Slot], in document: Document, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        if content.isUnplaced { return try document.layoutPlan(of: nodes, content.document.unplacedLayout, watch) }
        guard content.format?.isTree == true,
            let layout = try parameters.layout.layout(in: document, path: ["options", "layout"])
        else { return nil }
        return try document.layoutPlan(of: nodes, layout, watch)
    }

    /// Is true if the text has trees with so many nodes that laying them out takes long.
    var isLong: Bool {
        guard let content, content.format?.isTree == true || content.isUnplaced else { return false }
        return content.document.nodes.count > Limits.layoutNodes
    }

    /// Returns the layout that the trees of the text would get in a document that does not have them yet; nil if they
    /// are not laid out, and when it was stopped.
    ///
    /// - Throws: the errors of `perform`.
    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        guard let content else { return nil }
        var document = document
        return try document.transact { (transaction) throws(EditError) in
            let imported = try add(content, in: &transaction)
            let slots = try transaction.document.slots(nodes: imported.nodes)
            return try plan(of: content, slots, in: transaction.document, watch)
        }.result
    }

    /// Lays out the trees of the text before they are added to a new document, if that takes long: they are alone
    /// there, and unless they are moved their layout does not depend on the document.
    ///
    /// - Throws: the errors of `perform`.
    mutating func layOutNew(_ watch: LayoutWatch) throws(EditError) {
        guard isLong, var content else { return }
        if at != nil { return plan = try plan(in: Document(), watch) }
        guard let plan = try plan(of: content, content.document.nodeSlots, in: content.document, watch) else { return }
        _ = try content.document.transact { (transaction) throws(EditError) in try transaction.perform(plan) }
        self.content = content
        isLaidOut = true
    }

    /// Reads a text.
    ///
    /// - Throws: `format`, `limits`.
    func read(_ text: String, with forkJoin: ForkJoin = .serial) throws(EditError) -> Content {
        var text = text
        return try text.withUTF8 { reading(of: $0, forkJoin) }.get()
    }

    /// Returns the content of a text, or the reason why it cannot be read.
    func reading(
        of text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) -> Swift.Result<Content, EditError> {
        do throws(EditError) {
            let stated = try format.map(Format.readable)
            return .success(
                try PastedText.read(
                    text, as: stated, refusesDiagrams: true, parameters.trees, isLossy: lossy, with: forkJoin))
        } catch {
            return .failure(error)
        }
    }
}
