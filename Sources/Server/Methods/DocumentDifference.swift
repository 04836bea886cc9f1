import Editing
import Graph
import Storage
import Wire

/// The edits from a document to the content of another one, while they are being found.
///
/// One `document/apply` holds all differences. If that is refused because elements are locked, another one before it
/// unlocks them. If the other document breaks its own types, which an edit may not do, one edit removes the types, and
/// the last one restores them.
struct DocumentDifference {
    /// The result of the edits found so far, without transient elements.
    private var document: Document
    private let target: Document
    private var edits: [EditItem] = []

    private static let apply = AnyEdit(DocumentApply.self)

    /// Returns the edits.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n* log *n*) in the elements of both documents.
    static func edits(from document: Document, to other: Document) throws(EditError) -> [EditItem] {
        let target = try other.lasting()
        var difference = DocumentDifference(document: try document.lasting(), target: target)
        try difference.removeTransients(of: document)
        try difference.find()
        return difference.edits
    }

    private init(document: Document, target: Document) {
        self.document = document
        self.target = target
    }

    /// Removes the transient elements whose ids are taken in the other document, and those in and on removed nodes;
    /// locked ones are unlocked first.
    private mutating func removeTransients(of document: Document) throws(EditError) {
        let transients = TransientElements(of: document)
        func goes(_ slot: Node.Slot) -> Bool {
            !transients.nodes.contains(slot) && target.node(document.nodeID(slot)) == nil
        }
        let nodes = document.nodesInOrder(transients.nodes)
            .filter { document.nodes.parent($0).map(goes) == true || target.node(document.nodeID($0)) != nil }
            .map { document.nodeID($0) }
        let edges = document.edgesInOrder(transients.edges)
            .filter { slot in
                let ends = document.edges.ends(slot)
                return goes(ends.source) || goes(ends.target) || target.edge(document.edgeID(slot)) != nil
            }
            .map { document.edgeID($0) }
        if nodes.isEmpty && edges.isEmpty { return }
        var copy = document
        copy.updateInheritance()
        do throws(EditError) {
            _ = try copy.transact { (transaction) throws(EditError) in
                try transaction.removeElements(nodes: nodes, edges: edges)
            }
        } catch {
            if error.reason != .locked { throw error }
            for id in error.nodes { addUnlocking(NodeUpdate.name, id) }
            for id in error.edges { addUnlocking(EdgeUpdate.name, id) }
        }
        let params: JSON = [
            "nodes": .array(nodes.map { .string($0.string) }), "edges": .array(edges.map { .string($0.string) }),
        ]
        edits.append(EditItem(method: ElementRemove.name, params: params.text))
    }

    private mutating func addUnlocking(_ method: String, _ id: Identifier) {
        let params: JSON = ["id": .string(id.string), "patch": ["locked": false]]
        edits.append(EditItem(method: method, params: params.text))
    }

    private mutating func find() throws(EditError) {
        var step = try difference()
        if let refusal = step.refusal, refusal.reason == .locked {
            try perform { (transaction) throws(EditError) in
                for id in refusal.nodes { try transaction.updateNode(id, patch: ["locked": false]) }
                for id in refusal.edges { try transaction.updateEdge(id, patch: ["locked": false]) }
            }
            step = try difference()
        }
        guard let refusal = step.refusal else { return add(step) }
        if refusal.reason != .notAccepted && refusal.reason != .invalidData { throw refusal }
        try perform { (transaction) throws(EditError) in
            transaction.setMember("types", to: nil)
            transaction.setMember("settings", to: nil)
        }
        step = try difference()
        var (elements, members) = (step, step)
        elements.delta.members = []
        members.delta = Delta()
        members.delta.members = step.delta.members
        add(elements)
        add(members)
    }

    /// A change that was tried: the document after it, and why `document/apply` refuses it, if it does.
    private struct Step {
        var delta: Delta
        let after: Document
        var refusal: EditError?

        /// The parameters of `document/apply`.
        var params: JSONText {
            var writer = JSONWriter()
            writer.beginObject()
            writer.name("change")
            writer.beginObject()
            DocumentChange.write(delta, after, into: &writer)
            writer.endObject()
            // The other document holds what it holds.
            writer.name("rules")
            writer.string(RulePolicy.report.rawValue)
            writer.endObject()
            return JSONText(trusted: writer.take())
        }
    }

    /// Returns all present differences.
    private func difference() throws(EditError) -> Step {
        let target = target
        var step = try step { (transaction) throws(EditError) in try transaction.replaceContent(by: target) }
        do throws(EditError) {
            try tryOut(step)
        } catch {
            step.refusal = error
        }
        return step
    }

    private func step(_ body: (inout Transaction) throws(EditError) -> Void) throws(EditError) -> Step {
        var after = document
        after.updateInheritance()
        let delta = try after.transact(body).delta
        return Step(delta: delta.announced, after: after)
    }

    /// - Throws: the reason why the document refuses the change.
    private func tryOut(_ step: Step) throws(EditError) {
        let edit: AnyEdit.Step
        do throws(ShapeError) {
            edit = try step.params.withCursor(DocumentDifference.apply.read)
        } catch {
            throw .invalid(error.description)
        }
        var copy = document
        copy.updateInheritance()
        _ = try copy.transact(edit)
    }

    private mutating func perform(_ body: (inout Transaction) throws(EditError) -> Void) throws(EditError) {
        let step = try step(body)
        add(step)
        document = step.after
    }

    private mutating func add(_ step: Step) {
        if step.delta.isEmpty { return }
        edits.append(EditItem(method: DocumentApply.name, params: step.params))
    }
}
