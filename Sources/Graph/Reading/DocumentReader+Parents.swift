import Geometry
import Storage
import Wire

extension DocumentReader {
    /// Links children to parents; whoever closes a cycle or names a missing node loses its parent, and nothing else.
    mutating func linkParents() {
        var trees = Trees()
        for (slot, parent) in children {
            guard let target = document.node(parent) else {
                loseParent(slot, "noSuchNode", "there is no node \"\(parent)\"")
                continue
            }
            if trees.root(of: target) == slot {
                loseParent(slot, "parentCycle", "\"\(parent)\" lies inside this node")
            } else {
                document.link(slot, toParent: target)
                trees.join(slot, to: target)
            }
        }
    }

    private mutating func loseParent(_ slot: Node.Slot, _ code: String, _ message: String) {
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

/// The outermost ancestor of each node, while parents are linked one by one.
///
/// - Complexity: O(log *n*) amortized by halving the paths (van Leeuwen and van der Weide, 1977), however deep they
///   are.
private struct Trees {
    private var outer = PagedArray<Link<Node>>(default: .none)

    mutating func root(of slot: Node.Slot) -> Node.Slot {
        var slot = slot
        while let next = outer[slot].slot {
            guard let afterNext = outer[next].slot else { return next }
            outer[slot] = Link(afterNext)
            slot = afterNext
        }
        return slot
    }

    mutating func join(_ root: Node.Slot, to slot: Node.Slot) { outer[root] = Link(slot) }
}
