import Host

// The functions of clients/c/nodewire.h, which says what they do.

/// The open conversations by their handles.
private struct Conversations: Sendable {
    private var open: [Int32: Conversation] = [:]
    private var last: Int32 = 0

    subscript(handle: Int32) -> Conversation? { open[handle] }

    /// Returns the handle of a new conversation; numbers are never reused.
    mutating func add(_ conversation: Conversation) -> Int32 {
        if last == Int32.max { return Status.noHandle.rawValue }
        last += 1
        open[last] = conversation
        return last
    }

    mutating func remove(_ handle: Int32) -> Conversation? { open.removeValue(forKey: handle) }
}

private let conversations = Lock(Conversations())

/// The values that functions of the interface return instead of a result.
private enum Status: Int32 {
    case done = 0
    case noHandle = -1
    case badArgument = -2
    case badOptions = -3
    case noFolder = -4
    case ended = -5
}

private func conversation(_ handle: Int32) -> Conversation? { conversations.change { $0[handle] } }

/// Opens a conversation and returns its handle, or a negative status.
@_cdecl("nodewire_open")
public func nodewireOpen(_ options: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
    var root: String?
    if let options {
        guard length >= 0, let read = OpenOptions.read(UnsafeBufferPointer(start: options, count: length)) else {
            return Status.badOptions.rawValue
        }
        root = read.root
    }
    guard let root else { return conversations.change { $0.add(Conversation(files: nil)) } }
    guard let files = Files(below: root) else { return Status.noFolder.rawValue }
    return conversations.change { $0.add(Conversation(files: files)) }
}

/// Performs one message, or one batch.
@_cdecl("nodewire_send")
public func nodewireSend(_ handle: Int32, _ body: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
    guard let conversation = conversation(handle) else { return Status.noHandle.rawValue }
    guard let body, length >= 0 else { return Status.badArgument.rawValue }
    let isDone = conversation.send(UnsafeBufferPointer(start: body, count: length))
    return (isDone.map { $0 ? Status.done : .ended } ?? .noHandle).rawValue
}

/// Returns the next message of the server, with its length; nil if there is none.
@_cdecl("nodewire_receive")
public func nodewireReceive(_ handle: Int32, _ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>? {
    let message = conversation(handle)?.receive()
    length?.pointee = message?.count ?? 0
    return message?.baseAddress
}

/// Lets time pass.
@_cdecl("nodewire_advance")
public func nodewireAdvance(_ handle: Int32, _ milliseconds: Double) -> Int32 {
    guard let conversation = conversation(handle) else { return Status.noHandle.rawValue }
    if !milliseconds.isFinite { return Status.badArgument.rawValue }
    return (conversation.advance(to: milliseconds) == nil ? Status.noHandle : .done).rawValue
}

/// Returns the next time at which `nodewire_advance` must be called; infinity if nothing is due.
@_cdecl("nodewire_deadline")
public func nodewireDeadline(_ handle: Int32) -> Double { conversation(handle)?.nextDeadline ?? .infinity }

/// Ends a conversation, frees its handle and returns the exit status.
@_cdecl("nodewire_close")
public func nodewireClose(_ handle: Int32) -> Int32 {
    conversations.change { $0.remove(handle) }?.close() ?? Status.noHandle.rawValue
}
