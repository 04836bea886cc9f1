import Formats
import Host
import Wire

/// Corresponding fences of one or two Markdown files: their name and their positions.
struct FencePair {
    /// The paths of the fence in both files; `/dev/null` if it is missing.
    var old = "/dev/null"
    var new = "/dev/null"
    /// The fence in the new file, else in the old one, and its number there.
    let fence: MarkdownText.Fence
    let number: Int
    /// Is true if both hold the same bytes.
    var isSame = false

    /// The title, if it has one, after the word.
    private static func name(of fence: MarkdownText.Fence) -> String {
        fence.title.map { "fence \(JSON.string($0))" } ?? "fence"
    }

    /// The line above its differences.
    fileprivate var heading: String { "\(FencePair.name(of: fence)) in line \(fence.line): \(fence.format.name)" }

    /// The line above its text in a comparison: it does not depend on the text before the fence.
    fileprivate static func title(of fence: MarkdownText.Fence) -> String { "\(name(of: fence)): \(fence.format.name)" }
}

extension Conversation {
    /// The fences of two files that are compared completely, in the order of the new one and then the removed ones;
    /// nil if one of the paths names no Markdown file, or a fence of it.
    func fences(from old: String, to new: String) throws(CommandError) -> [FencePair]? {
        if fence != nil || [old, new].allSatisfy({ page(at: $0) == nil }) { return nil }
        guard let one = try page(at: old)?.get(), let other = try page(at: new)?.get() else { return nil }
        let pairs = MarkdownMerge.pairs(of: one, with: other)
        var counterparts: [Int: Int] = [:]
        for (place, pair) in pairs.enumerated() { if let pair { counterparts[pair] = place } }
        var found: [FencePair] = []
        for (place, fence) in other.fences.enumerated() {
            var pair = FencePair(new: "\(new)#\(place + 1)", fence: fence, number: place + 1)
            if let known = counterparts[place] {
                pair.old = "\(old)#\(known + 1)"
                pair.isSame = one.content(of: one.fences[known]) == other.content(of: fence)
            }
            found.append(pair)
        }
        for (place, fence) in one.fences.enumerated() where pairs[place] == nil {
            found.append(FencePair(old: "\(old)#\(place + 1)", fence: fence, number: place + 1))
        }
        return found
    }

    /// The file in Markdown at a path, with nothing for `/dev/null`; nil for another file.
    private func page(at path: String) -> Result<MarkdownText, CommandError>? {
        if path == "/dev/null" { return .success([].withUnsafeBufferPointer { MarkdownText($0) }) }
        guard let parts = MarkdownText.parts(of: path), parts.number == nil else { return nil }
        return Result { () throws(CommandError) in try markdown(of: path) }
    }

    /// Compares fences and prints the differences; returns false if there are none.
    mutating func printDifferences(of fences: [FencePair], _ arguments: Arguments, title: String?) -> Bool {
        var lines: [String] = []
        var reports: [JSON] = []
        var isDifferent = false
        for pair in fences where !pair.isSame || hasJournal(pair.old) || hasJournal(pair.new) {
            var report: JSONObject = ["fence": .number(pair.number), "line": .number(pair.fence.line)]
            report["title"] = pair.fence.title.map { .string($0) }
            var found: [String] = []
            do throws(CommandError) {
                let (differs, words, members) = try compare(pair.old, pair.new, arguments, line: pair.fence.line)
                if !differs { continue }
                found = words
                for member in members.members { report[member.name] = member.value }
            } catch {
                // Its bytes are others, whatever they mean.
                found = ["the contents differ, and are no graphs to compare: \(error.message)"]
                report["error"] = .string(error.message)
            }
            isDifferent = true
            lines += [pair.heading] + found.map { "  \($0)" }
            reports.append(.object(report))
        }
        if arguments.has("--quiet") { return isDifferent }
        if arguments.has("--json") {
            printJSON(["fences": .array(reports)])
        } else {
            printLines(lines, title: title)
        }
        return isDifferent
    }

    /// Returns all fences of a file in Markdown as texts to compare, each under its title; nil if the arguments name one, or another
    /// file or format.
    ///
    /// The content of a fence without a graph is shown unchanged, so that no difference is hidden.
    mutating func texts(of arguments: Arguments) throws(CommandError) -> String? {
        let path = arguments.operands[0]
        let format = arguments.value("--to") ?? arguments.out.flatMap { Format.written(at: $0) }?.name
        guard format == Format.lines.name, arguments.operands.count == 1, let fences = try fences(of: path),
            !fences.isEmpty
        else { return nil }
        let page = try markdown(of: path)
        var text = ""
        for (place, fence) in fences.enumerated() {
            text += FencePair.title(of: fence) + "\n"
            do throws(CommandError) {
                if let diagram = fence.otherDiagram { throw CommandError("\(path): the \(diagram) is no graph") }
                let document = try open(
                    "\(path)#\(place + 1)", rules: arguments.value("--rules"), line: fence.line)
                defer { try? close(document) }
                text += try self.text(of: document, as: Format.lines.name)
            } catch {
                if arguments.printsText { Platform.log("nodewire: line \(fence.line): \(error.message)\n") }
                text += String(decoding: page.content(of: fence), as: UTF8.self)
            }
        }
        return text
    }
}
