import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// What distinguishes a process from others of the same number, before and after it.

extension Platform {
    /// This process, as its locks name it.
    static var thisProcess: LockOwner {
        let process = Int(getpid())
        return LockOwner(
            process: process, host: hostName, started: start(of: process) ?? "",
            boot: word(in: "/proc/sys/kernel/random/boot_id"),
            space: space, machine: word(in: "/etc/machine-id"))
    }

    /// Letters and digits that no other process has, drawn at random.
    public static var nonce: String {
        let digits = String(UInt64.random(in: 0..<2_821_109_907_456), radix: 36)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// 32 hexadecimal digits that cannot be guessed, drawn at random by the system.
    public static var secret: String {
        var system = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(system.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Returns the time when a process was started, in ticks of the system's clock; empty if that is not known, nil if
    /// it does not run.
    static func start(of process: Int) -> String? {
        guard process > 0, let number = Int32(exactly: process), isRunning(number) else { return nil }
        // The name of the program is in brackets and may hold any; the 20th word behind it is the time.
        let text = firstBytes(of: "/proc/\(process)/stat", 1024)
        guard let bracket = text.lastIndex(of: UInt8(ascii: ")")) else { return "" }
        let words = text[(bracket + 1)...].split(separator: UInt8(ascii: " "))
        return words.count > 19 ? String(decoding: words[19], as: UTF8.self) : ""
    }

    private static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let name = buffer.baseAddress, gethostname(name, buffer.count - 1) == 0 else { return "" }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The first word of a file; empty if there is none.
    private static func word(in path: String) -> String {
        String(decoding: firstBytes(of: path, 64).prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private static var space: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = buffer.baseAddress.map { readlink("/proc/self/ns/pid", $0, buffer.count) } ?? -1
            return count < 0 ? "" : String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
        }
    }

    /// The beginning of a file; empty if it cannot be read.
    public static func firstBytes(of path: String, _ count: Int) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = read(file, &bytes, count)
        return filled > 0 ? Array(bytes[..<filled]) : []
    }
}
