import Host
import Server

/// Standard output, written without blocking if the system allows it.
struct Output {
    private enum Kind {
        /// Each call on a socket can say that it must not block.
        case socket
        /// The mode of a pipe is changed, and restored in the end: other processes may hold the pipe too.
        case pipe(flagsBefore: Int32)
        /// A file never blocks. A terminal may; its mode is left alone, since the shell shares it.
        case other
    }

    private let kind: Kind

    init() {
        switch Platform.outputKind {
        case .socket: kind = .socket
        case .other: kind = .other
        case .pipe:
            let flags = Platform.outputFlags
            kind = .pipe(flagsBefore: flags)
            Platform.outputFlags = flags | Platform.nonBlocking
        }
    }

    /// Restores the mode of the stream.
    func restore() {
        if case .pipe(let flags) = kind { Platform.outputFlags = flags }
    }

    /// Writes the first bytes, or all.
    func write(_ bytes: UnsafeRawBufferPointer) -> Platform.Transfer {
        if case .socket = kind { return Platform.sendOutput(bytes) }
        return Platform.writeOutput(bytes)
    }

    /// Writes the waiting output until no more is accepted; false if it never will be, since the client is gone.
    func write(_ outbox: inout Outbox) -> Bool {
        while outbox.waiting > 0 {
            var transfer = Platform.Transfer.failed
            outbox.drain { bytes in
                transfer = write(bytes)
                if case .bytes(let count) = transfer { return count }
                return 0
            }
            switch transfer {
            case .bytes: continue
            case .wouldBlock, .interrupted: return true
            case .failed: return false
            }
        }
        return true
    }
}
