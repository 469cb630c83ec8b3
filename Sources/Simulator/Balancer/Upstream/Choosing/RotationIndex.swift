/// Finds the server that a scan of all would choose, without the scan.
///
/// Smooth weighted round robin adds its weight to the account of every server in every round. Here
/// servers of one weight and one load are in one *cell*, which rises as a whole: a round adds the
/// weight to each cell that takes part, and takes the sum from the one account that was the
/// highest. Those whose gain is not their weight, because of failures or a slow start, are *loose*:
/// each is looked at on its own. Servers that cannot be chosen are in neither; those that can again
/// at some second *wait* for it.
///
/// - Complexity: a choice takes O(*w* + *l* + *t* log *n*), with *w* different weights, *l* loose
///   servers, and *t* servers that this request tried already.
struct RotationIndex: Sendable {
    /// The place of an account in its cell: the highest first, of equal ones the earlier server.
    struct Standing: Comparable, Sendable {
        var account: Int
        var ordinal: Int

        static func < (left: Standing, right: Standing) -> Bool {
            left.account != right.account
                ? left.account > right.account : left.ordinal < right.ordinal
        }
    }

    /// Servers of one weight and one load; accounts are less what the cell has risen.
    struct Cell: Sendable {
        var tree = PairingForest<Standing>.Tree()
        var risen = 0
    }

    /// The cells of one weight by load, the least first.
    struct Rank: Sendable {
        var weight: Int
        var levels: [(load: Int, cell: Int32)] = []
    }

    /// Where a slot is; one that is out may wait for its second.
    enum Place: Equatable, Sendable {
        case foreign
        case out
        case loose(Int32)
        case cell(Int32, load: Int, weight: Int)
    }

    let mode: RotationMode
    private(set) var ranks: [Rank] = []
    private(set) var cells: [Cell] = []
    private(set) var forest = PairingForest<Standing>()
    private var freeCells: [Int32] = []
    private(set) var loose: [Int32] = []
    private(set) var places: [Place] = []
    private var waiting = SlotHeap<Int>()

    init(mode: RotationMode) {
        self.mode = mode
    }

    /// Puts a server where it belongs now.
    mutating func place(_ slot: Int, in peers: inout [UpstreamPeer], _ scope: RotationScope) {
        takeOut(slot, in: &peers)
        let second = scope.now.second
        guard scope.isEligible(peers[slot]) else {
            let isTimed = scope.isEligibleLater(peers[slot])
            if isTimed { wait(slot, until: peers[slot].checked + peers[slot].failSeconds + 1) }
            return
        }
        let load = mode.load(of: peers[slot], second: second)
        let peer = peers[slot]
        if let change = mode.nextChange(of: peer, second: second) { wait(slot, until: change) }
        if peer.rampStart != nil || peer.effectiveWeight != peer.fullWeight {
            places[slot] = .loose(Int32(loose.count))
            loose.append(Int32(slot))
        } else {
            let cell = cell(weight: peer.fullWeight, load: load)
            let account = peer.currentWeight - cells[cell].risen
            let standing = Standing(account: account, ordinal: peer.ordinal)
            forest.insert(slot, standing, into: &cells[cell].tree)
            places[slot] = .cell(Int32(cell), load: load, weight: peer.fullWeight)
        }
    }

    /// Whether a slot was ever put in, and not forgotten.
    func isMember(_ slot: Int) -> Bool {
        slot < places.count && places[slot] != .foreign
    }

    /// Takes a server out that belongs to the group no more.
    mutating func forget(_ slot: Int, in peers: inout [UpstreamPeer]) {
        takeOut(slot, in: &peers)
        places[slot] = .foreign
    }

    /// Takes a server out; its account is in `peers` again.
    mutating func takeOut(_ slot: Int, in peers: inout [UpstreamPeer]) {
        if slot >= places.count {
            places += [Place](repeating: .foreign, count: slot + 1 - places.count)
        }
        waiting.remove(slot)
        switch places[slot] {
        case .out, .foreign: break
        case .loose(let position):
            let last = loose.removeLast()
            if Int(position) < loose.count {
                loose[Int(position)] = last
                places[Int(last)] = .loose(position)
            }
        case .cell(let cell, let load, let weight):
            forest.remove(slot, from: &cells[Int(cell)].tree)
            peers[slot].currentWeight = forest.key(of: slot).account + cells[Int(cell)].risen
            if cells[Int(cell)].tree.isEmpty { drop(cell, weight: weight, load: load) }
        }
        places[slot] = .out
    }

    /// The account of a server, wherever it is kept.
    func currentWeight(of slot: Int, in peers: [UpstreamPeer]) -> Int {
        guard isMember(slot), case .cell(let cell, _, _) = places[slot] else {
            return peers[slot].currentWeight
        }
        return forest.key(of: slot).account + cells[Int(cell)].risen
    }

    /// Puts those back in whose second has come.
    mutating func wake(in peers: inout [UpstreamPeer], _ scope: RotationScope) {
        while let first = waiting.first, first.key <= scope.now.second {
            place(first.slot, in: &peers, scope)
        }
    }

    /// Lets the servers of a cell gain their weight.
    mutating func raise(cell: Int, by amount: Int) {
        cells[cell].risen += amount
    }

    /// Takes the sum of a round from the account of a server that is in a cell.
    mutating func charge(_ slot: Int, in cell: Int, _ total: Int) {
        var standing = forest.key(of: slot)
        standing.account -= total
        forest.remove(slot, from: &cells[cell].tree)
        forest.insert(slot, standing, into: &cells[cell].tree)
    }

    private mutating func wait(_ slot: Int, until second: Int) {
        waiting.set(slot, second)
    }

    private mutating func cell(weight: Int, load: Int) -> Int {
        let rank = rank(of: weight)
        let levels = ranks[rank].levels
        let level = Self.lowerBound(levels.count) { levels[$0].load < load }
        if level < levels.count, levels[level].load == load { return Int(levels[level].cell) }
        let cell: Int
        if let free = freeCells.popLast() {
            cell = Int(free)
            cells[cell].risen = 0
        } else {
            cell = cells.count
            cells.append(Cell())
        }
        ranks[rank].levels.insert((load, Int32(cell)), at: level)
        return cell
    }

    /// The index of the rank of a weight, made where there is none.
    private mutating func rank(of weight: Int) -> Int {
        let rank = rankIndex(of: weight)
        if rank == ranks.count || ranks[rank].weight != weight {
            ranks.insert(Rank(weight: weight), at: rank)
        }
        return rank
    }

    private func rankIndex(of weight: Int) -> Int {
        Self.lowerBound(ranks.count) { ranks[$0].weight < weight }
    }

    private mutating func drop(_ cell: Int32, weight: Int, load: Int) {
        let rank = rankIndex(of: weight)
        let levels = ranks[rank].levels
        let level = Self.lowerBound(levels.count) { levels[$0].load < load }
        ranks[rank].levels.remove(at: level)
        if ranks[rank].levels.isEmpty { ranks.remove(at: rank) }
        freeCells.append(cell)
    }

    private static func lowerBound(_ count: Int, isBelow: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBelow(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
