import Host
import NodewireClient
import Synchronization

/// A server in a process of its own, over pipes with a message a line; a thread reads its output.
public final class ProcessTransport: Transport {
    /// The interval at which a blocked message checks whether the transport is closed, in milliseconds.
    private static let glance = 20.0

    private let child: ChildProcess
    private let patience: Double
    private let isOpen = Mutex(true)
    /// Is held while a message is written: messages go one after the other, and the input is closed between two of
    /// them.
    private let writing = Mutex(())
    private let reader = Mutex<Thread?>(nil)

    /// Starts a server.
    ///
    /// Broken pipes are ignored in the whole program from now on: a write to a dead server fails instead.
    ///
    /// - Parameters:
    ///   - path: the program, found as the shell finds it.
    ///   - root: the folder below which files are opened and saved, by default the working folder.
    ///   - patience: the time for a server to end after its input, in milliseconds; then it is killed.
    /// - Throws: `ConnectionError` if it cannot be started.
    public init(_ path: String, root: String? = nil, arguments: [String] = [], patience: Double = 10_000) throws {
        Platform.ignoreBrokenPipes()
        do {
            child = try ChildProcess(path, (root.map { ["--root", $0] } ?? []) + arguments)
        } catch {
            throw ConnectionError.failed(error.message)
        }
        self.patience = patience
        child.makeInputNonBlocking()
    }

    deinit { close() }

    /// Begins to receive on a thread.
    public func open(_ receive: @escaping @Sendable (Arrival) -> Void) throws {
        let child = child
        let thread = Thread {
            var lines = LineBuffer()
            while lines.read(from: child, receive) {}
            receive(.end("the server has ended"))
        }
        guard let thread else { throw ConnectionError.failed("there is no thread left") }
        reader.withLock { $0 = thread }
    }

    /// Writes a message as a line; waits while the pipe is full, until the transport is closed.
    public func send(_ body: UnsafeRawBufferPointer) throws {
        try writing.withLock { _ in
            try write(body)
            try withUnsafeBytes(of: UInt8(ascii: "\n")) { try write($0) }
        }
    }

    /// Closes the server's input and waits for its end; a server that hangs is killed.
    public func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        writing.withLock { _ in child.closeInput() }
        child.end(within: patience)
        reader.withLock { $0 }?.join()
        child.closeOutput()
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if !isOpen.withLock({ $0 }) { throw ConnectionError.closed }
            switch child.write(UnsafeRawBufferPointer(rebasing: rest)) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: child.waitToWrite(atMost: Self.glance)
            case .interrupted: continue
            case .failed: throw ConnectionError.failed("the server does not read")
            }
        }
    }
}

/// The bytes of an incomplete line.
private struct LineBuffer: ~Copyable {
    private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var count = 0

    deinit { bytes.deallocate() }

    /// Reads once and delivers the complete lines; false at the end.
    mutating func read(from child: ChildProcess, _ receive: (Arrival) -> Void) -> Bool {
        if count == bytes.count { grow() }
        switch child.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...])) {
        case .bytes(0), .failed: return false
        case .wouldBlock, .interrupted: return true
        case .bytes(let added):
            var (start, searched) = (0, count)
            count += added
            while let end = bytes[searched..<count].firstIndex(of: UInt8(ascii: "\n")) {
                receive(.body(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
                (start, searched) = (end + 1, end + 1)
            }
            count -= start
            if start > 0, count > 0 {
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
            }
            return true
        }
    }

    private mutating func grow() {
        let grown = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * bytes.count, alignment: 16)
        grown.copyMemory(from: UnsafeRawBufferPointer(bytes))
        bytes.deallocate()
        bytes = grown
    }
}

extension Client {
    /// Begins a conversation with a server in a process of its own.
    ///
    /// - Parameters:
    ///   - path: the program `nodewire`.
    ///   - root: the folder below which files are opened and saved, by default the working folder.
    public static func process(
        _ path: String, root: String? = nil, _ parameters: Initialize = Initialize()
    ) async throws -> Client {
        try await connect(ProcessTransport(path, root: root), parameters)
    }
}
