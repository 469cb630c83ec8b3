import Foundation
import Testing

@testable import Scenarios

/// Opens pages as people do, and compares them with the results beside them.
private let visitor = #"""
    import xml.etree.ElementTree
    problems = []
    ROWS = '''[...document.querySelectorAll("[data-value], data")].map(cell => {
      const number = cell.dataset.value ?? cell.value;
      if (cell.dataset.pointer) return [cell.dataset.pointer, number];
      const column = cell.closest("table").querySelectorAll("th")[cell.cellIndex];
      return [column.dataset.pointer.replace("*", cell.closest("tr").dataset.row), number];
    })'''
    BARE = '''[...document.querySelectorAll("figure")].filter(figure =>
      !figure.querySelector("details table td") || !figure.querySelector("svg[role=img]"))
      .map(figure => figure.textContent.slice(0, 80))'''
    # What text is too faint on what is behind it, and too small to be read, as the browser shows it.
    SMALL = '''[...document.querySelectorAll(".chart text")].map(text => [
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])
      .filter(([size]) => size > 0 && size < 8).map(([size, text]) => size + ": " + text)'''
    COLOURS = '''["body", ".title", "dt", "a", "th", "figcaption p", ".verdict"].map(name => {
      const element = document.querySelector(name);
      if (!element) return null;
      let back = element;
      const behind = item => getComputedStyle(item).backgroundColor;
      while (back && behind(back) === "rgba(0, 0, 0, 0)") back = back.parentElement;
      return [name, getComputedStyle(element).color, back ? behind(back) : "rgb(255, 255, 255)"];
    }).filter(found => found)'''

    def luminance(colour):
        parts = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    def contrast(one, other):
        low, high = sorted([luminance(one), luminance(other)])
        return (high + 0.05) / (low + 0.05)

    def at(pointer, value):
        for step in pointer.split("/")[1:]:
            value = value[int(step) if isinstance(value, list) else step]
        return value

    def visit(folder):
        def say(text): problems.append(folder + ": " + text)
        path = os.path.join(folder, "report.html")
        xml.etree.ElementTree.parse(path)
        with open(os.path.join(folder, "result.json")) as file: result = json.load(file)
        page = Page(browser, path)
        rows = page.value(ROWS)
        for pointer, number in rows:
            if at(pointer, result) != float(number): say(pointer + " is not " + number)
        for title in page.value(BARE): say("no table or drawing: " + title)
        if page.value("document.querySelector('h1').textContent") != result["scenario"]:
            say("it is called otherwise")
        for scheme in ["light", "dark"]:
            page.send("Emulation.setEmulatedMedia",
                features=[{"name": "prefers-color-scheme", "value": scheme}])
            for name, front, back in page.value(COLOURS):
                if contrast(front, back) < 4.5: say(f"{scheme}: {name}: {front} on {back}")
        page.send("Emulation.setDeviceMetricsOverride",
            width=375, height=700, deviceScaleFactor=2, mobile=True)
        width = page.value("document.documentElement.scrollWidth")
        if width > 375: say(f"it is {width} wide on a telephone")
        page.value("document.querySelectorAll('details').forEach(part => { part.open = true; })")
        for text in page.value(SMALL)[:3]: say("too small: " + text)
        for problem in page.problems(): say(problem)
        size = os.path.getsize(path)
        if size > 1 << 20: say(f"it has {size} bytes")
        page.close()
        return len(rows)

    """#

/// Runs only when asked to: it needs Chromium and Python.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct HTMLPageTests {
    private static let results: URL = {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appendingPathComponent("results")
    }()

    private func visit(_ folders: [String], then steps: String = "") throws -> String {
        try ExternalProgram.output(
            of: [
                "python3", "-c",
                BrowserScript.classes + "\n" + visitor + """
                    browser = Browser()
                    numbers = sum(visit(folder) for folder in sys.argv[1:])
                    \(steps)
                    browser.close()
                    print("\\n".join(problems) or f"{len(sys.argv) - 1} pages, {numbers > 40}")
                    """,
            ] + folders
        )
    }

    private func write(_ document: ResultDocument, to folder: URL) throws {
        try Data(HTMLReport().render(document).utf8)
            .write(to: folder.appendingPathComponent("report.html"))
        try Data(JSONReport().render(document).utf8)
            .write(to: folder.appendingPathComponent("result.json"))
    }

    @Test
    func `every shipped report opens without a complaint and has the numbers of its file`() throws {
        let names = ShippedScenario.all.map(\.name)
        let output = try visit(names.map { Self.results.appendingPathComponent($0).path })
        #expect(output == "\(names.count) pages, True\n")
    }

    @Test
    func `a page of every kind of chart answers the pointer, and names stay text`() throws {
        let name = "<script>alert(1)</script>"
        var document = try HTMLFixture.document(title: name)
        document.scenario = name
        let output = try ExternalProgram.inFolder { folder in
            try write(document, to: folder)
            return try visit([folder.path], then: Self.steps)
        }
        #expect(output == "1 pages, True\n")
    }

    /// What somebody does with a page who looks at it closely.
    private static let steps = #"""
        page = Page(browser, os.path.join(sys.argv[1], "report.html"))
        page.send("Emulation.setDeviceMetricsOverride",
            width=1200, height=900, deviceScaleFactor=1, mobile=False)
        def check(holds, text):
            if not holds: problems.append(text)
        check(page.value("document.scripts.length") == 1, "a script was smuggled in")
        check(page.value("document.title").startswith("<script>alert(1)</script>"), "the title")
        TIME = 'document.querySelector(".chart[data-begin] [data-values]").closest("svg.chart")'
        page.value(TIME + ".scrollIntoView({block: 'center'})")
        box = page.value("(() => { const b = " + TIME + ".getBoundingClientRect();"
            + " return [b.left, b.top, b.width, b.height]; })()")
        def move(part, kind="mouseMoved", **more):
            page.mouse(kind, box[0] + box[2] * part, box[1] + box[3] / 2, **more)
        # The middle of the first of four windows: 68 of 560 units are beside the axis.
        move((68 + 478 * 0.125) / 560)
        tip = page.value("document.querySelector('.tip').innerText")
        check("12.500 s" in tip and "1 ms" in tip and "2 ms" in tip, "beside the pointer: " + tip)
        move(0.3, "mousePressed", button="left", clickCount=1)
        move(0.5, button="left", buttons=1)
        move(0.5, "mouseReleased", button="left", clickCount=1)
        view = page.value(TIME + ".querySelector('.area').getAttribute('viewBox')")
        check(abs(float(view.split()[2]) - 482 * 0.2 * 560 / 478) < 2, "a closer look: " + view)
        last = page.value(TIME + ".querySelector('.across').textContent")
        check("100 s" not in last, "the marks of the axis: " + last)
        page.value("document.querySelector('button.whole').click()")
        view = page.value(TIME + ".querySelector('.area').getAttribute('viewBox')")
        check(float(view.split()[2]) == 482, "all of the time: " + view)
        LINE = TIME + ".querySelector('[data-series=\"1\"]')"
        page.value(TIME + ".closest('figure').querySelectorAll('.legend button')[1].click()")
        check(page.value("getComputedStyle(" + LINE + ").display") == "none", "it is still there")
        problems += page.problems()
        """#
}
