#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An address that only programs of this machine reach, as `127.0.0.1:PORT`.
public struct LoopbackAddress: Sendable, CustomStringConvertible {
    private static let host = "127.0.0.1"

    /// The number of its port; 0 for one that the system chooses.
    public let number: UInt16

    /// The address of a text `127.0.0.1:PORT`; nil for any other text.
    public init?(_ text: String) {
        let prefix = "\(Self.host):"
        guard text.hasPrefix(prefix), let number = UInt16(text.dropFirst(prefix.count)) else { return nil }
        self.number = number
    }

    /// The address of a listening socket; nil if it has none.
    public init?(of listener: StreamSocket) {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener.descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        number = UInt16(bigEndian: address.sin_port)
    }

    public var description: String { "\(Self.host):\(number)" }

    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
