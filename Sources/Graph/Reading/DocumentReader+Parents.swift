import Geometry
import Storage
import Wire

extension DocumentReader {
    /// Links children to parents; whoever closes a cycle or names a missing node loses its parent, and nothing else.
    mutating func linkParents() {
        var trees = Trees()
        for (slot, parent) in children {
            let target = document.node(parent)
            if target < 0 {
                loseParent(slot, "noSuchNode", "there is no node \"\(parent)\"")
            } else if trees.root(of: target) == slot {
                loseParent(slot, "parentCycle", "\"\(parent)\" lies inside this node")
            } else {
                document.link(slot, toParent: target)
                trees.join(slot, to: target)
            }
        }
    }

    private mutating func loseParent(_ slot: Int32, _ code: String, _ message: String) {
        var writer = JSONWriter()
        document.writeNode(slot, into: &writer)
        losses.append(
            Loss(
                kind: .node, id: document.nodeID(slot).string, code: code, message: message,
                element: JSONText(trusted: writer.bytes)))
        var node = document.node(at: slot)
        node.members = JSONMembers.removing(["parentId", "parentNode"], from: node.members)
        document.put(node, at: slot)
    }
}

/// Which outermost node each node lies in, while parents are linked one by one.
///
/// - Complexity: O(log *n*) amortised by halving the paths (van Leeuwen and van der Weide, 1977), however deep they are.
private struct Trees {
    private var outer = PagedArray<Int32>(default: -1)

    mutating func root(of slot: Int32) -> Int32 {
        var slot = slot
        while outer[Int(slot)] >= 0 {
            let next = outer[Int(outer[Int(slot)])]
            if next < 0 { return outer[Int(slot)] }
            outer[Int(slot)] = next
            slot = next
        }
        return slot
    }

    mutating func join(_ root: Int32, to slot: Int32) { outer[Int(root)] = slot }
}
