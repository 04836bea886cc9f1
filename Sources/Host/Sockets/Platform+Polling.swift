#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Waiting for many descriptors.

extension Platform {
    /// A descriptor to wait for, and its readiness.
    public struct Polled: Sendable {
        fileprivate var entry: pollfd

        /// - Parameter descriptor: negative for none.
        public init(_ descriptor: Int32, reads: Bool = false, writes: Bool = false) {
            let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
            entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        }

        /// Is true if it has bytes to read, or its end.
        public var isReadable: Bool { entry.revents & Int16(POLLIN) != 0 }
        /// Is true if it takes bytes.
        public var isWritable: Bool { entry.revents & Int16(POLLOUT) != 0 }
        /// Is true if the other end is gone, in both directions.
        public var isClosed: Bool { entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 }
    }

    /// Waits until a descriptor is ready, a signal comes or the time has passed.
    ///
    /// - Parameter milliseconds: nil for no limit.
    /// - Complexity: O(*n*) in the descriptors.
    public static func wait(for polled: inout [Polled], atMost milliseconds: Double?) {
        var entries = polled.map(\.entry)
        let count = pollForTime(&entries, milliseconds ?? .infinity)
        for index in polled.indices { polled[index].entry.revents = count > 0 ? entries[index].revents : 0 }
    }
}
