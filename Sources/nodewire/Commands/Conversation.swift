import Formats
import Graph
import Host
import NodewireServer
import Server
import Wire

/// A session that a shell command talks to, like a client: its files may be anywhere.
struct Conversation {
    private var server: EmbeddedServer
    private var count = 0
    private let folder: String
    private let files: CommandFiles
    private let unsaved: UnsavedChoice
    /// The number or the title of the Markdown fence to open, if the arguments name one.
    let fence: String?
    private let isQuiet: Bool
    private let late: LateWord?
    /// Is true if files are opened despite losses.
    private let isLossy: Bool
    /// Is true if the file of a document that is open elsewhere is written over.
    private let overwrites: Bool
    /// Is true if a file is edited although its format does not hold all of the document.
    private let acceptsLosses: Bool
    /// The losses of opening and writing.
    private(set) var losses: [JSON] = []
    /// The format of the file that was merged into.
    private var ownFormat: JSON?
    /// The last reply to `document/open`.
    private(set) var opened: JSON = [:]
    /// The first line of the last opened fence; nil for another file.
    private(set) var fenceLine: Int?

    /// - Parameter arguments: the arguments of a command, with the treatment of another process's unsaved changes, and
    ///   whether losses are printed.
    /// - Throws: if the working folder is gone, or the system refuses access to its root.
    init(_ arguments: Arguments) throws(CommandError) {
        let unsaved = try UnsavedChoice(arguments)
        isQuiet = arguments.has("--quiet") || arguments.command == .check
        late = arguments.has("--quiet") ? nil : LateWord()
        // Commands without the option list the losses and write nothing, or refuse all of them.
        isLossy = arguments.has("--lossy") || !arguments.command.row.options.contains { $0.name == "--lossy" }
        guard let folder = Platform.workingFolder, Platform.changeFolder(to: "/") else {
            throw CommandError("the working folder is gone")
        }
        self.folder = folder
        // A file that is edited in place may be hidden: its user names it, as git does its temporary ones.
        files = CommandFiles(
            Files(
                in: "/", outer: folder, state: unsaved.state,
                allowsHidden: arguments.has("--hidden") || arguments.out == nil))
        (overwrites, acceptsLosses) = (arguments.has("--overwrite"), arguments.has("--accept-losses"))
        self.unsaved = unsaved
        fence = arguments.value("--fence")
        server = EmbeddedServer(Session(files: files, version: Program.version, forkJoin: .threads))
        // With the client's clock all work is done at once.
        _ = try call("initialize", ["clock": "client"])
    }

    /// Performs a request and returns its result.
    ///
    /// - Parameter file: returns the file of an error, from the path in the parameters; nil shows that path.
    /// - Throws: the error that was replied.
    mutating func call(
        _ method: String, _ params: JSONObject, about file: (String) -> String? = { _ in nil }
    ) throws(CommandError) -> JSON {
        count += 1
        let request: JSON = [
            "jsonrpc": "2.0", "id": .number(count), "method": .string(method), "params": .object(params),
        ]
        late?.begin(method, of: file("") ?? file("/base"))
        request.text.bytes.withUnsafeBufferPointer { server.send($0) }
        late?.end()
        let reply = try takeReply(to: method)
        if let result = reply["result"] { return result }
        guard let error = reply["error"] else { throw CommandError("\(method): no reply") }
        let text = error["message"]?.stringValue ?? "unknown error"
        let message = (method == "document/open" ? text.description.ofReading : text.description).inOptions
        let place = error["data"]?["path"]?.stringValue
        if let name = file(place ?? "") { throw failure(of: name, message) }
        throw CommandError(place.map { message.hasPrefix($0) ? message : "\(message) (\($0))" } ?? message)
    }

    /// Opens a file; returns the document's name.
    ///
    /// - Parameters:
    ///   - format: the format of the file; by default it is recognized.
    ///   - keepsAll: whether it is an error if a part of the file cannot be kept.
    ///   - target: the output file.
    ///   - rules: the treatment of edges that the connection rules refuse.
    ///   - line: the first line of the fence at the path, if known.
    mutating func open(
        _ path: String, as format: String? = nil, keepsAll: Bool = false, writing target: String? = nil,
        rules: String? = nil, line: Int? = nil
    ) throws(CommandError) -> String {
        var params: JSONObject = [
            "path": .string(absolute(path)), "recover": unsaved.isRecovering ? "apply" : "report",
            "lossy": .boolean(isLossy),
        ]
        if let format { params["format"] = .string(format) }
        if let number = try fenceNumber(in: path) { params["fence"] = .number(number) }
        if line != nil { params["fences"] = false }
        let found = try call("document/open", params) { _ in path }
        if fence == nil { sayOtherFences(of: path, found) }
        let places = found["fences"]?.arrayValue?.map { $0["line"]?.integerValue }
        fenceLine = line ?? found["fence"]?.integerValue.flatMap { places?[$0 - 1] }
        try unsaved.report(
            found, of: path, isWritten: target.map { files.isSame(absolute($0), absolute(path)) } ?? false)
        var opened = found
        if let rules {
            // What was found is known by now, and no edge can be left out while changes wait.
            _ = try call("document/close", ["document": found["document"] ?? "", "discard": true])
            params["rules"] = .string(rules)
            if !unsaved.isRecovering { params["recover"] = "discard" }
            opened = try call("document/open", params) { _ in path }
        }
        self.opened = opened
        note(opened["losses"])
        if keepsAll, opened["losses"]?.arrayValue?.isEmpty == false {
            throw CommandError("\(path): a part of it would be lost")
        }
        guard let name = opened["document"]?.stringValue else { throw CommandError("\(path): not opened") }
        // They are left out here, and stay where they are.
        if opened["recovered"]?["waiting"] == true {
            _ = try call("document/recover", ["document": .string(name), "take": false])
        }
        return name
    }

    /// The fences of a Markdown file at a path that names none of them; nil for another file.
    func fences(of path: String) throws(CommandError) -> [MarkdownText.Fence]? {
        fence != nil || path == "-" ? nil : try allFences(of: path)
    }

    /// A file in Markdown.
    ///
    /// - Throws: if it cannot be read, or has too many fences.
    func markdown(of path: String) throws(CommandError) -> MarkdownText {
        do throws(FileError) {
            let text = try files.markdown(of: absolute(path), limit: Limits.fileBytes).text
            if let refusal = text.refusal { throw FileError(refusal, .fences) }
            return text
        } catch {
            throw failure(of: path, error.message)
        }
    }

    private func allFences(of path: String) throws(CommandError) -> [MarkdownText.Fence]? {
        do throws(FileError) {
            return try FencedFiles(files).fences(of: absolute(path))
        } catch {
            throw failure(of: path, error.message)
        }
    }

    /// The number of the fence of a file that the arguments name by its number or its title; nil if they name none.
    private func fenceNumber(in path: String) throws(CommandError) -> Int? {
        guard let fence else { return nil }
        if let number = Int(fence), number > 0 { return number }
        let found = try allFences(of: path)?.enumerated().filter { $1.title == fence } ?? []
        if found.count == 1 { return found[0].offset + 1 }
        let count = found.isEmpty ? "no fence" : "\(found.count) fences"
        throw CommandError("\(path): there is \(count) \"\(fence)\"; --fence needs a number from 1 or a title")
    }

    /// Prints the other fences of a file on standard error, if its path names none.
    private func sayOtherFences(of path: String, _ opened: JSON) {
        guard !isQuiet, MarkdownText.parts(of: path)?.number == nil, let fences = opened["fences"]?.arrayValue,
            fences.count > 1, let number = opened["fence"]?.integerValue
        else { return }
        let lines =
            fences.prefix(20).map { "\($0["line"] ?? 0)" }.joined(separator: ", ") + (fences.count > 20 ? " …" : "")
        Platform.log("nodewire: \(path): fence \(number) of \(fences.count) (lines \(lines)); --fence names another\n")
    }

    /// Opens the file that the arguments of a command name, which may write it; of several, or a folder, the story in them.
    mutating func open(of arguments: Arguments) throws(CommandError) -> String {
        let suffixes = Format.twee.suffixes + Format.yarn.suffixes
        var files: [String] = []
        for operand in arguments.operands {
            let place = "/" + absolute(operand)
            let isFolder = operand != "-" && Platform.entries(ofFolder: place) != nil
            files += isFolder ? try DocumentFiles.list([place], endingIn: suffixes) : [operand]
        }
        if files != [arguments.operands[0]] { return try openStory(files, arguments) }
        return try open(
            arguments.operands[0], as: arguments.value("--from"), writing: arguments.out,
            rules: arguments.value("--rules"))
    }

    /// Opens a story that is in several files, one after the other.
    private mutating func openStory(_ files: [String], _ arguments: Arguments) throws(CommandError) -> String {
        if files.isEmpty { throw CommandError("there is no file of a story in Twee or Yarn") }
        var (text, formats): (String, Set<String>) = ("", [])
        for file in files {
            // Each is read by itself for its errors; what it lacks may be in another one.
            let found = try call("document/open", ["path": .string(absolute(file)), "lossy": true]) { _ in file }
            try close(found["document"]?.stringValue?.description ?? "")
            formats.insert(found["format"]?.stringValue?.description ?? "")
            if formats.count > 1 || formats.isDisjoint(with: [Format.twee.name, Format.yarn.name]) {
                throw CommandError(
                    "\(file): several files make one document only as stories, all in Twee or all in Yarn")
            }
            text += String(decoding: try bytes(of: file), as: UTF8.self).drop { $0 == "\u{FEFF}" } + "\n"
        }
        var params: JSONObject = [
            "text": .string(text), "format": .string(formats.first ?? ""), "lossy": .boolean(isLossy),
        ]
        if let rules = arguments.value("--rules") { params["rules"] = .string(rules) }
        opened = try call("document/open", params)
        note(opened["losses"])
        return opened["document"]?.stringValue?.description ?? ""
    }

    /// The file name that git passes for a missing file.
    private static let nothing = "/dev/null"
    private static let emptyText = "{\"nodes\":[],\"edges\":[]}"

    /// Opens a file, or a document without elements for `/dev/null`.
    mutating func open(orEmpty path: String, line: Int? = nil) throws(CommandError) -> String {
        if path != Conversation.nothing { return try open(path, line: line) }
        return try call("document/open", ["text": .string(Conversation.emptyText)])["document"]?.stringValue ?? ""
    }

    /// Closes a document, whatever has changed in it.
    mutating func close(_ document: String) throws(CommandError) {
        _ = try call("document/close", ["document": .string(document), "discard": true])
    }

    /// Returns a document as a text in a format.
    mutating func text(of document: String, as format: String = "nodewire") throws(CommandError) -> String {
        try export(["document": .string(document), "format": .string(format)])
    }

    /// Writes a document into a file, or on standard output without one; the file's ending decides the format if none
    /// is given.
    ///
    /// - Throws: if neither decides.
    mutating func write(
        _ document: String, to path: String?, as format: String?, _ look: PictureLook = PictureLook()
    ) throws(CommandError) {
        let ending = path?.split(separator: ".").last.map(String.init)?.lowercased() ?? ""
        if let kind = Browser.Kind(rawValue: format ?? ending) {
            return try render(document, as: kind, look, to: path)
        }
        var params: JSONObject = ["document": .string(document), "overwrite": .boolean(overwrites)]
        if let format = format ?? (path == nil ? "nodewire" : nil) { params["format"] = .string(format) }
        if let compared = look.compared { params["compare"] = ["with": ["document": .string(compared)]] }
        if let path { params["path"] = .string(absolute(path)) }
        if let theme = look.theme, format ?? ending == "svg" { params["options"] = ["theme": .string(theme)] }
        let text = try export(params, to: path)
        if path == nil { Platform.printOut(text) }
    }

    /// Draws a document, and has a browser make a picture of another kind of it.
    private mutating func render(
        _ document: String, as kind: Browser.Kind, _ look: PictureLook, to path: String?
    ) throws(CommandError) {
        let browser = try Browser(look.browser)
        var params: JSONObject = [
            "document": .string(document), "format": "svg", "options": ["theme": .string(look.theme ?? "light")],
        ]
        if let compared = look.compared { params["compare"] = ["with": ["document": .string(compared)]] }
        let svg = try Picture(try export(params))
        let fitting = Browser.fittingScale(of: svg)
        if kind == .png, look.scale == nil, fitting < Browser.standardScale, !isQuiet {
            Platform.log(
                "nodewire: the picture is so large that its scale is \(fitting) in place of \(Browser.standardScale)\n")
        }
        let bytes = try browser.render(svg, as: kind, scale: look.scale ?? fitting)
        guard let path else {
            let isWritten = bytes.withUnsafeBytes { Platform.writeAll($0, to: 1) }
            if !isWritten { throw CommandError("the picture cannot be written") }
            return
        }
        try replace(path, with: bytes)
    }

    /// Performs an export; losses are listed on standard error. Returns the text, empty if it went into a file.
    private mutating func export(_ params: JSONObject, to path: String? = nil) throws(CommandError) -> String {
        let written = try call("document/export", params) { _ in path }
        note(written["losses"])
        return written["text"]?.stringValue?.description ?? ""
    }

    /// Records and prints the losses.
    mutating func note(_ list: JSON?) {
        let list = list?.arrayValue ?? []
        losses += list
        for loss in list where !isQuiet {
            let id = loss["id"]?.stringValue.map { "\(loss["kind"]?.stringValue ?? "") \"\($0)\": " } ?? ""
            Platform.log("nodewire: lost: \(id)\(loss["message"]?.stringValue ?? "")\n")
        }
    }

    /// Returns true if there is a journal beside a file or a fence.
    func hasJournal(_ path: String) -> Bool { files.hasJournal(absolute(path)) }

    /// The content of a file as `with` of a request: its path or, with a journal beside it, the user's choice of the
    /// two.
    mutating func content(of path: String, line: Int? = nil) throws(CommandError) -> JSON {
        if path == Conversation.nothing { return ["text": .string(Conversation.emptyText)] }
        if MarkdownText.parts(of: path) == nil, !hasJournal(path) {
            return ["path": .string(absolute(path))]
        }
        let document = try open(path, line: line)
        let written = try call("document/export", ["document": .string(document), "format": "nodewire"])
        _ = try call("document/close", ["document": .string(document), "discard": true])
        return ["text": written["text"] ?? ""]
    }

    /// The edits that lead from a document to that of a file.
    mutating func difference(of document: String, with path: String, line: Int? = nil) throws(CommandError) -> [JSON] {
        let found = try call(
            "document/diff", ["document": .string(document), "with": try content(of: path, line: line)]
        ) { $0.hasPrefix("/with") ? path : nil }
        return found["edits"]?.arrayValue ?? []
    }

    /// Merges the changes of another file since a third one into a document, and notes the conflicts in it; an empty
    /// file holds no elements.
    mutating func merge(
        _ document: String, with path: String, since base: String, rules: String?
    ) throws(CommandError) -> JSON {
        let keepsNotes = ["nodewire", "reactFlow", "svg"].contains(opened["format"]?.stringValue?.description)
        let isNew = try files.isEmpty(absolute(base))
        let origin: JSON = isNew ? ["text": .string(Conversation.emptyText)] : try content(of: base)
        ownFormat = opened["format"]
        // The file is opened only to list its losses.
        _ = try open(path, keepsAll: true)
        // Files of other programs have no place for notes.
        var params: JSONObject = [
            "document": .string(document), "with": try content(of: path), "base": origin,
            "conflicts": keepsNotes ? "note" : "list",
        ]
        if let rules { params["rules"] = .string(rules) }
        return try call("document/merge", params) { $0.hasPrefix("/base") ? base : path }
    }

    /// Refuses to merge into a draw.io file with another spelling than the written one: its pages, its styles and the
    /// order of its cells would change, far from the changes of either side.
    mutating func requireOwnSpelling(of document: String, at path: String) throws(CommandError) {
        if opened["format"]?.stringValue != "drawio" { return }
        let written = try call("document/export", ["document": .string(document), "format": "drawio"])
        if written["text"]?.stringValue.map({ Array($0.utf8) }) == (try wholeBytes(of: path)) { return }
        throw CommandError("\(path): draw.io spells it otherwise; a merge would write all of it anew")
    }

    /// Writes a document over the file that it was opened from, or into another one, whole or not at all.
    ///
    /// A document that was read from standard input is written on standard output.
    /// - Returns: false if it went there.
    @discardableResult mutating func save(
        _ document: String, of file: String, to path: String?
    ) throws(CommandError) -> Bool {
        if file == "-", path == nil {
            Platform.printOut(try text(of: document))
            return false
        }
        if let path {
            try write(document, to: path, as: Format.hasEnding(of: path) ? nil : Format.nodewire.name)
            return true
        }
        let params: JSONObject = ["document": .string(document), "acceptLosses": .boolean(acceptsLosses)]
        _ = try call("document/save", params) { _ in file }
        return true
    }

    /// Writes a merged document as `save` does; data that the file did not hold before, such as computed positions,
    /// may be lost again.
    mutating func saveMerged(_ document: String, of file: String, to path: String?) throws(CommandError) {
        if path != nil || file == "-" {
            try save(document, of: file, to: path)
            return
        }
        let format = ownFormat ?? "nodewire"
        let written = try? call("document/export", ["document": .string(document), "format": format])
        let isWhole = written?["losses"]?.arrayValue?.contains { $0["grade"] == "structure" } == false
        let params: JSONObject = ["document": .string(document), "acceptLosses": .boolean(acceptsLosses || isWhole)]
        _ = try call("document/save", params) { _ in file }
    }

    /// Replaces a file as a whole.
    mutating func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
        do throws(FileError) {
            let pass = try files.pass(absolute(path), WriteIntent(overwrites: overwrites))
            _ = try files.replace(pass, .anything) { (sink) throws(FileError) in
                try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in try sink.write(bytes) }
            }
        } catch {
            throw failure(of: path, error.message.inOptions)
        }
    }

    /// The bytes of a file, whatever it is.
    func wholeBytes(of path: String) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(FileError) {
            _ = try files.withContents(of: absolute(path), limit: Limits.fileBytes) { bytes = Array($0) }
        } catch {
            throw failure(of: path, error.message)
        }
        return bytes
    }

    /// The bytes of a file, or of standard input.
    func bytes(of path: String) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(FileError) {
            _ = try FencedFiles(files).withContents(of: absolute(path), limit: Limits.fileBytes) { bytes = Array($0) }
        } catch {
            throw failure(of: path, error.message)
        }
        return bytes
    }

    /// An error about a file, which its message names as it was typed.
    private func failure(of path: String, _ message: String) -> CommandError {
        CommandError("\(path): \(message.typed(path, in: folder))")
    }

    /// Returns the path from the root of the file system, where the session's paths start.
    func absolute(_ path: String) -> String {
        if path == "-" { return "dev/stdin" }
        let whole = path.hasPrefix("/") ? path : folder + "/" + path
        return String(whole.drop { $0 == "/" })
    }

    /// The last of the messages that wait; the others are notifications.
    private mutating func takeReply(to method: String) throws(CommandError) -> JSON {
        var reply: [UInt8] = []
        server.receive { reply = Array($0) }
        if reply.isEmpty { throw CommandError("\(method): no reply") }
        do throws(ShapeError) {
            return try JSON(JSONText(trusted: reply))
        } catch {
            throw CommandError("\(method): \(error.message)")
        }
    }
}

/// The files of a command, which only reads them: it takes no locks, and only reads journals.
///
/// The first question about a pipe reads it to its end, and its content is kept; a Markdown file is kept, too, while
/// its fences are read one after another.
private struct CommandFiles: FileAccess {
    private let files: Files
    private let pipes = Lock<[String: [UInt8]]>([:])
    /// The last Markdown files, of which two may be compared.
    private let pages = Lock<[String: (version: FileVersion, text: MarkdownText)]>([:])

    init(_ files: Files) { self.files = files }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        guard Platform.isPipe("/" + path) else { return try files.withContents(of: path, limit: limit, body) }
        do throws(CommandError) {
            try contents(ofPipe: path, limit: limit).withUnsafeBufferPointer(body)
        } catch {
            throw FileError(error.message)
        }
        return FileVersion()
    }

    func markdown(of path: String, limit: Int) throws(FileError) -> (version: FileVersion, text: MarkdownText) {
        if let known = pages.value[path] { return known }
        var text: MarkdownText?
        let version = try withContents(of: path, limit: limit) { text = MarkdownText($0) }
        guard let text else { throw FileError("cannot read \"\(path)\"") }
        pages.change { pages in
            if pages.count > 1 { pages = [:] }
            pages[path] = (version, text)
        }
        return (version, text)
    }

    /// Returns true if there is a file, or a pipe, that holds nothing.
    func isEmpty(_ path: String) throws(CommandError) -> Bool {
        if !Platform.isPipe("/" + path) { return Platform.fileBytes("/" + path) == 0 }
        return try contents(ofPipe: path, limit: Limits.fileBytes).isEmpty
    }

    private func contents(ofPipe path: String, limit: Int) throws(CommandError) -> [UInt8] {
        if let known = pipes.change({ $0[path] }) { return known }
        let contents = try Platform.readFile("/" + path, limit: limit)
        pipes.change { $0[path] = contents }
        return contents
    }

    func locate(_ path: String) -> FileVersion? { files.locate(path) }

    func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass { try files.pass(path, intent) }

    func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        pages.value = [:]
        return try files.replace(pass, replaceable, body)
    }

    func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        if Platform.isPipe("/" + path) { return OpenedJournal(file: nil, contents: []) }
        return try files.openJournal(of: path, isLocked: false, limit: limit)
    }

    /// Returns true if two paths lead to one file.
    func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (FencedFiles(self).file(of: one), FencedFiles(self).file(of: other))
        guard let one = files.locate(one), let other = files.locate(other) else { return one == other }
        return one.isAtSamePlace(as: other)
    }

    /// Returns true if there is a journal beside a file.
    func hasJournal(_ path: String) -> Bool {
        let opened = try? openJournal(of: path, isLocked: false, limit: Limits.fileBytes)
        return opened?.contents.isEmpty == false
    }

    func lock(_ path: String) -> FileLock { .unavailable }

    func unlock(_ lock: FileLock.Held) {}
}
