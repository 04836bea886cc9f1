import Graph
import Wire

extension Document {
    /// The number at a place in the data of a node; nil where there is none.
    func number(at axis: JSONPointer, inDataOf slot: Node.Slot) -> Double? {
        withNodeMembers(slot) { JSONMembers.value("data", in: $0) }?[axis]?.doubleValue
    }
}
