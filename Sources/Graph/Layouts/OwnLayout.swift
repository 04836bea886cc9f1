import Wire

/// The layout of a group's contents: the member `layout` of a node.
public struct OwnLayout: Sendable, Equatable {
    /// The name of the algorithm.
    public var algorithm = LayoutParameters.Algorithm.layered
    /// Some of the algorithm's options, as written.
    public var options = JSON.object([:]).text
    /// Is true if edits in the group lay it out again.
    public var isAutomatic = false

    /// The layout without options of an algorithm.
    public init(_ algorithm: LayoutParameters.Algorithm = .layered) { self.algorithm = algorithm }

    /// The written form of the member, without values that equal the default.
    public var json: JSON {
        var object: JSONObject = ["algorithm": .string(algorithm.rawValue)]
        if let options = try? JSON(options), options != .object([:]) { object["options"] = options }
        if isAutomatic { object["auto"] = true }
        return .object(object)
    }

    /// The table of its members.
    public static let shape = Shape<OwnLayout>.object(
        "GroupLayout", doc, initial: OwnLayout(), members: members)

    /// The table of the members of a layout that drags make, which is never automatic.
    static let dragShape = Shape<OwnLayout>.object("", "", initial: OwnLayout(), members: dragMembers)
    static let dragSchema = Schema.object(dragMembers.map(\.schema), isOpen: false)

    private static let dragMembers = members.filter { $0.schema.name != "auto" }

    /// The layout that a value states for drags; nil if it means nothing.
    init?(forDrags json: JSON) {
        guard let layout = try? OwnLayout.dragShape.value(from: json.text), (try? layout.check()) != nil else {
            return nil
        }
        self = layout
    }

    /// Reads the member of a node; unknown members are kept.
    ///
    /// - Throws: the mistake, with its place.
    static func kept(at cursor: inout JSONCursor) throws(ShapeError) -> OwnLayout {
        let layout = try keptShape.read(&cursor)
        try layout.check()
        return layout
    }

    private static let keptShape = Shape<OwnLayout>.object(
        "", doc, initial: OwnLayout(), members: members, unknown: .ignored)

    private static let doc = "The layout of the contents of a group."

    private static let members: [Member<OwnLayout>] = [
        .required("algorithm", \.algorithm, .choice(of: LayoutParameters.Algorithm.self), "which layout, not `place`"),
        .defaulted("options", \.options, .layoutOptions, "some of those that the algorithm takes", default: "{}"),
        .defaulted(
            "auto", \.isAutomatic, .boolean, "whether edits of its contents lay it out again", default: "false"),
    ]

    /// The options, with the names of the stated ones.
    ///
    /// - Throws: an option that the algorithm does not take, an impossible value, an algorithm for single nodes.
    private func named() throws(ShapeError) -> (options: LayoutOptions, names: Set<String>) {
        do throws(ShapeError) {
            let read = try LayoutParameters.named(options, for: algorithm)
            if algorithm != .place { return read }
        } catch {
            throw ShapeError.impossible(error.message).inside(error.path, in: "options")
        }
        throw ShapeError.impossible("`place` is for single nodes").inside(.member("algorithm"))
    }

    /// Refuses invalid values.
    ///
    /// - Throws: an option that the algorithm does not take, an impossible value, an algorithm for single nodes.
    public func check() throws(ShapeError) { _ = try named() }

    /// The options for a group inside another layout: options that all algorithms take come from that one if this
    /// layout does not state them. Nil if the layout is invalid.
    public func options(inside around: LayoutOptions) -> LayoutOptions? {
        guard let (stated, names) = try? named() else { return nil }
        var options = stated
        if !names.contains("stable") { options.algorithm.movableShare = around.algorithm.movableShare }
        if !names.contains("edges") { options.edges = around.edges }
        if !names.contains("cornerRadius") { options.cornerRadius = around.cornerRadius }
        if !names.contains("groups") { options.groups = around.groups }
        if !names.contains("sizes") { options.sizes = around.sizes }
        if !names.contains("hidden") { options.hidden = around.hidden }
        if !names.contains("groupPadding") { options.groupPadding = around.groupPadding }
        options.isMeasured = around.isMeasured
        return options
    }
}

extension ShapeError {
    fileprivate func inside(_ path: [Step], in member: String) -> ShapeError {
        path.reversed().reduce(self) { $0.inside($1) }.inside(.member(member))
    }
}

extension Shape where Value == Void {
    /// The member of a node.
    static let groupLayout = checked(OwnLayout.shape.schema) { (cursor) throws(ShapeError) in
        _ = try OwnLayout.kept(at: &cursor)
    }
}
