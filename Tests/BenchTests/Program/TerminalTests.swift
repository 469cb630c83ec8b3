import Simulator
import Testing

@testable import bench

struct TerminalTests {
    private func terminal(
        output: Terminal.Stream = .init(isTerminal: true, columns: 100),
        errors: Terminal.Stream = .init(isTerminal: true, columns: 100),
        _ variables: [String: String] = [:]
    ) -> Terminal {
        Terminal(output: output, errors: errors) { variables[$0] }
    }

    @Test
    func `a terminal is coloured, a pipe is not, each stream on its own`() {
        #expect(terminal().isColoured)
        #expect(terminal().colorsErrors)
        let piped = terminal(output: .init())
        #expect(!piped.isColoured)
        #expect(piped.colorsErrors)
        #expect(!piped.isInteractive)
        #expect(!terminal(errors: .init()).showsProgress)
    }

    @Test(arguments: [
        (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
        (["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
        (["CLICOLOR_FORCE": "0", "TERM": "dumb"], false),
        (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ])
    func `variables say whether a terminal is coloured`(
        variables: [String: String],
        isColoured: Bool
    ) {
        #expect(terminal(variables).isColoured == isColoured)
        #expect(terminal(variables).colorsErrors == isColoured)
        #expect(!terminal(variables).coloured(.never).isColoured)
        #expect(terminal(variables).coloured(.always).isColoured)
        #expect(terminal(variables).coloured(.auto) == terminal(variables))
    }

    @Test
    func `colour is forced into a pipe, progress is not`() {
        let forced = terminal(output: .init(), errors: .init(), ["CLICOLOR_FORCE": "1"])
        #expect(forced.isColoured)
        #expect(forced.colorsErrors)
        #expect(!forced.showsProgress)
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], false), (["LANG": "C.utf8"], false), ([:], false),
        (["LANG": "en_US.UTF-8", "LC_ALL": "C"], true), (["LANG": "de_DE.ISO-8859-1"], true),
        (["LANG": "C", "LC_CTYPE": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "POSIX"], true),
        (["LANG": "de_DE.UTF-8@euro"], false),
    ])
    func `a locale that is not of UTF-8 shows ASCII`(variables: [String: String], isASCII: Bool) {
        #expect(terminal(variables).isASCII == isASCII)
    }

    @Test(arguments: [(30, 40), (40, 40), (77, 77), (300, 120)])
    func `the width is that of the terminal, within bounds`(columns: Int, width: Int) {
        #expect(terminal(output: .init(isTerminal: true, columns: columns)).width == width)
        #expect(terminal(output: .init(), ["COLUMNS": "\(columns)"]).width == width)
        #expect(
            terminal(output: .init(isTerminal: true, columns: 99), ["COLUMNS": "0"]).width == 99
        )
        #expect(terminal(output: .init()).width == 80)
    }

    @Test
    func `a message has its place, its kind and its caret coloured, and nothing else`() {
        let message = """
            x.yaml:1:4: error: a: unknown; did you mean 'b'?
                x: error: y
                   ^
            1 problem

            """
        let coloured = ErrorPaint.coloured(message)
        #expect(coloured.hasPrefix("\u{1B}[1mx.yaml:1:4:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m a:"))
        #expect(coloured.contains("\n    x: error: y\n"))
        #expect(coloured.contains("\n       \u{1B}[1;31m^\u{1B}[0m\n1 problem\n"))
        #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == message)
    }

    @Test
    func `only where colour is asked for, a message has it`() {
        var program = TestProgram()
        _ = program.run("run", "no-such-file.yaml", "--color", "always")
        #expect(program.errors.text.contains("\u{1B}[1;31merror:"))
        program = TestProgram()
        program.terminal.colorsErrors = true
        _ = program.run("run", "no-such-file.yaml", "--color", "never")
        #expect(program.errors.text.contains("error:"))
        #expect(!program.errors.text.contains("\u{1B}"))
    }

    @Test
    func `what is left of several runs is told from those that are done`() {
        let output = MemoryOutput()
        var time = Duration.zero
        let bar = ProgressBar(total: 10, output: output, isShown: true) { time }
        time = .seconds(60)
        bar.advance("one")
        #expect(output.text.hasSuffix("[██░░░░░░░░░░░░░░░░░░] 1/10, 9 min 0 s left: one"))
        #expect(ProgressBar.text(seconds: 7_260) == "2 h 1 min")
    }

    @Test
    func `the end of a run whose end is known tells how long it takes`() {
        let output = MemoryOutput()
        var time = Duration.zero
        let bar = ProgressBar(total: 1, output: output, isShown: true, columns: 50) { time }
        let end = VirtualInstant(nanoseconds: 100_000_000_000)
        let observer = bar.observer(of: "a", until: end)
        time = .seconds(5)
        observer?.observe(
            event: 1 << 14,
            instant: VirtualInstant(nanoseconds: 25_000_000_000),
            node: 0,
            digest: 0
        )
        #expect(output.text.contains("[██░░░░░░░░] 0/1, 15 s left: 25 s of virtual"))
        for line in output.text.split(separator: "\r") {
            #expect(line.replacing("\u{1B}[K", with: "").count < 50)
        }
        let wide = MemoryOutput()
        let second = ProgressBar(total: 1, output: wide, isShown: true, columns: 120) { time }
        let wideObserver = second.observer(of: "a", until: end)
        time = .seconds(10)
        wideObserver?.observe(
            event: 1 << 14,
            instant: VirtualInstant(nanoseconds: 25_000_000_000),
            node: 0,
            digest: 0
        )
        #expect(wide.text.hasSuffix("0/1, 15 s left: 25 s of virtual time, 5.0x: a"))
    }
}
