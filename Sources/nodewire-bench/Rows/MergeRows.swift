import Editing
import Graph
import Host
import Interaction
import Wire

// The row about merging replicas.

extension BenchRun {
    /// The number of changes in each of the two replicas.
    private static let mergedChanges = 1000

    /// Merges two replicas of a document that were changed, saved and opened; the cost of the merge beyond the reading.
    func measureMerges() throws(CommandError) -> [Figure] {
        let nodes = min(options.nodes, 100_000)
        let text = sample(.clustered, nodes).text()
        let ours = try written(text, replica: "a")
        let theirs = try BenchRun.open(written(text, replica: "b")).document
        var times: [Double] = []
        for _ in 0..<max(batches, 3) {
            // As in a server, no other copy exists.
            var workspace = try BenchRun.open(ours)
            let begun = workTime()
            do throws(EditError) {
                _ = try workspace.merge(StampedChanges(of: theirs, for: workspace.document), cause: "merge")
            } catch {
                throw CommandError(error.message)
            }
            times.append(workTime() - begun)
        }
        return [
            Figure(
                "merge", times.least, goal: 85, .milliseconds, against: "nothing",
                shown: "two replicas of \(nodes) nodes, \(BenchRun.mergedChanges) changes each, beyond reading")
        ]
    }

    /// The file of a replica after its changes.
    private func written(_ text: JSONWriter, replica: String) throws(CommandError) -> JSONWriter {
        var workspace = try BenchRun.open(text)
        workspace.beginStamps(replica: replica)
        let slots = workspace.document.nodeSlots
        let step = max(slots.count / BenchRun.mergedChanges, 1)
        for number in 0..<min(BenchRun.mergedChanges, slots.count) {
            let id = workspace.document.nodeID(slots[number * step])
            do throws(EditError) {
                _ = try workspace.perform(.init(cause: "bench")) { (open) throws(EditError) in
                    switch number % 4 {
                    case 0:
                        try open.insertNode(Node(id: Identifier("\(replica)-\(number)")))
                    case 1: try open.removeElements(nodes: [id], edges: [])
                    default: try open.updateNode(id, patch: ["label": .string("\(replica) \(number)")])
                    }
                }
            } catch {
                throw CommandError(error.message)
            }
        }
        var writer = JSONWriter()
        workspace.document.write(into: &writer)
        return writer
    }
}
