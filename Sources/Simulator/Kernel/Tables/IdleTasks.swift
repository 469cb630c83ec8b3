/// Tasks of the runtime whose work is done and that wait for more, each in a place of its own.
///
/// The places are few: what is spawned now and then finds one, and a hundred thousand tasks that
/// end at once do not all stay. Index 0 stands for none.
struct IdleTasks: ~Copyable {
    private struct Place {
        /// The address of the waiting task.
        var address: UInt = 0
        /// What it is to do next, retained; nothing where it is to end.
        var work: Unmanaged<SpawnedTask>?
        /// The next free place, or that of the next waiting task.
        var next: UInt32 = 0
    }

    /// How many tasks wait at most.
    static let capacity: UInt32 = 256

    private let places: UnsafeMutablePointer<Place>
    private var firstFree: UInt32 = 0
    private var firstIdle: UInt32 = 0
    /// The highest index ever used.
    private var top: UInt32 = 0
    /// The place whose task is on its way there, or 0.
    private var entering: UInt32 = 0

    init() {
        places = .allocate(capacity: Int(Self.capacity) + 1)
        places.initialize(repeating: Place(), count: Int(Self.capacity) + 1)
    }

    deinit {
        places.deallocate()
    }

    /// A place for the task that runs, which goes there at once; 0 where none is left.
    @inline(__always)
    mutating func takePlace() -> UInt32 {
        if firstFree != 0 {
            entering = firstFree
            firstFree = places[Int(firstFree)].next
        } else if top < Self.capacity {
            top &+= 1
            entering = top
        } else {
            return 0
        }
        return entering
    }

    /// Keeps the task at `address` in the place that was taken last.
    @inline(__always)
    mutating func keep(_ address: UInt) {
        precondition(entering != 0, "a job came to rest without a place")
        places[Int(entering)].address = address
        places[Int(entering)].next = firstIdle
        firstIdle = entering
        entering = 0
    }

    /// Gives `work` to the task that has waited least, which is then to run.
    ///
    /// - Returns: The address of the task; nothing where none waits.
    @inline(__always)
    mutating func wake(for work: SpawnedTask?) -> UInt? {
        guard firstIdle != 0 else { return nil }
        let place = places + Int(firstIdle)
        firstIdle = place.pointee.next
        place.pointee.work = work.map { .passRetained($0) }
        return place.pointee.address
    }

    /// Whether anything is to be done by the task that waited in this place.
    @inline(__always)
    func hasWork(in place: UInt32) -> Bool { places[Int(place)].work != nil }

    /// Frees a place whose task runs again.
    ///
    /// - Returns: What it is to do.
    @inline(__always)
    mutating func leave(_ place: UInt32) -> SpawnedTask? {
        let work = places[Int(place)].work
        places[Int(place)].work = nil
        places[Int(place)].next = firstFree
        firstFree = place
        return work?.takeRetainedValue()
    }
}
