import Graph
import Wire

/// The number of elements that a reader saw in a file, compared with those in the document.
struct SeenElements {
    /// The number of elements in the file, nodes and edges.
    private(set) var count: Int
    /// The numbers of left out elements by the codes of their losses, in the order of first occurrence.
    private(set) var leftOut: [(code: String, count: Int)] = []

    /// - Parameter count: the number of elements that were not left out.
    init(_ count: Int = 0) { self.count = count }

    /// Counts the elements of a document's text, of which some were lost.
    ///
    /// - Complexity: O(*n*) in the bytes if anything was lost.
    init(_ text: DocumentText, _ document: Document, _ losses: [Loss]) {
        count = losses.isEmpty ? document.nodes.count + document.edges.count : text.elementCount
        note(losses)
    }

    /// Adds elements that were not left out.
    mutating func add(_ count: Int) { self.count += count }

    /// Records elements that are left out.
    mutating func leaveOut(_ code: String, _ count: Int = 1) {
        self.count += count
        note(code, count)
    }

    /// Records losses of elements that are already counted.
    mutating func note(_ losses: [Loss]) {
        for loss in losses where loss.kind == .node || loss.kind == .edge { note(loss.code, 1) }
    }

    private mutating func note(_ code: String, _ count: Int) {
        if let place = leftOut.firstIndex(where: { $0.code == code }) {
            leftOut[place].count += count
        } else if leftOut.count < Limits.unshownKinds {
            leftOut.append((code, count))
        }
    }

    /// - Throws: `lossy` if a document has less than half of the elements.
    func check(_ document: Document) throws(EditError) {
        let held = document.nodes.count + document.edges.count
        if held >= count - held { return }
        let codes = leftOut.map { "\($0.code) \($0.count)" }.joined(separator: ", ")
        throw EditError(
            .lossy, "\(count - held) of \(count) elements would be lost (\(codes)); `lossy` takes the others",
            path: ["text"])
    }
}
