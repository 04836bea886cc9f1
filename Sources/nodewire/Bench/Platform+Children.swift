#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if os(Linux)
    // Hidden from Swift by the C library's feature macros, as is the number of this request.
    @_silgen_name("sched_getaffinity")
    private func getAffinity(_ process: Int32, _ size: Int, _ cores: UnsafeMutablePointer<UInt64>) -> Int32
    @_silgen_name("sched_setaffinity")
    private func setAffinity(_ process: Int32, _ size: Int, _ cores: UnsafePointer<UInt64>) -> Int32
    private let setPipeSize: Int32 = 1031
#endif

/// A child process with the pipes to its standard streams.
struct Child {
    let process: Int32
    let input: Int32
    let output: Int32
}

extension Platform {
    /// Keeps this process and the children it will have on the first core it may use; false where that is not possible.
    static func stayOnOneCore() -> Bool {
        #if os(Linux)
            var cores = [UInt64](repeating: 0, count: 16)
            let size = cores.count * 8
            guard getAffinity(0, size, &cores) >= 0, let place = cores.firstIndex(where: { $0 != 0 }) else {
                return false
            }
            let first = cores[place] & (~cores[place] &+ 1)
            for index in cores.indices { cores[index] = index == place ? first : 0 }
            return setAffinity(0, size, cores) == 0
        #else
            return false
        #endif
    }

    /// The file this process runs.
    static var executable: String {
        #if os(Linux)
            guard let name = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
            defer { free(name) }
            return String(cString: name)
        #else
            return CommandLine.arguments[0]
        #endif
    }

    /// Starts a program with pipes of a mebibyte, where the system grants them.
    static func spawn(_ program: String, _ arguments: [String]) throws(BenchError) -> Child {
        var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&down) == 0, pipe(&up) == 0 else { throw .system("cannot make pipes") }
        for end in down + up {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            #if os(Linux)
                _ = fcntl(end, setPipeSize, 1 << 20)
            #endif
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, nil, &words, environ)
        close(down[0])
        close(up[1])
        guard code == 0 else {
            close(down[1])
            close(up[0])
            throw BenchError("cannot start \(program): \(String(cString: strerror(code)))")
        }
        return Child(process: process, input: down[1], output: up[0])
    }

    /// Closes the pipes of a child and waits for its end; nil when it did not end in order.
    @discardableResult
    static func finish(_ child: Child) -> Int32? {
        close(child.input)
        close(child.output)
        var status: Int32 = 0
        while waitpid(child.process, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    static func receive(from child: Child, into room: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer(read(child.output, room.baseAddress, room.count))
    }

    static func give(_ bytes: UnsafeRawBufferPointer, to child: Child) -> Transfer {
        transfer(write(child.input, bytes.baseAddress, bytes.count))
    }

    /// The first line that a program prints; nil when it fails.
    static func outputLine(of program: String, _ arguments: [String]) -> String? {
        guard let child = try? spawn(program, arguments) else { return nil }
        var text: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            guard case .bytes(let count) = room.withUnsafeMutableBytes({ receive(from: child, into: $0) }), count > 0
            else {
                break
            }
            text += room[..<count]
        }
        guard finish(child) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Waits until a child can be written to, if asked for, or be read from.
    static func wait(for child: Child, toWrite: Bool) -> (canRead: Bool, canWrite: Bool) {
        var polled = [
            pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: toWrite ? child.input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&polled, 2, -1) > 0 else { return (false, false) }
        return (polled[0].revents != 0, polled[1].revents != 0)
    }

    static func setBlocking(_ isBlocking: Bool, _ file: Int32) {
        _ = fcntl(file, F_SETFL, isBlocking ? 0 : O_NONBLOCK)
    }

    /// Bytes of memory that a process holds; nil where the system does not tell.
    static func residentBytes(of process: Int32) -> Int? {
        #if os(Linux)
            let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 256)
            let count = read(file, &text, text.count)
            guard count > 0 else { return nil }
            let fields = text[..<count].split(separator: UInt8(ascii: " "))
            guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            return nil
        #endif
    }

    static func fileBytes(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Makes a folder that nobody else has.
    static func makeFolder() throws(BenchError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(parent)/nodewire-bench-\(String(repeating: "X", count: 6))".utf8CString)
        guard mkdtemp(&name) != nil else { throw .system("cannot make a folder in \(parent)") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func makeFile(_ path: String, of bytes: UnsafeBufferPointer<UInt8>) throws(BenchError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("cannot write \(path)") }
        defer { close(file) }
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = writeFile(file, rest)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system("cannot write \(path)") }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    static func remove(_ files: [String], in folder: String) {
        for file in files { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }
}

extension BenchError {
    fileprivate static func system(_ message: String) -> BenchError {
        BenchError("\(message): \(String(cString: strerror(errno)))")
    }
}
