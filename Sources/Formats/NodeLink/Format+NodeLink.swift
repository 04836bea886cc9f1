import Graph
import Wire

extension Format {
    /// Lists of nodes and of links between them, as NetworkX, D3, vis.js and others write them.
    public static let nodeLink = Format(
        "nodeLink", title: "nodes and links in JSON",
        "lists of nodes and of links, as NetworkX, D3 and vis.js write them",
        suffixes: [".json"], keeps: .structure,
        from: .json(
            recognize: { NodeLinkLists($0).isOwn },
            read: { (text, _) throws(ShapeError) in try NodeLinkReader.read(text) }))
}

/// The lists of a file of nodes and links, and the names under which they stand in it.
struct NodeLinkLists {
    /// The object that has the lists: the file's, or that of its member `graph`.
    private(set) var outer: ObjectMembers
    /// Is true if that is the member `graph`.
    private(set) var isNested = false
    /// A list of nodes, or an object that has each under its id.
    private(set) var nodes: JSONCursor?
    private(set) var links: JSONCursor?
    private(set) var linksName: StaticString = "edges"
    /// For each node the list of those that it leads to.
    private(set) var adjacency: JSONCursor?

    private static let nodeNames: [StaticString] = ["nodes", "vertices", "nodeDataArray"]
    static let linkNames: [StaticString] = ["edges", "links", "relationships", "connections", "linkDataArray"]
    /// The members that are the two ends of a link, those first that a file may have besides others.
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
        // Of several lists that which has something.
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

    /// Is true if the first node and link have forms that React Flow's have not, and that a link has.
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

    /// Returns true if a value is a link: a list of two ends, or an object with them.
    static func areEnds(of link: JSONCursor) -> Bool { ends(of: link) != nil }

    /// The ends of a link; nil if it states none.
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

    /// The names of lists of links among the members at the top, but some: a list is one by its name, or since the ends of its first
    /// element are nodes.
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

    /// The names of members of nodes that name other nodes: in each node that has one, by an id, by an object with the id of one, or
    /// by a list of these.
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
    /// The members of nodes that have a meaning, or one that names the node itself.
    private static let ownNames: [StaticString] = [
        "id", "key", "name", "label", "title", "text", "type", "parentId", "parentNode", "data", "index", "foreign",
    ]
    /// The members of an object that name the node to which a link leads.
    private static let targetNames: [StaticString] = ["target", "to", "id", "node", "next", "key"]

    /// Returns true if a value is the id of a node, an object with one, or a list of these that is not empty.
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

    /// The loss of members that name nodes and are not read.
    static func message(ofLinks name: String) -> String {
        "the nodes that `\(name.prefix(100))` names are not read as the ends of edges"
    }

    /// The loss of a list of links that is not read.
    static func message(of name: JSONName) -> String {
        "the entries of `\(JSONString(name))` have two ends, and are not read as edges"
    }
}

extension JSONCursor {
    /// Is true if null comes next.
    fileprivate var isNull: Bool {
        var cursor = self
        return cursor.peek() == .null
    }

    /// Is true if an object comes next.
    var isObject: Bool {
        var cursor = self
        return cursor.peek() == .object
    }
}
