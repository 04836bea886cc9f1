/// An answer to a request of HTTP/1.1.
struct HTTPResponse: Error {
    let status: Int
    let type: String
    let body: [UInt8]
    var fields: [(name: String, value: String)] = []
    /// Is true if nothing is read of the client any more.
    var closes = false

    /// Refuses a request with a reason, and ends the connection.
    static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
        HTTPResponse(status: status, type: "text/plain; charset=utf-8", body: Array("\(reason)\n".utf8), closes: true)
    }

    /// The bytes that are sent.
    var bytes: [UInt8] {
        var head = "HTTP/1.1 \(status) \(HTTPResponse.reasons[status] ?? "Error")\r\n"
        head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
        for field in fields + HTTPResponse.always { head += "\(field.name): \(field.value)\r\n" }
        if closes { head += "Connection: close\r\n" }
        return Array("\(head)\r\n".utf8) + body
    }

    private static let always = [
        ("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    ].map { (name: $0.0, value: $0.1) }

    private static let reasons = [
        200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        413: "Content Too Large", 426: "Upgrade Required", 431: "Request Header Fields Too Large",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
