import Simulator

/// The requests of the recordings, in their order, put to our store.
final class AnswerBattery {
    typealias Answer = RecordedAnswers.Answer

    let store = ObjectStore()
    var context = RequestContext(
        now: Timestamp(year: 2026, month: 11, day: 22, hour: 12),
        caller: "owner"
    )
    private(set) var answers: [(name: String, answer: Answer)] = []

    static let storage = "mapreduce-storage"
    static let list = "mapreduce-list"
    static let versions = "mapreduce-ver"

    /// Notes the answer to a request; the time goes on by a second.
    @discardableResult
    func step<Result>(
        _ name: String,
        status: Int = 200,
        _ headers: (Result) -> [ResponseHeader] = { _ in [] },
        statusOf: ((Result) -> Int)? = nil,
        _ body: () throws(ObjectStoreError) -> Result
    ) -> Result? {
        context.now = context.now.adding(nanoseconds: 1_000_000_000)
        do {
            let result = try body()
            note(name, statusOf?(result) ?? status, nil, headers(result))
            return result
        } catch {
            note(name, error.status, error.status == 304 ? nil : error.code, error.headers)
            return nil
        }
    }

    private func note(_ name: String, _ status: Int, _ code: String?, _ headers: [ResponseHeader]) {
        let pairs = headers.map { ($0.name, $0.value) }
        let answer = Answer(
            status: status,
            code: code,
            headers: Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        )
        answers.append((name, answer))
    }

    @discardableResult
    func put(
        _ name: String,
        _ key: String,
        _ text: String,
        in bucket: String = storage,
        _ attributes: ObjectAttributes = ObjectAttributes(),
        change: (inout PutObjectRequest) -> Void = { _ in }
    ) -> WriteResult? {
        var request = PutObjectRequest(
            bucket: bucket,
            key: key,
            content: ObjectContent(text),
            attributes: attributes
        )
        change(&request)
        return step(name, \.headers) { () throws(ObjectStoreError) in
            try store.put(request, context)
        }
    }

    func get(
        _ name: String,
        _ key: String,
        in bucket: String = storage,
        change: (inout GetObjectRequest) -> Void = { _ in }
    ) {
        var request = GetObjectRequest(bucket: bucket, key: key)
        change(&request)
        step(name, \.description.headers, statusOf: \.status) { () throws(ObjectStoreError) in
            try store.get(request, context)
        }
    }

    func head(
        _ name: String,
        _ key: String,
        in bucket: String = storage,
        change: (inout GetObjectRequest) -> Void = { _ in }
    ) {
        var request = GetObjectRequest(bucket: bucket, key: key)
        change(&request)
        step(name, \.headers, statusOf: \.status) { () throws(ObjectStoreError) in
            try store.head(request, context)
        }
    }

    @discardableResult
    func delete(
        _ name: String,
        _ key: String,
        in bucket: String = storage,
        change: (inout DeleteObjectRequest) -> Void = { _ in }
    ) -> DeleteObjectResult? {
        var request = DeleteObjectRequest(bucket: bucket, key: key)
        change(&request)
        return step(name, status: 204, \.headers) { () throws(ObjectStoreError) in
            try store.delete(request, context)
        }
    }

    func createBucket(_ step: String, _ name: String) {
        self.step(step) { () throws(ObjectStoreError) in try store.createBucket(name, context) }
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
