import Editing
import Geometry
import Graph
import Storage
import Wire

// What the client is asked, and what its answers lead to.

/// The outcome of a gesture's end or of a drop that waited for the client.
public enum ResolvedEnd: Sendable {
    case gesture(GestureOutcome)
    case drop(InputAnswer)
}

extension Workspace {
    /// Drops everything that waits for the answer to a question; the answer then has no effect.
    public mutating func withdraw(_ number: Int) {
        guard let end = questions.takeEnd(of: number), let view = windows.slot(of: end.view) else { return }
        windows[view].view.endWaiting(number)
    }

    /// Handles the answer to a question: previews follow it, and waiting work is performed or dropped.
    ///
    /// - Returns: the outcome of the end that waited for it; nil if none did.
    /// - Throws: the errors of the edit of that end; then the document is as it was.
    public mutating func resolve(_ number: Int, _ answer: ClientAnswer) throws(EditError) -> ResolvedEnd? {
        guard let question = questions.take(number) else { return nil }
        let refusal = answer.refusal(document.settings)
        let end = questions.takeEnd(of: number)
        if let view = question.view.flatMap({ windows.slot(of: $0) }) {
            switch question.subject {
            case .connection:
                windows[view].view.endWaiting(number)
                if windows[view].view.resolve(number, refusal) {
                    windows[view].view.redrawGesture(on: stage(of: view, asksRules: true))
                    windows[view].view.askAboutDraft(&questions, content.document)
                }
            case .drop: windows[view].view.resolveOffering(number, isAccepted: refusal == nil)
            }
        }
        return try end.flatMap { (end) throws(EditError) in try perform(end, refusal) }
    }

    private mutating func perform(
        _ end: ClientQuestions.WaitingEnd, _ refusal: ConnectionRefusal?
    ) throws(EditError) -> ResolvedEnd? {
        let view = windows.slot(of: end.view)
        switch end.work {
        case .edit(let proposed, let node, let point):
            if let refusal {
                guard let view else { return .gesture(GestureOutcome()) }
                let at = windows[view].view.viewport.screen(point)
                reportRefusal(.refused(refusal), at: at, in: view)
                return .gesture(GestureOutcome(refusal: Refusal(error: .refused(refusal), at: at)))
            }
            var edit = ViewEdit(proposed)
            edit.raised = node
            let before = revision
            let made = try perform(edit, in: view, cause: end.cause)
            return .gesture(proposed.outcome.adding(made, isChanged: revision != before))
        case .drop(var event):
            guard let view else { return nil }
            event.at = windows[view].view.viewport.screen(event.at)
            return .drop(try finishDrop(event, isAccepted: refusal == nil, in: view, cause: end.cause))
        }
    }
}

extension View {
    /// Asks about the open draft if client and rules have not yet decided.
    @inline(__always)
    mutating func askAboutDraft(_ questions: inout ClientQuestions, _ document: Document) {
        if let proposal = draft?.pending { _ = ask(about: proposal, &questions, document) }
    }

    /// The number of the question about a proposal of the gesture, which is asked if it was not yet.
    mutating func ask(
        about proposal: ConnectionProposal, _ questions: inout ClientQuestions, _ document: Document
    ) -> Int {
        if let number = verdicts.question(about: proposal) { return number }
        let number = questions.ask(.connection(edge: document.text(of: proposal)), in: id)
        verdicts.ask(number, about: proposal)
        return number
    }

    /// Lets an edit wait for the answer of the client, with the gesture that led to it still drawn.
    mutating func postpone(
        _ edit: ProposedEdit, of gesture: Gesture, _ questions: inout ClientQuestions, _ document: Document,
        cause: String
    ) -> Int {
        let number = ask(about: edit.proposal, &questions, document)
        let raised = gesture.payload.origin.raised
        let point = gesture.payload.draft?.to ?? gesture.payload.origin.anchor
        questions.await(
            .init(number: number, view: id, work: .edit(edit, raising: raised, at: point), cause: cause))
        if gesture.payload.draft != nil { ending = Ending(question: number, gesture: gesture) }
        return number
    }

    /// Drops the gesture whose end waits for the answer to a question.
    mutating func endWaiting(_ question: Int) { if ending?.question == question { ending = nil } }
}

extension Document {
    /// The proposed edge in the form for the client: a moved one with all its members.
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
