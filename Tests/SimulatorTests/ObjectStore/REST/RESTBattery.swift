@testable import Simulator

/// The requests of the recordings, in their order, put to our store as requests of HTTP.
final class RESTBattery {
    typealias Answer = RecordedAnswers.Answer

    let store: ObjectStore
    private(set) var now = Timestamp(year: 2026, month: 11, day: 22, hour: 12)
    private(set) var answers: [(name: String, answer: Answer)] = []

    static let storage = "/mapreduce-storage"
    static let list = "/mapreduce-list"
    static let versions = "/mapreduce-ver"
    static let helloTag = "\"5d41402abc4b2a76b9719d911017c592\""

    init(region: String = "us-east-1") {
        store = ObjectStore(settings: ObjectStore.Settings(region: region))
    }

    /// Sends a request, and notes the answer where the step has a name; a second passes.
    @discardableResult
    func send(
        _ name: String = "",
        _ method: HTTPMethod,
        _ path: String,
        _ headers: [(String, String)] = [],
        _ body: String = ""
    ) -> RESTResponse {
        now = now.adding(nanoseconds: 1_000_000_000)
        let request = HTTPRequest.signed(method, path, headers, Array(body.utf8))
        let response = store.response(to: request, now: now)
        let read = RESTResponse(response)
        if !name.isEmpty {
            let pairs = response.fields.map { ($0.name, $0.value) }
            let answer = Answer(
                status: response.status,
                code: read.code,
                headers: Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            )
            answers.append((name, answer))
        }
        return read
    }

    func run() {
        buckets()
        objects()
        conditions()
        lists()
        multipart()
        versioning()
        lifecycle()
        encryption()
        classesAndCopies()
        deletesAndChecksums()
    }
}

/// A response, and what its body says.
struct RESTResponse {
    let response: HTTPResponse
    /// The body, where it is a document.
    let document: XMLElement?

    init(_ response: HTTPResponse) {
        self.response = response
        let isDocument = response.fields.value(of: "content-type") == "application/xml"
        document = isDocument ? try? XMLReader.read(response.body) : nil
    }

    var status: Int { response.status }
    /// The code of an error.
    var code: String? { document.flatMap { $0.name == "Error" ? value("Code") : nil } }
    var text: String { String(decoding: response.body, as: UTF8.self) }

    /// The text of an element of the document.
    func value(_ name: String) -> String? { document?.all(name).first?.text }

    subscript(header: String) -> String? { response.fields.value(of: header) }

    /// The texts of an element in each of the elements of a list.
    func values(_ list: String, _ name: String) -> [String] {
        document?.all(list).compactMap { $0.all(name).first?.text } ?? []
    }
}

extension ObjectStore {
    /// What the store answers through its REST interface, without a network.
    func response(to request: HTTPRequest, now: Timestamp) -> HTTPResponse {
        do throws(ObjectStoreError) {
            let (call, caller) = try RESTInterface.read(request)
            var context = RequestContext(now: now, caller: caller)
            context.addsChecksum = true
            let result = try perform(call.operation, context)
            return RESTInterface.response(
                to: request,
                call,
                .result(result),
                region: settings.region,
                newRequestIdentity()
            )
        } catch {
            return RESTErrorDocument.response(to: error, of: request, newRequestIdentity())
        }
    }
}

extension HTTPRequest {
    /// A request that `owner` signed.
    static func signed(
        _ method: HTTPMethod,
        _ path: String,
        _ headers: [(String, String)] = [],
        _ body: [UInt8] = [],
        by caller: String = "owner"
    ) -> HTTPRequest {
        var details = RequestDetails()
        details.headers.others = headers.map { HTTPField($0.0, $0.1) }
        details.headers.others.append(HTTPField("Authorization", "AWS \(caller):signature"))
        return HTTPRequest(method, path, body: body, details: details)
    }
}
