import Graph
import Wire

extension Document {
    /// The number in the data of a node at a pointer; nil without one.
    func number(at axis: JSONPointer, inDataOf slot: Node.Slot) -> Double? {
        withNodeMembers(slot) { JSONMembers.value("data", in: $0) }?[axis]?.doubleValue
    }
}
