import Server

/// Standard output, written to without blocking where the system allows it.
struct Output {
    private enum Kind {
        /// A socket can be told at each call not to block.
        case socket
        /// A pipe cannot, so its mode is changed, and put back in the end: others may hold it too.
        case pipe(flagsBefore: Int32)
        /// A file never blocks; a terminal may, and is left as it is, for the shell holds it too.
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

    func restore() {
        if case .pipe(let flags) = kind { Platform.outputFlags = flags }
    }

    /// Writes what waits until no more is taken; false when nobody will ever read it.
    func write(_ outbox: inout Outbox) -> Bool {
        while outbox.waiting > 0 {
            var transfer = Platform.Transfer.failed
            outbox.drain { bytes in
                if case .socket = kind {
                    transfer = Platform.sendOutput(bytes)
                } else {
                    transfer = Platform.writeOutput(bytes)
                }
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
