import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Opens a window onto a document.
struct ViewOpen: ReturningMethod {
    var document = ""
    var width = 0.0
    var height = 0.0
    var viewport: Viewport?
    var scene = View.SceneMode.none
    var carried = View.CarriedItems.placed
    var margin: Double?
    var selectionIds = false
    var selectionFrame = false
    var presence = false
    var handles = View.HandleForm.listed
    var values = false
    /// Is true for each of `AskedMember.all` that the view asks for.
    var asked = AskedMember.all.map { _ in false }
    var problems = false
    var links = false
    var types = false
    var contents = ItemContents()
    var compare: ComparedContent?
    var view: String?

    static let name = "view/open"
    static let summary = "Opens a window onto a document; frames carry its changes."
    static let failures: [Failure.Kind] = [
        .noSuchDocument, .alreadyOpen, .invalidValue, .path, .format, .limits,
    ]
    static let params = Shape.object(
        "", "", initial: ViewOpen(),
        members: [
            .required("document", \.document, .string, "the document"),
            .required("width", \.width, .number, "screen points"),
            .required("height", \.height, .number, "screen points"),
            .optional(
                "viewport", \.viewport, .viewport,
                "where it starts; if left out the document's, else the origin at zoom 1"),
            .defaulted(
                "scene", \.scene, .choice(of: View.SceneMode.self),
                "whether frames carry items, and in which form paths", default: "none"),
            .defaulted(
                "carried", \.carried, .choice(of: View.CarriedItems.self),
                "whether dragged items are sent where they are shown, or where the document has them, as "
                    + "`carried`, to be drawn moved by the gesture's `by`", default: "placed"),
            .optional(
                "margin", \.margin, .number,
                "how far beyond the view frames reach, screen points; half a view if left out"),
            .defaulted(
                "selectionIds", \.selectionIds, .boolean,
                "whether frames list the ids of elements that enter and leave the selection", default: "false"),
            .defaulted(
                "selectionFrame", \.selectionFrame, .boolean,
                "whether frames have the rectangle around several selected nodes, whose corners scale them",
                default: "false"),
            .defaulted(
                "presence", \.presence, .boolean,
                "whether frames show the other views of the document: name, pointer, selection", default: "false"),
            .defaulted(
                "handles", \.handles, .choice(of: View.HandleForm.self),
                "whether each node lists its handles, or names a set that it shares with others, as `handleSet`",
                default: "listed"),
            .defaulted(
                "values", \.values, .boolean, "whether items of nodes that compute carry their `values`",
                default: "false"),
        ] + askedMembers + [
            .defaulted(
                "problems", \.problems, .boolean,
                "whether items carry how many diagnostics name them, and frames how many there are", default: "false"),
            .defaulted(
                "links", \.links, .boolean, "whether boxes have links, as clusters have them", default: "false"),
            .defaulted(
                "types", \.types, .boolean, "whether frames carry the looks of the types of their nodes",
                default: "false"),
            .defaulted(
                "contents", \.contents, .itemContents,
                "the values that items carry besides their drawing, as `contents`; true is all `data`",
                default: "false"),
            .optional(
                "compare", \.compare, ComparedContent.shape,
                "lets items carry their differences from other content, and shows removed elements"),
            .optional("view", \.view, .string, "its name; generated if left out"),
        ])

    private static let askedMembers = AskedMember.all.enumerated().map { index, member in
        Member<ViewOpen>.defaulted(
            member.name, at: Property { $1(&$0.asked[index]) }, .boolean, member.request, default: "false")
    }

    struct Result: Sendable {
        var view = ""
        var viewport = Viewport()
    }

    static let result = Shape<Result>.object(
        "", "", initial: Result(),
        members: [
            .required("view", \.view, .string, "its name"),
            .required("viewport", \.viewport, .viewport, "what it shows"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        if session.documents.views.count >= session.limits.views {
            throw Failure("views", "at most \(session.limits.views) views are open at a time")
        }
        try View.checkSize(width, height)
        if let margin, !(margin >= 0) { throw Failure(.invalidValue, "a margin is not negative", path: "/margin") }
        try contents.check()
        let key = try session.documents.key(of: document)
        let name: String
        if let view {
            try Documents.checkName(view, path: "/view")
            if session.documents.views.contains(Identifier(view)) {
                throw Failure(.alreadyOpen, "view \"\(view)\" is open already")
            }
            name = view
        } else {
            name = session.documents.views.makeID()
        }
        let other = try compare.map { (compare) throws(Failure) in
            try compare.with.find(for: document, path: "/compare", in: session)
        }
        if let other { try session.documents.refuseComparing(key, with: other.document) }
        let opened = try session.documents.lend(key) { (open) throws(Failure) in
            let opened = open.workspace.openView(
                name, size: Size(width: width, height: height), viewport: viewport, mode: scene, carried: carried,
                margin: margin, listsSelection: selectionIds, framesSelection: selectionFrame, handles: handles,
                showsValues: values, asked: zip(AskedMember.all, asked).filter(\.1).map(\.0),
                showsProblems: problems, showsLinks: links, showsTypes: types,
                contents: contents, followsOthers: presence)
            if let other {
                let slot = View.Slot(index: open.workspace.windows.count - 1)
                open.workspace.compare(with: other.document, followed: other.followed?.number, in: slot)
            }
            return opened
        }
        if session.isShared { session.documents.views.note(Identifier(name), of: session.client) }
        session.documents.indexViews(of: key)
        session.touch(key)
        return Result(view: name, viewport: opened)
    }
}

extension View {
    static func checkSize(_ width: Double, _ height: Double) throws(Failure) {
        for (name, value) in [("width", width), ("height", height)] where !(value >= 0) || value > 1e9 {
            throw Failure(.invalidValue, "the \(name) of a view is not negative", path: "/\(name)")
        }
    }
}
