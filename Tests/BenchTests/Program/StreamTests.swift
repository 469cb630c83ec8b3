import Foundation
import Simulator
import Testing

@testable import bench

struct StreamTests {
    /// A pipe as two descriptors.
    private func pipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        _ = Glibc.pipe(&ends)
        return (ends[0], ends[1])
    }

    @Test
    func `a reader that goes away is no error`() throws {
        signal(SIGPIPE, SIG_IGN)
        let (reading, writing) = pipe()
        close(reading)
        let errors = MemoryOutput()
        let program = CommandLineProgram(
            runner: FakeRunner(),
            output: DescriptorOutput(writing, name: "standard output"),
            errors: errors
        )
        #expect(program.run(arguments: ["list"]) == .success)
        #expect(program.run(arguments: ["schema"]) == .success)
        #expect(errors.text.isEmpty)
        close(writing)
    }

    @Test
    func `a descriptor that takes little at a time gets everything`() async throws {
        let (reading, writing) = pipe()
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        let text = String(repeating: "0123456789", count: 50_000)
        async let received = Task.detached {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1_000)
            while bytes.count < 500_000 {
                let count = read(reading, &buffer, buffer.count)
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            return bytes
        }.value
        try DescriptorOutput(writing, name: "pipe").write(text)
        close(writing)
        #expect(await received == Array(text.utf8))
        close(reading)
    }

    @Test
    func `progress shows only after half a second, and wipes itself`() {
        let output = MemoryOutput()
        var time = Duration.zero
        let bar = ProgressBar(total: 4, output: output, isShown: true, isASCII: true) { time }
        time = .milliseconds(400)
        bar.advance("one")
        #expect(output.text.isEmpty)
        time = .milliseconds(600)
        bar.advance("two")
        #expect(output.text == "\r\u{1B}[K[##########..........] 2/4, 1 s left: two")
        time = .milliseconds(650)
        bar.advance("three")
        #expect(!output.text.contains("three"))
        bar.finish()
        #expect(output.text.hasSuffix("\r\u{1B}[K"))
    }

    @Test
    func `a long run shows how far it is, and one that nobody sees is not watched`() {
        let output = MemoryOutput()
        var time = Duration.zero
        let bar = ProgressBar(total: 1, output: output, isShown: true) { time }
        let observer = bar.observer(of: "a-1")
        for event in 1...100_000 as ClosedRange<UInt64> {
            time = .microseconds(10 * Int(event))
            let instant = VirtualInstant(nanoseconds: event * 1_000_000)
            observer?.observe(event: event, instant: instant, node: 0, digest: 0)
        }
        #expect(output.text.contains("0/1: 65 s of virtual time, 100x: a-1"))
        let hidden = ProgressBar(total: 1, output: output, isShown: false) { time }
        #expect(hidden.observer(of: "a-1") == nil)
    }

    @Test
    func `progress is not shown where there is no terminal`() {
        let output = MemoryOutput()
        var time = Duration.zero
        let bar = ProgressBar(total: 2, output: output, isShown: false) { time }
        time = .seconds(9)
        bar.advance("one")
        bar.finish()
        #expect(output.text.isEmpty)
    }
}
