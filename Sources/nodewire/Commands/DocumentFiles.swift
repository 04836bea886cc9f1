import Formats
import Host

/// The files of documents, or of recordings, that a command line names.
enum DocumentFiles {
    /// Ends of names that most files have which are no graphs.
    private static let commonSuffixes: Set<String> = [".txt", ".csv", ".tsv", ".svg", ".html", ".xml", ".yml", ".yaml"]
    /// Folders that are nested more deeply are not looked into.
    private static let deepest = 32

    /// The ends of names of the files that are looked for in folders.
    private static var suffixes: [String] {
        Format.all.filter(\.isReadable).flatMap(\.suffixes).filter { !commonSuffixes.contains($0) }
            + MarkdownText.suffixes
    }

    /// Returns the files, and for each folder the files in it and below whose endings belong to a format, by their
    /// names; names that begin with a dot are skipped there.
    ///
    /// - Parameter suffixes: the endings of names; by default those of all formats.
    /// - Throws: if there is none in a folder.
    static func list(_ paths: [String], endingIn suffixes: [String] = suffixes) throws(CommandError) -> [String] {
        var files: [String] = []
        for path in paths {
            guard path != "-", let entries = Platform.entries(ofFolder: path) else {
                files.append(path)
                continue
            }
            var waiting: [(path: String, depth: Int)] = entries.reversed().map { (join(path, $0), 1) }
            let before = files.count
            while let (next, depth) = waiting.popLast() {
                if depth < deepest, let inner = Platform.entries(ofFolder: next) {
                    waiting += inner.reversed().map { (join(next, $0), depth + 1) }
                } else if suffixes.contains(where: next.hasSuffix) {
                    files.append(next)
                }
            }
            if files.count == before { throw CommandError("\(path): there is no file of a document in it") }
        }
        return files
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
