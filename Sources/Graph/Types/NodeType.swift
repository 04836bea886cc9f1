import Geometry
import Schemas
import Storage
import Wire

/// The common properties of the nodes of one type, handles, sizes, data and neighbors, unless the nodes state their
/// own.
///
/// `ElementSchema.nodeType` describes the text in a document; a member of a wrong kind counts as absent here. It is a
/// reference, so a node's lookup of its type costs only one retain.
final class NodeType: Sendable {
    /// The `label`, else the `title`.
    let title: String?
    /// The fixed handles of all nodes; nil if the type states none.
    let handles: [Handle]?
    /// The lists in `data` whose items have handles, too.
    let handleSources: [HandleSource]
    let heightRule: HeightRule?
    var textRule: TextRule? { sizeFrom?.value }
    /// Behind a reference, since few types have one.
    private let sizeFrom: CopyOnWrite<TextRule>?
    let defaultSize: Size?
    let minSize: Size?
    let maxSize: Size?
    let collapsedSize: Size?
    let shape: NodeShape
    /// The radius of the corners of rectangles in pictures.
    let cornerRadius: Double?
    let defaultData: JSONText?
    /// The accepted types of children; nil is any.
    let accepted: Set<Identifier>?
    /// The possible types at the other ends of outgoing and incoming edges; nil is any.
    let targets: Set<Identifier>?
    let sources: Set<Identifier>?
    let isRaisedOnTouch: Bool
    /// The flags of nodes that do not state them.
    let nodeFlags: NodeFlags
    /// The severities of diagnostics about its nodes.
    let diagnostics: DiagnosticGrades
    let computation: Computation?
    let role: DialogRole?
    /// The schema of `data`; a malformed schema counts as none.
    let schema: DataSchema?
    /// Its members that front ends show.
    let look: JSONText

    init(_ json: JSON) {
        title = (json["label"]?.stringValue ?? json["title"]?.stringValue)?.description
        defaultSize = json["defaultSize"].flatMap(Size.init(json:))
        minSize = json["minSize"].flatMap(Size.init(json:))
        maxSize = json["maxSize"].flatMap(Size.init(json:))
        collapsedSize = json["collapsedSize"].flatMap(Size.init(json:))
        shape = json["shape"]?.stringValue.flatMap { NodeShape(rawValue: $0) } ?? .rectangle
        cornerRadius = json["cornerRadius"].flatMap(NodeType.radius)
        let role = json["role"]?.stringValue.flatMap { DialogRole(rawValue: $0) }
        self.role = role
        let entries = json["handlesFrom"]?.arrayValue
        handleSources = (entries ?? []).prefix(Limits.handleLists).compactMap {
            HandleSource($0, isDialog: role != nil)
        }
        let stated = json["handles"].flatMap { NodeType.handles($0) } ?? (entries == nil ? nil : [])
        handles = role == nil ? stated : stated?.map(\.asExit)
        heightRule = json["heightFrom"].flatMap { HeightRule($0) }
        sizeFrom = json["sizeFrom"].flatMap { TextRule($0) }.map { CopyOnWrite($0) }
        defaultData = json["defaultData"].flatMap { $0 == .null ? nil : $0.text }
        accepted = NodeType.names(json["accepts"])
        targets = NodeType.names(json["connects"]?["to"])
        sources = NodeType.names(json["connects"]?["from"])
        schema = json["schema"].flatMap { try? DataSchema($0) }
        computation = json["computed"].flatMap { Computation($0) }
        let shown = ElementSchema.shownOfTypes.compactMap { name in
            json[name]?.stringValue.map { (JSONString(name), JSON.string($0)) }
        }
        look = JSON.object(JSONObject(distinct: shown.map { .init(name: $0, value: $1) })).text
        isRaisedOnTouch = json["raiseOnTouch"]?.booleanValue ?? false
        diagnostics = DiagnosticGrades(json["diagnostics"])
        nodeFlags = NodeType.flags.reduce(into: []) { flags, row in
            if json[row.member]?.booleanValue == row.value { flags.insert(row.flag) }
        }
    }

    /// The members that give flags to nodes, with the value that does.
    private static let flags: [(member: String, value: Bool, flag: NodeFlags)] = [
        ("draggable", false, .undraggable), ("selectable", false, .unselectable),
        ("connectable", false, .unconnectable), ("deletable", false, .undeletable), ("hidden", true, .hidden),
        ("locked", true, .locked),
    ]

    private static func handles(_ json: JSON) -> [Handle]? {
        guard case .array = json else { return nil }
        return json.text.bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            return Handle.readList(from: &cursor)
        }
    }

    private static func names(_ json: JSON?) -> Set<Identifier>? {
        guard case .array(let names)? = json else { return nil }
        let known = names.compactMap { $0.stringValue.map { Identifier($0) } }
        return known.count == names.count ? Set(known) : nil
    }

    static func radius(_ json: JSON) -> Double? {
        json.doubleValue.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }

    /// Is true if the type gives nodes more handles, height or flags than the list of handles and the default size do.
    var shapesNodes: Bool {
        !handleSources.isEmpty || heightRule != nil || textRule != nil || accepted != nil || shape != .rectangle
            || !nodeFlags.isEmpty
    }

    /// The flags of a node, with those of its type.
    func flags(_ traits: NodeTraits) -> NodeFlags {
        var flags = traits.flags
        if accepted != nil && traits.acceptsChildren == nil { flags.insert(.acceptsChildren) }
        if traits.shape == nil { flags.insert(.shape(shape)) }
        flags.formUnion(nodeFlags.subtracting(traits.stated))
        return flags
    }

    /// Is true if the type states a size.
    var statesSize: Bool { textRule != nil || heightRule != nil || defaultSize != nil }

    /// The size of a node that states none.
    ///
    /// - Parameters:
    ///   - sites: of its handles.
    ///   - members: the members of the node, as a document stores them.
    /// - Complexity: O(*n*) in the bytes of the members if a rule needs them.
    func size(_ sites: ArraySlice<HandleSite>, members: UnsafeBufferPointer<UInt8>, _ shape: NodeShape) -> Size {
        var size = textRule?.size(members, shape) ?? defaultSize ?? Node.defaultSize
        if let heightRule { size.height = heightRule.height(sites, members: members) }
        return size
    }

    /// The handles of a node that declares none itself.
    ///
    /// - Parameter members: the members of the node, as a document stores them.
    /// - Complexity: O(*n*) in the bytes of the members.
    func handles(members: UnsafeBufferPointer<UInt8>) -> [Handle] {
        var names = HandleNames(handles ?? [])
        if let data = JSONMembers.cursor("data", in: members) {
            for source in handleSources { source.append(to: &names, from: data) }
        }
        return names.list
    }
}

/// The rule for the height of nodes by a list in their data or by their handles: a type's `heightFrom`.
struct HeightRule: Sendable {
    private let base: Double
    private let step: Double
    private let counted: Counted

    private enum Counted: Sendable {
        case items(JSONPointer)
        case handles(Handle.Kind)
    }

    init?(_ json: JSON) {
        guard let base = json["base"]?.doubleValue, base >= 0, let step = json["step"]?.doubleValue else { return nil }
        let path = json["path"]?.stringValue.flatMap { JSONPointer($0) }
        let kind = json["handles"]?.stringValue.flatMap { Handle.Kind(rawValue: $0) }
        switch (path, kind) {
        case (let path?, nil): counted = .items(path)
        case (nil, let kind?): counted = .handles(kind)
        default: return nil
        }
        self.base = base
        self.step = step
    }

    /// The height of a node with these handles and members, never below 0.
    func height(_ sites: ArraySlice<HandleSite>, members: UnsafeBufferPointer<UInt8>) -> Double {
        let count =
            switch counted {
            case .items(let path): JSONMembers.cursor("data", in: members)?.value(at: path)?.elementCount ?? 0
            case .handles(let kind): sites.count { $0.kind == kind }
            }
        let height = base + step * Double(count)
        return height.isFinite ? max(height, 0) : base
    }
}

extension JSONCursor {
    /// The length of the next value if it is an array; otherwise 0.
    fileprivate var elementCount: Int {
        var cursor = self
        guard cursor.entersArray() else { return 0 }
        var count = 0
        while cursor.nextElement() {
            cursor.skipValue()
            count += 1
        }
        return count
    }
}

extension Size {
    /// Reads an object with a width and a height that are not negative.
    init?(json: JSON) {
        guard case .object(let object) = json, let width = object["width"]?.doubleValue,
            let height = object["height"]?.doubleValue, width >= 0, height >= 0
        else { return nil }
        self.init(width: width, height: height)
    }
}
