import Editing
import Geometry
import Graph
import Storage
import Wire

// What the client is asked, and what its answers lead to.

/// What came of the end of a gesture or of a drop that waited for the client.
public enum ResolvedEnd: Sendable {
    case gesture(GestureOutcome)
    case drop(InputAnswer)
}

extension Workspace {
    /// Hands over the questions that were not yet sent, in the order in which they were asked.
    public mutating func takeQuestions() -> [ClientQuestion] { questions.takeUnsent() }

    /// Asks whether an edit may make or move an edge; nil where too many questions are open, or the client wants none.
    ///
    /// - Parameter view: from which the edit comes.
    public mutating func ask(about edge: JSONText, from view: Identifier?) -> Int? {
        questions.mayAsk ? questions.ask(.connection(edge: edge), in: view?.string) : nil
    }

    /// Forgets what waits for the answer to a question; the answer has no effect then.
    public mutating func withdraw(_ number: Int) {
        guard let end = questions.takeEnd(of: number), let view = slot(ofView: end.view) else { return }
        endWaiting(number, in: view)
    }

    /// Takes the answer to a question: previews follow it, and what waited for it is done or left.
    ///
    /// - Returns: what came of the end that waited for it; nil if none did.
    /// - Throws: what the edit of that end throws; then the document is as it was.
    public mutating func resolve(_ number: Int, _ answer: ClientAnswer) throws(EditError) -> ResolvedEnd? {
        guard let question = questions.take(number) else { return nil }
        let refusal = answer.refusal(document.settings)
        let end = questions.takeEnd(of: number)
        if let view = question.view.flatMap({ slot(ofView: $0) }) {
            switch question.subject {
            case .connection: show(refusal, to: number, in: view)
            case .drop: resolveOffering(number, isAccepted: refusal == nil, in: view)
            }
        }
        return try end.flatMap { (end) throws(EditError) in try perform(end, refusal) }
    }

    private func slot(ofView id: String) -> View.Slot? {
        views.firstIndex { $0.id == id }.map { View.Slot(index: $0) }
    }

    /// Lets the open draft of a view follow an answer.
    private mutating func show(_ refusal: ConnectionRefusal?, to number: Int, in view: View.Slot) {
        endWaiting(number, in: view)
        guard views[view].verdicts.resolve(number, refusal), let gesture = views[view].gesture else { return }
        views[view].gesture = gesture.redrawn(on: stage(of: view))
        askAboutDraft(in: view)
    }

    private mutating func endWaiting(_ number: Int, in view: View.Slot) {
        if views[view].ending?.question == number { views[view].ending = nil }
    }

    private mutating func perform(
        _ end: ClientQuestions.WaitingEnd, _ refusal: ConnectionRefusal?
    ) throws(EditError) -> ResolvedEnd? {
        switch end.work {
        case .edit(let edit, let node):
            if let refusal {
                try raise(node, in: slot(ofView: end.view), cause: end.cause)
                return .gesture(GestureOutcome(reason: refusal.reason.rawValue, message: refusal.message))
            }
            return .gesture(
                try perform(
                    (edit.label, { (transaction) throws(EditError) in try edit.perform(in: &transaction) }),
                    edit.outcome, in: slot(ofView: end.view), raising: node, cause: end.cause))
        case .drop(var event):
            guard let view = slot(ofView: end.view) else { return nil }
            event.at = views[view].viewport.screen(event.at)
            return .drop(try finishDrop(event, isAccepted: refusal == nil, in: view, cause: end.cause))
        }
    }

    // MARK: Asking

    /// Asks about the open draft of a view where client and rules have not yet said all.
    mutating func askAboutDraft(in view: View.Slot) {
        guard let proposal = views[view].draft?.pending else { return }
        _ = question(about: proposal, in: view)
    }

    /// The number of the question about a proposal of the view's gesture, which is asked if it was not yet.
    mutating func question(about proposal: ConnectionProposal, in view: View.Slot) -> Int {
        if let number = views[view].verdicts.question(about: proposal) { return number }
        let number = questions.ask(.connection(edge: document.text(of: proposal)), in: views[view].id)
        views[view].verdicts.ask(number, about: proposal)
        return number
    }

    /// The client as a rule for the gesture of a view; nil if it does not want to be asked.
    func clientRule(of view: View.Slot) -> ClientRule? {
        if !topics.contains(.connections) { return nil }
        let unasked: ClientVerdicts.Finding =
            questions.mayAsk
            ? .pending : ClientAnswer.missing.refusal(document.settings).map { .refused($0) } ?? .allowed
        return ClientRule(verdicts: views[view].verdicts, unasked: unasked)
    }

    /// Lets an edit wait for the answer of the client, with the gesture that led to it still drawn.
    mutating func postpone(_ edit: ProposedEdit, of gesture: Gesture, in view: View.Slot, cause: String) -> Int {
        let number = question(about: edit.proposal, in: view)
        questions.await(
            ClientQuestions.WaitingEnd(
                number: number, view: views[view].id, work: .edit(edit, raising: gesture.payload.origin.raised),
                cause: cause))
        if gesture.payload.draft != nil { views[view].ending = View.Ending(question: number, gesture: gesture) }
        return number
    }
}

extension Document {
    /// The edge that is proposed, as the client is asked about it: one that is moved with all its members.
    fileprivate func text(of proposal: ConnectionProposal) -> JSONText {
        if let slot = proposal.edge.flatMap({ edge($0) }) {
            var edge = edge(at: slot)
            (edge.source, edge.sourceHandle) = (proposal.source, proposal.sourceHandle)
            (edge.target, edge.targetHandle) = (proposal.target, proposal.targetHandle)
            return edge.text
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("source")
        writer.string(proposal.source.string)
        if let handle = proposal.sourceHandle {
            writer.name("sourceHandle")
            writer.string(handle.string)
        }
        writer.name("target")
        writer.string(proposal.target.string)
        if let handle = proposal.targetHandle {
            writer.name("targetHandle")
            writer.string(handle.string)
        }
        writer.endObject()
        return JSONText(trusted: writer.take())
    }
}
