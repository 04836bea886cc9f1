import Editing
import Geometry
import Graph
import Storage
import Wire

/// The questions about a document that the client has yet to answer, with the edits that wait for them.
public struct ClientQuestions: Sendable {
    /// The end of a gesture or of a drop that waits for an answer.
    struct WaitingEnd: Sendable {
        enum Work: Sendable {
            /// The point is the draft's end on the canvas.
            case edit(ProposedEdit, raising: Node.ID?, at: Point)
            /// The event keeps its point on the canvas, since the view may move.
            case drop(DropEvent)
        }

        let number: Int
        let view: String
        let work: Work
        /// The method to which the change of the document is attributed.
        let cause: String
    }

    /// The topics that the client wants to be asked about.
    public var topics: ClientTopics = []
    private(set) var open: [ClientQuestion] = []
    /// The number of `open` questions that were not yet sent, which are the last ones.
    private var unsent = 0
    private(set) var ends: [WaitingEnd] = []
    private var count = 0

    /// Is true if one more question may be asked.
    var mayAsk: Bool { open.count < Limits.clientQuestions }

    /// Asks a question and returns its number.
    mutating func ask(_ subject: ClientQuestion.Subject, in view: String?) -> Int {
        count += 1
        open.append(ClientQuestion(number: count, view: view, subject: subject))
        unsent += 1
        return count
    }

    /// Asks whether an edit may make or move an edge; nil if too many questions are open.
    ///
    /// - Parameter view: the view of the edit.
    public mutating func ask(about edge: JSONText, from view: Identifier?) -> Int? {
        mayAsk ? ask(.connection(edge: edge), in: view?.string) : nil
    }

    /// The number of the question of an end that began to wait after a number of others; nil if none did.
    func question(ofEndAfter known: Int) -> Int? { ends.count > known ? ends.last?.number : nil }

    mutating func await(_ end: WaitingEnd) { ends.append(end) }

    /// Returns the unsent questions, in order.
    public mutating func takeUnsent() -> [ClientQuestion] {
        if unsent == 0 { return [] }
        defer { unsent = 0 }
        return Array(open.suffix(unsent))
    }

    /// Removes and returns a question; nil if it is not open.
    mutating func take(_ number: Int) -> ClientQuestion? {
        guard let place = open.firstIndex(where: { $0.number == number }) else { return nil }
        if place >= open.count - unsent { unsent -= 1 }
        return open.remove(at: place)
    }

    mutating func takeEnd(of number: Int) -> WaitingEnd? {
        ends.firstIndex { $0.number == number }.map { ends.remove(at: $0) }
    }

    /// Drops all questions of a view.
    mutating func forget(view: String) {
        for question in open where question.view == view { _ = take(question.number) }
        ends.removeAll { $0.view == view }
    }

    /// The client as a rule for a gesture; nil if it does not want to be asked.
    ///
    /// - Parameter verdicts: the answers of the client about the proposals of the gesture.
    func rule(_ verdicts: ClientVerdicts, _ document: Document) -> ClientRule? {
        if !topics.contains(.connections) { return nil }
        let unasked: ClientVerdicts.Finding =
            mayAsk ? .pending : ClientAnswer.missing.refusal(document.settings).map { .refused($0) } ?? .allowed
        return ClientRule(verdicts: verdicts, unasked: unasked)
    }

    /// Lets the client decide about something that the rules accept, which is not accepted until then.
    ///
    /// - Parameter view: the view below the object.
    mutating func ask(about offering: inout Offering, _ event: DropEvent, in view: String, _ document: Document) {
        offering.isAccepted = false
        guard mayAsk else {
            offering.isAccepted = document.settings.clientDefault == .allow
            return
        }
        let target: ClientQuestion.Target =
            switch offering.target {
            case nil: .canvas
            case .node(let slot)?: .node(document.nodeID(slot))
            case .edge(let slot)?: .edge(document.edgeID(slot))
            }
        offering.question = ask(.drop(at: event.at, target: target, types: event.types), in: view)
    }
}
