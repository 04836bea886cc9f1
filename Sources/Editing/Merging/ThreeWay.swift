import Graph
import Storage
import Wire

/// Brings two documents together that were one before: where both have changed the same, the own one counts.
///
/// What counts on its own are the members of an element, of its `data` each of them; the settings, the types, and each other
/// member of the document. An element that one side removed is gone if the other has not changed it; what was removed here stays
/// gone. Where it is not known what the two were before, every element that is different is the own one, and none is removed.
public struct ThreeWay {
    private let base: Document?
    private let ours: Document
    private let theirs: Document

    /// What came of it, and what had to be left out to restore the structure.
    ///
    /// - Parameter base: what both were before; nil if that is not known.
    /// - Throws: `format`, `limits` as a file of what comes out does.
    /// - Complexity: O(*n*) in the elements of the three.
    public static func merge(
        base: Document?, ours: Document, theirs: Document
    ) throws(EditError) -> (document: Document, losses: [Loss]) {
        let text = ThreeWay(base: base, ours: ours, theirs: theirs).text
        do throws(ShapeError) {
            return try text.withUnsafeBufferPointer { (text) throws(ShapeError) in
                try DocumentReader.read(text, isFile: false)
            }
        } catch {
            throw EditError(.format, error.description)
        }
    }

    /// The merged content as a file has it.
    private var text: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("nodes")
        write(Side(nodesOf: base), Side(nodesOf: ours), Side(nodesOf: theirs), into: &writer)
        writer.name("edges")
        write(Side(edgesOf: base), Side(edgesOf: ours), Side(edgesOf: theirs), into: &writer)
        let content = ThreeWay.merged(
            base.map { .object($0.countedContent) }, .object(ours.countedContent), .object(theirs.countedContent),
            inside: ["settings", "types", "dataTypes"])
        for member in content.objectValue?.members ?? [] {
            writer.name(member.name)
            member.value.write(into: &writer)
        }
        writer.endObject()
        return writer.take()
    }

    private func write<Element: MergedElement>(
        _ base: Side<Element>, _ ours: Side<Element>, _ theirs: Side<Element>, into writer: inout JSONWriter
    ) {
        writer.beginArray()
        for id in ThreeWay.order(base, ours, theirs) {
            let before = base.find(id)
            switch (ours.find(id), theirs.find(id)) {
            case (let own?, let other?):
                if own == before {
                    other.write(into: &writer)
                } else if other == before || before == nil && self.base == nil {
                    own.write(into: &writer)
                } else {
                    ThreeWay.merged(before?.json, own.json, other.json, inside: ["data"]).write(into: &writer)
                }
            case (let own?, nil): if before == nil || own != before { own.write(into: &writer) }
            case (nil, let other?): if before == nil { other.write(into: &writer) }
            case (nil, nil): break
            }
        }
        writer.endArray()
    }

    /// A value of which the own one counts where it was changed; objects of these names are merged member by member, too.
    private static func merged(_ base: JSON?, _ ours: JSON, _ theirs: JSON, inside names: Set<JSONString>) -> JSON {
        guard let own = ours.objectValue, let other = theirs.objectValue else { return ours == base ? theirs : ours }
        let before = base?.objectValue ?? [:]
        var result = JSONObject()
        for member in own.members {
            let (old, new) = (before[member.name], other[member.name])
            if let new, names.contains(member.name) {
                result[member.name] = merged(old, member.value, new, inside: [])
            } else {
                result[member.name] = member.value == old ? new : member.value
            }
        }
        for member in other.members where own[member.name] == nil && before[member.name] == nil {
            result[member.name] = member.value
        }
        return result.isEmpty && own.isEmpty ? ours : .object(result)
    }

    /// The ids of all elements: in their order if only they have changed it, else in the own one. What one side alone has
    /// comes after the element that it comes after there.
    private static func order<Element>(
        _ base: Side<Element>, _ ours: Side<Element>, _ theirs: Side<Element>
    ) -> [Identifier] {
        func isCommon(_ id: Identifier) -> Bool { base.has(id) && ours.has(id) && theirs.has(id) }
        let isOwn = ours.ids.filter(isCommon) != base.ids.filter(isCommon)
        let (first, second) = isOwn ? (ours, theirs) : (theirs, ours)
        var followers: [Identifier?: [Identifier]] = [:]
        var last: Identifier?
        for id in second.ids {
            if first.has(id) { last = id } else { followers[last, default: []].append(id) }
        }
        var order = followers[nil] ?? []
        for id in first.ids {
            order.append(id)
            order += followers[id] ?? []
        }
        return order
    }
}

/// The elements of a kind in one of the documents.
private struct Side<Element> {
    var ids: [Identifier] = []
    var has: (Identifier) -> Bool = { _ in false }
    var find: (Identifier) -> Element? = { _ in nil }
}

extension Side<Node> {
    init(nodesOf document: Document?) {
        guard let document else { return }
        ids = document.nodeSlots.map { document.nodeID($0) }
        has = { document.node($0) != nil }
        find = { id in document.node(id).map { document.node(at: $0) } }
    }
}

extension Side<Edge> {
    init(edgesOf document: Document?) {
        guard let document else { return }
        ids = document.edgeSlots.map { document.edgeID($0) }
        has = { document.edge($0) != nil }
        find = { id in document.edge(id).map { document.edge(at: $0) } }
    }
}

/// What the merging of nodes and of edges have in common.
private protocol MergedElement: Equatable {
    var json: JSON { get }
    func write(into writer: inout JSONWriter)
}

extension Node: MergedElement {}
extension Edge: MergedElement {}
