import Formats
import Host
import Server
import Wire

/// The page that a server shows in browsers: its files, read once, and the document that windows open first.
struct WebPage {
    /// The document that a window opens.
    struct Opening {
        /// The name that it shows.
        var name = "untitled.json"
        /// The file, in the folder that is served; nil for one that is nowhere on disk yet.
        var path: String?
        /// Is true if it is a copy of something to begin with: the page shows it large enough to be read.
        var isCopy = false
        /// The text that is opened if there is no file.
        var text = #"{"nodewire": 1, "nodes": [], "edges": []}"#
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json",
    ]
    private static let mostFileBytes = 4 << 20
    /// A folder may hold more documents than anyone would look through.
    private static let (depth, looked, listed) = (4, 5000, 500)

    private let files: [String: HTTPResponse]
    private let opening: Opening
    private let folder: String
    private var windows = 0

    /// - Parameters:
    ///   - page: the folder of the page.
    ///   - folder: the served folder.
    /// - Throws: if there is no page.
    init(in page: String, opening: Opening, folder: String) throws(CommandError) {
        var files: [String: HTTPResponse] = [:]
        for place in ["", "client/"] {
            for name in Platform.entries(ofFolder: "\(page)/\(place)") ?? [] {
                guard let type = name.split(separator: ".").last.flatMap({ WebPage.types[String($0)] }) else {
                    continue
                }
                let bytes = try Platform.readFile("\(page)/\(place)\(name)", limit: WebPage.mostFileBytes)
                files[place + name] = HTTPResponse(status: 200, type: type, body: bytes)
            }
        }
        if files["index.html"] == nil { throw CommandError("there is no page in \(page)") }
        (self.files, self.opening, self.folder) = (files, opening, folder)
    }

    /// The folder of the page beside this program, in a package or a checkout; nil if there is none.
    static var shipped: String? {
        let program = Platform.executable
        var folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
        let beside = ["\(folder)/../share/nodewire/page", "\(folder)/../web/page"]
        if let found = beside.first(where: { Platform.fileBytes($0 + "/index.html") != nil }) { return found }
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if Platform.fileBytes("\(folder)/clients/web/page/index.html") != nil {
                return "\(folder)/clients/web/page"
            }
        }
        return nil
    }

    /// The answer at a path below the page; nil if there is nothing.
    mutating func answer(_ name: String) -> HTTPResponse? {
        switch name {
        case "opening.json": json(document)
        case "folder.json": json(documents)
        case "": files["index.html"]
        default: files[name]
        }
    }

    private func json(_ value: JSONObject) -> HTTPResponse {
        HTTPResponse(status: 200, type: "application/json", body: Array("\(JSON.object(value))".utf8))
    }

    /// The document that the next window opens, and the methods that are edits.
    private var document: JSONObject {
        mutating get {
            windows += 1
            var document: JSONObject = [
                "name": .string(opening.name), "window": .number(windows),
                "edits": .array(OpenRPC.edits.map { .string($0) }),
            ]
            document["path"] = opening.path.map { .string($0) }
            if opening.path.flatMap({ Platform.kind(of: "\(folder)/\($0)") }) == nil {
                document["text"] = .string(opening.text)
                document["document"] = .string(opening.name)
                if opening.isCopy { document["start"] = true }
            }
            return document
        }
    }

    /// The documents below the folder, those at a smaller depth first.
    private var documents: JSONObject {
        let ends = Format.all.filter(\.isReadable).flatMap(\.suffixes)
        var found: [(depth: Int, path: String)] = []
        var (looked, waiting) = (0, [(depth: 1, below: "")])
        var isCut = false
        while !waiting.isEmpty, !isCut {
            let (depth, below) = waiting.removeFirst()
            for name in Platform.entries(ofFolder: "\(folder)/\(below)") ?? [] {
                looked += 1
                if looked > WebPage.looked { isCut = true; break }
                switch Platform.kind(of: "\(folder)/\(below)\(name)") {
                case .folder where depth < WebPage.depth: waiting.append((depth + 1, "\(below)\(name)/"))
                case .file where ends.contains(where: name.hasSuffix): found.append((depth, below + name))
                default: continue
                }
            }
        }
        found.sort { ($0.depth, $0.path.lowercased(), $0.path) < ($1.depth, $1.path.lowercased(), $1.path) }
        return [
            "folder": .string(folder), "files": .array(found.prefix(WebPage.listed).map { .string($0.path) }),
            "more": .boolean(isCut || found.count > WebPage.listed),
        ]
    }
}
