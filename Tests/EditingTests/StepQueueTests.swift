import Geometry
import Graph
import Testing

@testable import Editing

@Suite struct StepQueueTests {
    private func step(_ label: String) -> History.Step {
        History.Step(label: label, deltas: [], bytes: label.utf8.count)
    }

    @Test func `steps are dropped at both ends as from an array`() {
        var queue = StepQueue()
        var model: [String] = []
        var state: UInt64 = 7
        for number in 0..<4000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            switch state >> 60 {
            case 0 where model.count > 3:
                queue.removeFirst(3)
                model.removeFirst(3)
            case 1 where !model.isEmpty:
                #expect(queue.removeLast().label == model.removeLast())
            case 2 where model.count > 2:
                queue.removeAll(from: model.count - 2)
                model.removeLast(2)
            case 3 where model.count > 40:
                queue.removeFirst(model.count - 1)
                model.removeFirst(model.count - 1)
            default:
                queue.append(step("s\(number)"))
                model.append("s\(number)")
            }
            #expect(queue.count == model.count)
            #expect(queue.last?.label == model.last)
            #expect(queue.first?.label == model.first)
        }
        #expect(queue.map(\.label) == model)
    }

    @Test func `a history keeps the latest steps and takes back no more of them`() throws {
        var editor = DocumentEditor(Document())
        let options = DocumentEditor.Options(cause: "test")
        let slot = try editor.perform(options) { (transaction) throws(EditError) in
            try transaction.insert(Node(id: Identifier("a"), geometry: NodeGeometry(x: 0, y: 0, width: 1, height: 1)))
        }.result
        let edits = Limits.historySteps + 500
        for number in 1...edits {
            _ = try editor.perform(options) { (transaction) throws(EditError) in
                try transaction.setPosition(slot, Point(x: Double(number), y: 0))
            }
        }
        #expect(editor.history.labels.count == Limits.historySteps)
        #expect(try editor.undo(edits, cause: "test").steps == Limits.historySteps)
        #expect(editor.document.frame(slot).minX == 500)
        #expect(!editor.history.canUndo)
    }
}
