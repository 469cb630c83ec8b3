/// What goes wrong between a program and a store, each with its probability.
///
/// What becomes of a request is drawn once, when it arrives, so that the rates are those of
/// requests whatever else happens to them; an attempt that is made again is another request.
public struct ObjectStoreFaults: Hashable, Sendable {
    /// 503 SlowDown, without effect.
    public var throttling: Double
    /// 500 InternalError, without effect.
    public var internalError: Double
    /// No answer, and no effect.
    public var lostRequest: Double
    /// No answer, though the operation takes effect: a retry meets its own object.
    public var lostAnswer: Double
    /// The first byte comes later by `slowness`.
    public var slowFirstByte: Double
    /// Bytes of the object change on their way: those of an upload before the store has them,
    /// those of a download after.
    public var corruption: Double
    /// How much later a slow first byte comes.
    public var slowness: Duration

    /// Faults with these probabilities; without arguments, none.
    /// - Precondition: They are probabilities whose sum is at most 1.
    public init(
        throttling: Double = 0,
        internalError: Double = 0,
        lostRequest: Double = 0,
        lostAnswer: Double = 0,
        slowFirstByte: Double = 0,
        corruption: Double = 0,
        slowness: Duration = .seconds(5)
    ) {
        self.throttling = throttling
        self.internalError = internalError
        self.lostRequest = lostRequest
        self.lostAnswer = lostAnswer
        self.slowFirstByte = slowFirstByte
        self.corruption = corruption
        self.slowness = slowness
        precondition(probabilities.allSatisfy { (0...1).contains($0) }, "probabilities")
        precondition(probabilities.reduce(0, +) <= 1 + 1e-9, "one thing happens to a request")
    }

    /// Nothing goes wrong.
    public static let none = Self()
    /// A good day: one request in a thousand or so.
    public static let light = Self(
        throttling: 0.000_5,
        internalError: 0.000_5,
        lostRequest: 0.000_25,
        lostAnswer: 0.000_25,
        slowFirstByte: 0.001,
        corruption: 0.000_01
    )
    /// A bad day: one in fifty.
    public static let medium = Self(
        throttling: 0.01,
        internalError: 0.005,
        lostRequest: 0.001,
        lostAnswer: 0.001,
        slowFirstByte: 0.005,
        corruption: 0.000_1
    )
    /// A day to test by: one in six.
    public static let heavy = Self(
        throttling: 0.05,
        internalError: 0.05,
        lostRequest: 0.02,
        lostAnswer: 0.02,
        slowFirstByte: 0.02,
        corruption: 0.01
    )

    var probabilities: [Double] {
        [throttling, internalError, lostRequest, lostAnswer, slowFirstByte, corruption]
    }
}

/// What becomes of a request.
enum ObjectStoreFate: Int, CaseIterable {
    case throttled
    case failed
    case lostRequest
    case lostAnswer
    case slow
    case corrupted
}

/// Draws what becomes of requests.
struct ObjectStoreFates {
    /// For each fate, the probability of it or one before it.
    private let bounds: [Double]
    private var random: RandomStream

    init(_ faults: ObjectStoreFaults, random: RandomStream) {
        var sum = 0.0
        bounds = faults.probabilities.map { probability in
            sum += probability
            return sum
        }
        self.random = random
    }

    /// What becomes of the next request; nothing where all goes well.
    mutating func draw() -> ObjectStoreFate? {
        guard let most = bounds.last, most > 0 else { return nil }
        let drawn = random.unit()
        guard drawn < most else { return nil }
        return bounds.firstIndex { drawn < $0 }.flatMap(ObjectStoreFate.init)
    }
}
