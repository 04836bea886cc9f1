import Host
import Server

/// Prints the description of the protocol: the OpenRPC document, or the reference as Markdown.
func printSpec(isReference: Bool) {
    Platform.printOut(isReference ? Reference.text() : OpenRPC.text())
}
