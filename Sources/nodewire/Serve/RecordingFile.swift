import Host
import Recordings

/// The file of a recording, to which the session's thread and its worker add whole lines.
///
/// A file that can no longer be written is given up, which is logged once: the conversation goes on.
final class RecordingFile: RecordingSink {
    /// The descriptor; nil once it could not be written.
    private let file: Lock<Int32?>
    private let sessionThread = ThreadMark()

    /// - Parameter file: the descriptor of a file without other writers.
    init(_ file: Int32) { self.file = Lock(file) }

    var isOnSessionThread: Bool { sessionThread.isCurrent }

    func write(_ lines: UnsafeBufferPointer<UInt8>) {
        file.change { file in
            guard let descriptor = file else { return }
            if Platform.writeAll(UnsafeRawBufferPointer(lines), to: descriptor) { return }
            Platform.log("nodewire: the recording cannot be written any further\n")
            file = nil
        }
    }
}
