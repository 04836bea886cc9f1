import Host
import Wire

/// The door for browsers: it decides who may enter, and shows the page if there is one.
///
/// Host and origin are checked before any answer, so that no other page, by whatever name of this machine, gets in. A
/// browser enters with the token, in the address or in `initialize`, or by a secret path in the page's address. That
/// address opens one window, and another one is printed.
final class WebDoor {
    /// The outcome of a request.
    enum Answer {
        case response(HTTPResponse)
        /// It becomes a WebSocket, which these bytes begin; a known client needs to say no token.
        case socket([UInt8], isKnown: Bool)
    }

    let address: LoopbackAddress
    /// The token that clients must know.
    let token: String
    private let hosts: Set<String>
    private let origins: Set<String>
    private var page: WebPage?
    /// The secret that all paths of the page begin with, and the word that is exchanged for it once.
    private let secret: String
    private var entrance = Platform.secret

    /// - Parameters:
    ///   - origins: the allowed origins of pages besides the own one, such as `http://localhost:5173`.
    ///   - secret: the secret of the page's paths.
    init(
        at address: LoopbackAddress, token: String, origins: [String], page: WebPage?, secret: String = Platform.secret
    ) {
        (self.address, self.token, self.page, self.secret) = (address, token, page, secret)
        hosts = ["127.0.0.1:\(address.number)", "localhost:\(address.number)"]
        self.origins = Set(origins)
    }

    /// The address that opens a window; nil without a page.
    var entry: String? { page == nil ? nil : "http://\(address)/?enter=\(entrance)" }

    /// The answer to a request.
    func answer(_ request: HTTPRequest) -> Answer {
        guard let host = request.value("host"), hosts.contains(host) else {
            return .response(.refusal(403, "this server answers to 127.0.0.1 and localhost"))
        }
        if let origin = request.values("origin").first(where: { $0 != "http://\(host)" && !origins.contains($0) }) {
            return .response(.refusal(403, "pages of \(origin) may not come: --origin names those that may"))
        }
        if request.path == "/" {
            if let word = request.parameter("enter") { return .response(enter(word)) }
            return socket(request)
        }
        if request.path == "/favicon.ico", let icon = page?.answer("icon.svg") { return .response(secured(icon)) }
        let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard page != nil, parts.count == 2, WebDoor.isSame(String(parts[0]), secret) else {
            return .response(
                .refusal(
                    page == nil ? 404 : 403, page == nil ? "there is nothing" : "open the address that was printed"))
        }
        if parts[1] == "socket" { return joined(request, isKnown: true) }
        return .response(page?.answer(String(parts[1])).map { secured($0) } ?? .refusal(404, "there is no such file"))
    }

    private func socket(_ request: HTTPRequest) -> Answer {
        guard let given = request.parameter("token") else { return joined(request, isKnown: false) }
        if !WebDoor.isSame(given, token) { return .response(.refusal(403, "this is not the token")) }
        return joined(request, isKnown: true)
    }

    private func joined(_ request: HTTPRequest, isKnown: Bool) -> Answer {
        switch Handshake.answer(to: request) {
        case .success(let bytes): .socket(bytes, isKnown: isKnown)
        case .failure(let refusal): .response(refusal)
        }
    }

    private func enter(_ word: String) -> HTTPResponse {
        guard page != nil, WebDoor.isSame(word, entrance) else {
            return .refusal(403, "this address was used already; another one was printed")
        }
        entrance = Platform.secret
        if let entry { Platform.printOut("for another window: \(entry)\n") }
        return HTTPResponse(
            status: 303, type: "text/plain; charset=utf-8", body: [], fields: [("Location", "/\(secret)/")])
    }

    /// A file of the page, which reaches nothing but this server.
    private func secured(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        let sockets = hosts.sorted().map { "ws://\($0)" }.joined(separator: " ")
        response.fields.append(
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self' \(sockets); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ))
        return response
    }

    /// Returns true if a browser could send this text as an origin (RFC 6454, section 7).
    static func isOrigin(_ text: String) -> Bool {
        if text == "null" { return true }
        guard let colon = text.firstRange(of: "://"), colon.lowerBound != text.startIndex, text == text.lowercased()
        else { return false }
        let host = text[colon.upperBound...]
        return !host.isEmpty && !host.contains { "/?#*@, ".contains($0) }
    }

    /// Returns true if two texts are equal, in a time that does not depend on the position of a difference.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let (first, second) = (Array(a.utf8), Array(b.utf8))
        if first.count != second.count { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
