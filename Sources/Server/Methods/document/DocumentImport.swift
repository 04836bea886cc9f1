import Editing
import Formats
import Geometry
import Graph
import Layout
import Storage
import Wire

/// Adds the elements of a text, or replaces those of the document by them.
struct DocumentImport: EditMethod {
    var text = ""
    var format: String?
    var at: Point?
    var replace = false
    var parameters = ImportOptions()
    /// What the text holds, once it has been read.
    var content: Content?
    /// How its trees are to be laid out, once that has been computed.
    var plan: LayoutPlan?

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
    static let failures: [Failure.Kind] = [.locked, .notAccepted, .invalidValue, .invalidData, .format, .limits]
    static let textDoc = "a document, a drawing in Mermaid or DOT, trees, types of Swift or lines"
    static let options: [Member<DocumentImport>] = [
        .optional(
            "format", \.format, .string,
            "nodewire, reactFlow, swiftFlow, mermaid, dot, tree or swiftType; if left out, what the text is, is found out from its beginning"
        ),
        .optional(
            "at", \.at, .point,
            "where on the canvas the top-left corner of the bounds goes; if left out, all lies where the text says"
        ),
        .defaulted(
            "replace", \.replace, .boolean,
            "whether the elements replace those of the document; one with an id of the text stays the same element",
            default: "false"),
        .defaulted("options", \.parameters, ImportOptions.shape, "of trees and types of Swift", default: "{}"),
    ]
    static let members: [Member<DocumentImport>] = [.required("text", \.text, .string, textDoc)] + options
    static let outcome = Outcome()
    static let outcomeMembers: [Member<Outcome>] = [
        .required(
            "nodes", \.nodes, .array(of: .identifier), "those of the text, by the ids they have now, in its order"),
        .required("edges", \.edges, .array(of: .identifier), "the same for edges"),
        .required(
            "losses", \.losses, .array(of: Loss.shape),
            "what was left out: what breaks the structure, types that differ"),
    ]

    func perform(in transaction: inout Transaction) throws(EditError) -> Outcome {
        let content = if let content { content } else { try read(text) }
        let imported = try add(content, in: &transaction)
        if let plan, plan.isCurrent(in: transaction.document) {
            try transaction.perform(plan)
        } else if let plan = try plan(of: content, imported.nodes, in: transaction.document, { _ in true }) {
            try transaction.perform(plan)
        }
        return Outcome(
            nodes: imported.nodes, edges: imported.edges, losses: content.losses + imported.losses)
    }

    private func add(_ content: Content, in transaction: inout Transaction) throws(EditError) -> Imported {
        try replace
            ? transaction.replaceElements(by: content.document, at: at)
            : transaction.importElements(of: content.document, at: at)
    }

    /// How trees among imported nodes are laid out; nil where they are not, and when it was stopped.
    private func plan(
        of content: Content, _ ids: [Identifier], in document: Document, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        guard content.format?.isTree == true,
            let layout = try parameters.layout.layout(in: document, path: ["options", "layout"])
        else { return nil }
        return try document.layoutPlan(of: document.slots(nodes: ids), layout, watch)
    }

    /// Whether what has been read are trees of so many nodes that it takes long to lay them out.
    var isLong: Bool {
        guard let content, content.format?.isTree == true else { return false }
        return content.document.nodes.count > Limits.layoutNodes
    }

    /// How the trees of the text would be laid out in a document that does not have them yet; nil where they are not, and
    /// when it was stopped.
    ///
    /// - Throws: what `perform` throws.
    func plan(in document: Document, _ watch: LayoutWatch) throws(EditError) -> LayoutPlan? {
        guard let content else { return nil }
        var document = document
        return try document.transact { (transaction) throws(EditError) in
            let imported = try add(content, in: &transaction)
            return try plan(of: content, imported.nodes, in: transaction.document, watch)
        }.result
    }

    /// - Throws: `format`, `limits`.
    func read(_ text: String, with forkJoin: ForkJoin = .serial) throws(EditError) -> Content {
        var text = text
        return try text.withUTF8 { reading(of: $0, forkJoin) }.get()
    }

    /// What a text holds, or why it cannot be read.
    func reading(
        of text: UnsafeBufferPointer<UInt8>, _ forkJoin: ForkJoin
    ) -> Swift.Result<Content, EditError> {
        do throws(EditError) {
            let stated = try format.map(Format.readable)
            return .success(
                try PastedText.read(text, as: stated, refusesDiagrams: true, parameters.trees, with: forkJoin))
        } catch {
            return .failure(error)
        }
    }
}
