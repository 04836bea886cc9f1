#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Platform {
    /// Removes a folder with its contents.
    public static func removeFolder(_ folder: String) {
        // What stays is in the way of nothing, and the system removes it some day.
        _ = try? ChildProcess("rm", ["-rf", folder]).finish()
    }

    /// Returns true if a process runs.
    /// It does not if it ended and its parent has not noticed.
    public static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 || errno != ESRCH else { return false }
        #if os(Linux)
            let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return true }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 512)
            let count = read(file, &text, text.count)
            // The name of the program is in brackets and may hold any; the state follows the last of them.
            guard count > 0, let bracket = text[..<count].lastIndex(of: UInt8(ascii: ")")), bracket + 2 < count else {
                return true
            }
            return text[bracket + 2] != UInt8(ascii: "Z") && text[bracket + 2] != UInt8(ascii: "X")
        #else
            return true
        #endif
    }

    /// The path of the file that this process runs.
    public static var executable: String {
        #if os(Linux)
            guard let name = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
            defer { free(name) }
            return String(cString: name)
        #else
            return CommandLine.arguments[0]
        #endif
    }

    /// The path of a program that was built together with this one: it is in the same folder.
    public static func program(_ name: String) -> String {
        let path = executable
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
        return String(path[...slash]) + name
    }

    /// The path of a program, looked for in the folders of `PATH` unless its name is a path; nil if there is none.
    public static func find(_ program: String) -> String? {
        if program.utf8.contains(UInt8(ascii: "/")) { return isExecutable(program) ? program : nil }
        guard let folders = value(ofVariable: "PATH") else { return nil }
        return folders.split(separator: ":").lazy.map { "\($0)/\(program)" }.first { isExecutable($0) }
    }

    /// Returns the value of a variable of the environment; nil if it has none, or an empty one.
    public static func value(ofVariable name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Is true if the process may do all.
    public static var isRoot: Bool { geteuid() == 0 }

    /// Returns true if a file can be run.
    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Replaces this program by another one; returns only on failure, with the reason.
    public static func run(_ program: String, _ arguments: [String]) -> CommandError {
        withWords(program, arguments) { _ = execv(program, $0) }
        return .system("cannot start \(program)")
    }

    /// Calls `body` with the name of a program and its arguments as C strings, with nil at the end.
    static func withWords<Result>(
        _ program: String, _ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        return body(words + [nil])
    }
}
