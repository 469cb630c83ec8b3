import Simulator
import Testing

@testable import bench

/// What a follower gives to code that asks for other decisions than those of its log.
struct DecisionFollowerTests {
    private static let header =
        #"{"format":1,"toolchain":"x","scenario":"x","seed":1,"configuration":""}"#

    /// Follows a log of these lines within a run that has not begun.
    private func follow(_ lines: String...) throws -> (follower: DecisionFollower, done: () -> Void)
    {
        let folder = try TemporaryFolder()
        let text = ([Self.header, "c 0 1 "] + lines + ["z 0 0 0 "]).joined(separator: "\n") + "\n"
        let log = try DecisionLog(path: folder.write(text, to: "x.log"))
        return (try DecisionFollower(log.runs[0], of: log.path), folder.remove)
    }

    @Test func `streams get their own numbers in whatever order they are drawn from`() throws {
        let (follower, done) = try follow(
            "s 0 a x",
            "d 0 1",
            "s 1 b y",
            "d 1 11",
            "d 0 2",
            "d 1 12",
            "d 0 3"
        )
        defer { done() }
        #expect(follower.open(stream: "y", identity: 99) == 0xB)
        #expect(follower.open(stream: "x", identity: 98) == 0xA)
        let drawn = [0xB, 0xB, 0xA, 0xA, 0xA].map { follower.draw(77, from: $0) }
        #expect(drawn == [0x11, 0x12, 1, 2, 3])
        #expect(follower.deviation == nil)
    }

    @Test func `a stream that the log does not have gives its own numbers`() throws {
        let (follower, done) = try follow("s 0 a x", "d 0 1")
        defer { done() }
        #expect(follower.open(stream: "z", identity: 5) == 5)
        #expect(follower.open(stream: "x", identity: 6) == 0xA)
        #expect(follower.draw(77, from: 5) == 77)
        #expect(follower.draw(77, from: 0xA) == 1)
        #expect(
            follower.deviation?.what == "it draws from stream 'z', which the log does not have"
        )
    }

    @Test func `a stream that has no more goes on with its own numbers`() throws {
        let (follower, done) = try follow("s 0 a x", "d 0 1", "s 1 b y", "d 1 2")
        defer { done() }
        _ = follower.open(stream: "x", identity: 1)
        _ = follower.open(stream: "y", identity: 2)
        #expect([0, 0].map { _ in follower.draw(77, from: 0xA) } == [1, 77])
        #expect(follower.draw(77, from: 0xB) == 2)
        #expect(
            follower.deviation?.what
                == "it draws from stream 'x', of which the log has no more"
        )
    }

    @Test func `picks are followed until one is of another number or kind`() throws {
        let (follower, done) = try follow("p 3 2", "t 2 1", "p 4 3", "p 3 2")
        defer { done() }
        #expect(follower.pick(0, of: 3, among: .tasks) == 2)
        #expect(follower.pick(0, of: 2, among: .events) == 1)
        #expect(follower.pick(0, of: 5, among: .tasks) == 0)
        #expect(follower.pick(0, of: 3, among: .tasks) == 0)
        #expect(
            follower.deviation?.what
                == "it picks one of 5 ready tasks, where the log picks one of 4 ready tasks"
        )
        let (other, otherDone) = try follow("p 3 2")
        defer { otherDone() }
        #expect(other.pick(0, of: 3, among: .events) == 0)
        #expect(other.deviation?.what.hasSuffix("the log picks one of 3 ready tasks") == true)
        let (last, lastDone) = try follow()
        defer { lastDone() }
        #expect(last.pick(1, of: 3, among: .events) == 1)
        #expect(last.deviation?.what.hasSuffix("the log has no more picks") == true)
    }

    @Test func `the first event that is another one is found`() throws {
        let (follower, done) = try follow("e 2 5 a0001 00070001", "e 4 9 b0002 00080002")
        defer { done() }
        let at = { (time: UInt64) in VirtualInstant(nanoseconds: time) }
        follower.note(event: 1, instant: at(1), digest: 0xCC_0007)
        follower.note(event: 2, instant: at(5), digest: 0xA0001)
        #expect(follower.deviation == nil)
        follower.note(event: 3, instant: at(6), digest: 0xC)
        #expect(follower.deviation?.event == 2 && follower.deviation?.instant == at(5))
        #expect(
            follower.deviation?.what == "event 3 at 0.000000006s is another one"
        )
    }

    @Test func `of an event with a line of its own all of the digest counts`() throws {
        let (follower, done) = try follow("e 1 5 a0001 0001")
        defer { done() }
        follower.note(event: 1, instant: .zero, digest: 0xB0001)
        #expect(follower.deviation?.event == 0)
    }

    @Test func `an event beyond the end of the log is another one`() throws {
        let (follower, done) = try follow("e 1 5 a0001 0001")
        defer { done() }
        follower.note(event: 1, instant: .zero, digest: 0xA0001)
        #expect(follower.deviation == nil)
        follower.note(event: 2, instant: .zero, digest: 0)
        #expect(follower.deviation?.event == 1)
    }

    @Test func `another end is a deviation`() throws {
        let (follower, done) = try follow()
        defer { done() }
        let outcome = RunOutcome(
            ending: .quiescent,
            instant: .zero,
            events: 3,
            digest: TraceDigest(),
            violations: []
        )
        follower.finish(outcome)
        #expect(follower.deviation?.what.contains("the run ends after event 3") == true)
    }

    @Test func `a run that repeats one follows anew`() throws {
        let (follower, done) = try follow("s 0 a x", "d 0 1", "d 0 2")
        defer { done() }
        _ = follower.open(stream: "x", identity: 1)
        #expect(follower.draw(77, from: 0xA) == 1)
        let again = try #require(follower.forRepetition)
        _ = again.open(stream: "x", identity: 1)
        #expect([0, 0].map { _ in again.draw(77, from: 0xA) } == [1, 2])
    }

    @Test func `long logs are read piece by piece`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lines = [Self.header, "c 0 1 ", "s 0 a x"]
        lines += (0..<20_000).map { "d 0 \(String($0, radix: 16))" }
        lines += ["z 0 0 0 "]
        let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "x.log")
        let log = try DecisionLog(path: path)
        let follower = try DecisionFollower(log.runs[0], of: path)
        _ = follower.open(stream: "x", identity: 1)
        #expect((0..<20_000).allSatisfy { follower.draw(77, from: 0xA) == $0 })
        #expect(follower.draw(77, from: 0xA) == 77)
    }
}
