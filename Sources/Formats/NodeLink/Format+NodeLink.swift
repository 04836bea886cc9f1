import Graph
import Wire

extension Format {
    /// Lists of nodes and links, as NetworkX, D3, vis.js and others write them.
    public static let nodeLink = Format(
        "nodeLink", title: "nodes and links in JSON",
        "lists of nodes and of links, as NetworkX, D3 and vis.js write them",
        suffixes: [".json"], keeps: .structure,
        from: .json(
            recognize: { NodeLinkLists($0).isOwn },
            read: { (text, _) throws(ShapeError) in try NodeLinkReader.read(text) }))
}

/// The lists of nodes and links in a file, and their names.
struct NodeLinkLists {
    /// The object with the lists: the file's outermost one, or its member `graph`.
    private(set) var outer: ObjectMembers
    /// Is true if the lists are in the member `graph`.
    private(set) var isNested = false
    /// A list of nodes, or an object with the nodes by id.
    private(set) var nodes: JSONCursor?
    private(set) var links: JSONCursor?
    private(set) var linksName: StaticString = "edges"
    /// The list of targets for each node.
    private(set) var adjacency: JSONCursor?

    private static let nodeNames: [StaticString] = ["nodes", "vertices", "nodeDataArray"]
    static let linkNames: [StaticString] = ["edges", "links", "relationships", "connections", "linkDataArray"]
    /// The names of the two ends of a link. The first pair that a link has counts.
    static let endNames: [(source: StaticString, target: StaticString)] = [
        ("source", "target"), ("sourceId", "targetId"), ("from", "to"), ("src", "dst"), ("start", "end"),
        ("startNode", "endNode"),
    ]

    /// Finds the lists.
    ///
    /// - Complexity: O(*n*) in the outermost members.
    init(_ text: DocumentText) {
        outer = ObjectMembers(at: text.start)
        if !find(), text.isObject, let inner = text.member("graph") {
            (outer, isNested) = (ObjectMembers(at: inner), true)
            _ = find()
        }
    }

    private mutating func find() -> Bool {
        nodes = NodeLinkLists.nodeNames.lazy.compactMap { [outer] in outer[$0] }.first
        let named = NodeLinkLists.linkNames.compactMap { name in outer[name].map { (name, $0) } }
        // Of several lists, the first nonempty one counts.
        if let (name, list) = named.first(where: { NodeLinkLists.first(of: $0.1) != nil }) ?? named.first {
            (linksName, links) = (name, list)
        }
        adjacency = links == nil ? outer["adjacency"] : nil
        return nodes != nil && (links != nil || adjacency != nil)
    }

    /// The first value of a list, or of an object's members.
    private static func first(of list: JSONCursor) -> JSONCursor? {
        var cursor = list
        guard cursor.peek() == .object else { return list.firstElement }
        return cursor.entersObject() && cursor.nextMember() != nil ? cursor : nil
    }

    /// Is true if the first link has ends, and React Flow does not have the form of the file.
    var isOwn: Bool {
        guard let nodes else { return false }
        if outer["multigraph"] != nil && (links ?? adjacency) != nil { return true }
        if adjacency != nil { return outer["directed"] != nil }
        guard let links, let link = NodeLinkLists.first(of: links), NodeLinkLists.areEnds(of: link) else {
            return false
        }
        if isNested || linksName.description != "edges" || outer["nodes"] == nil { return true }
        guard let node = NodeLinkLists.first(of: nodes) else { return false }
        var (cursor, list) = (node, nodes)
        if cursor.peek() != .object || list.peek() == .object { return true }
        let members = ObjectMembers(at: link)
        return ObjectMembers(at: node).string("id") == nil || members["source"] == nil && members["sourceNodeID"] == nil
    }

    /// Returns true if a value is a link: a list with two ends, or an object with them.
    static func areEnds(of link: JSONCursor) -> Bool { ends(of: link) != nil }

    /// The ends of a link; nil without them.
    static func ends(of link: JSONCursor) -> (source: JSONCursor, target: JSONCursor)? {
        var cursor = link
        if cursor.peek() == .array {
            guard cursor.entersArray(), cursor.nextElement(), isEnd(cursor) else { return nil }
            let source = cursor
            cursor.skipValue()
            return cursor.nextElement() && isEnd(cursor) ? (source, cursor) : nil
        }
        let members = ObjectMembers(at: link)
        for names in endNames {
            if let source = members[names.source], let target = members[names.target], isEnd(source), isEnd(target) {
                return (source, target)
            }
        }
        return nil
    }

    private static func isEnd(_ value: JSONCursor) -> Bool {
        var cursor = value
        return value.id != nil || cursor.peek() == .object
    }

    /// The names of further lists of links among the outermost members: known names, and lists whose first element has
    /// nodes as ends.
    static func names(
        ofLinksIn text: DocumentText, but known: [StaticString], isNode: (String) -> Bool
    ) -> [JSONName] {
        text.members.compactMap { member in
            if known.contains(where: { member.name == $0 }) { return nil }
            guard let first = text.cursor(at: member.value).firstElement, first.isObject else { return nil }
            if linkNames.contains(where: { member.name == $0 }) {
                let members = ObjectMembers(at: first)
                return endNames.contains { members[$0.source] != nil && members[$0.target] != nil } ? member.name : nil
            }
            guard let ends = ends(of: first), let source = ends.source.id, let target = ends.target.id else {
                return nil
            }
            return isNode(source) && isNode(target) ? member.name : nil
        }
    }

    /// The names of node members that refer to other nodes. In all nodes with the member, it is an id, an object with
    /// one, or a list of these.
    ///
    /// - Complexity: O(*n*) in the first nodes, at most `examined`.
    static func names(ofLinksOfNodes nodes: JSONCursor, isNode: (String) -> Bool) -> [String] {
        var names: [(name: String, isLink: Bool)] = []
        var count = 0
        nodes.eachElement { node in
            count += 1
            if count > examined || !node.isObject { return }
            ObjectMembers(at: node).eachMember { name, value in
                if ownNames.contains(where: { name == $0 }) || value.isNull { return }
                let isLink = areNodes(value, isNode)
                let name = JSONString(name).description
                if let place = names.firstIndex(where: { $0.name == name }) {
                    names[place].isLink = names[place].isLink && isLink
                } else if names.count < mostNames {
                    names.append((name, isLink))
                }
            }
        }
        return names.filter(\.isLink).map(\.name)
    }

    private static let (examined, mostNames) = (1000, 100)
    /// The node members with a known meaning, or with the name of the node itself.
    private static let ownNames: [StaticString] = [
        "id", "key", "name", "label", "title", "text", "type", "parentId", "parentNode", "data", "index", "foreign",
    ]
    /// The members of an object that may name the target of a link.
    private static let targetNames: [StaticString] = ["target", "to", "id", "node", "next", "key"]

    /// Returns true if a value is the id of a node, an object with one, or a nonempty list of these.
    private static func areNodes(_ value: JSONCursor, _ isNode: (String) -> Bool) -> Bool {
        var list = value
        guard list.peek() == .array else { return names(value, isNode) }
        var (areAll, count) = (true, 0)
        value.eachElement { entry in
            count += 1
            if areAll && !names(entry, isNode) { areAll = false }
        }
        return count == 0 || areAll
    }

    private static func names(_ value: JSONCursor, _ isNode: (String) -> Bool) -> Bool {
        if let id = value.id { return isNode(id) }
        if !value.isObject { return false }
        let members = ObjectMembers(at: value)
        return targetNames.contains { members.id($0).map(isNode) ?? false }
    }

    /// The message for unread members that refer to nodes.
    static func message(ofLinks name: String) -> String {
        "the nodes that `\(name.prefix(100))` names are not read as the ends of edges"
    }

    /// The message for an unread list of links.
    static func message(of name: JSONName) -> String {
        "the entries of `\(JSONString(name))` have two ends, and are not read as edges"
    }
}

extension JSONCursor {
    /// Is true if `null` is next.
    fileprivate var isNull: Bool {
        var cursor = self
        return cursor.peek() == .null
    }

    /// Is true if an object is next.
    var isObject: Bool {
        var cursor = self
        return cursor.peek() == .object
    }
}
