import Host
import Server

/// A file that the command line names to be written: it has passed the gate, and is replaced as a whole.
struct OutputFile {
    private let path: String
    private let files: Files
    /// Nil for a file that is not plain and keeps nothing, such as a terminal or a pipe.
    private let pass: FilePass?

    /// - Parameters:
    ///   - arguments: say whether it may be hidden, or be the file of an open document.
    ///   - state: the folder of journals and locks that the command itself uses.
    /// - Throws: if the gate refuses it, or the system.
    init(_ path: String, _ arguments: Arguments, state: StateRoot? = nil) throws(CommandError) {
        self.path = path
        guard let folder = Platform.workingFolder else { throw CommandError("the working folder is gone") }
        files = Files(in: "/", outer: folder, state: state, allowsHidden: arguments.has("--hidden"))
        if Platform.isPipe(path) {
            pass = nil
            return
        }
        do throws(FileError) {
            let intent = WriteIntent(overwrites: arguments.has("--overwrite"))
            pass = try files.pass(path.hasPrefix("/") ? path : "\(folder)/\(path)", intent)
        } catch {
            throw CommandError("\(path): \(error.message.typed(path, in: folder).inOptions)")
        }
    }

    /// Writes these parts, one after the other, as the contents of the file.
    func write(_ parts: [UnsafeRawBufferPointer]) throws(CommandError) {
        guard let pass else { return try Platform.writeFile(path, parts) }
        do throws(FileError) {
            _ = try files.replace(pass, .anything) { (sink) throws(FileError) in
                for part in parts { try sink.write(part.bindMemory(to: UInt8.self)) }
            }
        } catch {
            throw CommandError("\(path): \(error.message)")
        }
    }

    /// Begins the file, which is not there yet, and returns its descriptor.
    func begin() throws(CommandError) -> Int32 { try Platform.createFile(path) }
}

extension String {
    /// A message of a session below the root of the file system, with paths in quotes as they were typed.
    ///
    /// - Parameter folder: the folder of relative paths.
    func typed(_ path: String, in folder: String) -> String {
        if path == "-" { return replacing("\"dev/stdin\"", with: "\"-\"") }
        func inner(_ path: String) -> String { "\"" + path.drop { $0 == "/" } }
        // The typed path may be behind the folder's name or another path below that.
        if path.hasPrefix("/") { return replacing(inner(path), with: "\"" + path) }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return replacing(inner(start), with: "\"").replacing("\"" + start, with: "\"")
    }

    /// A message about an input file, whose format option has another name.
    var ofReading: String {
        guard let start = firstRange(of: "the format \""),
            let end = self[start.upperBound...].firstRange(of: "\" reads")
        else { return replacing("`format`", with: "--from") }
        return self[..<start.lowerBound] + "--from \(self[start.upperBound..<end.lowerBound]) reads"
            + self[end.upperBound...]
    }

    /// A message whose parameters are options here.
    var inOptions: String {
        var text = self
        for (name, option) in [
            ("`lossy`", "--lossy"), ("`overwrite`", "--overwrite"), ("`acceptLosses`", "--accept-losses"),
            ("`format: \"", "--format "), ("\"` replaces", " replaces"), ("`format`", "--format"),
            ("`path`", "file by -o"),
        ] { text.replace(name, with: option) }
        return text
    }
}
