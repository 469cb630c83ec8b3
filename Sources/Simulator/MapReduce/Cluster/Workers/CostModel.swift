/// How long work takes and how much memory it needs. The defaults are the original's figures.
public struct CostModel: Hashable, Sendable {
    /// One record in a map task: 12,500 a second.
    public var perEvent: Duration
    /// One byte of a record in a map task.
    public var perByte: Duration
    /// One key in a reduce task: 20,000 a second.
    public var perKey: Duration
    /// One value in a reduce task.
    public var perValue: Duration
    /// Bytes that a worker needs before it does anything.
    public var idleMemory: Int
    /// Bytes that a byte of collected pairs takes in the original's language.
    public var memoryFactor: Double

    /// Creates a model.
    public init(
        perEvent: Duration = .microseconds(80),
        perByte: Duration = .zero,
        perKey: Duration = .microseconds(50),
        perValue: Duration = .zero,
        idleMemory: Int = 200 << 20,
        memoryFactor: Double = 4
    ) {
        self.perEvent = perEvent
        self.perByte = perByte
        self.perKey = perKey
        self.perValue = perValue
        self.idleMemory = idleMemory
        self.memoryFactor = memoryFactor
    }

    /// How long a map task takes for so many records of so many bytes.
    func mapTime(records: Int, bytes: Int) -> Duration {
        perEvent * records + perByte * bytes
    }

    /// How long a reduce task takes for so many keys with so many values.
    func reduceTime(keys: Int, values: Int) -> Duration {
        perKey * keys + perValue * values
    }

    /// The memory of a worker that holds `bytes` of pairs.
    func memory(holding bytes: Int) -> Int {
        let scaled = Double(bytes) * memoryFactor
        return idleMemory + (scaled < 0x1p62 ? Int(scaled) : Int.max >> 1)
    }
}
