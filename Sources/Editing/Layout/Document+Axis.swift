import Graph
import Wire

extension Document {
    /// The number at a place in the data of a node; nil where there is none.
    func number(at axis: JSONPointer, inDataOf slot: Node.Slot) -> Double? {
        withNodeMembers(slot) { members in
            guard var cursor = JSONMembers.cursor("data", in: members)?.value(at: axis), cursor.peek() == .number,
                let number = try? cursor.readDouble()
            else { return nil }
            return number
        }
    }
}
