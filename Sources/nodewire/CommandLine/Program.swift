/// The program as its clients see it.
enum Program {
    static let version = "1.0.0"
}
