import Foundation
import Testing

@testable import Scenarios

/// Reads a result as JSON and its tables as CSV, and says where they differ.
private let tableReader = """
    import csv, json, os, sys
    folder = sys.argv[1]
    result = json.load(open(folder + '/result.json'))
    def rows(name):
        with open(f'{folder}/{name}.csv', newline='', encoding='utf-8') as file:
            read = list(csv.DictReader(file, strict=True))
        assert all(None not in row and None not in row.values() for row in read), name
        return read
    def cells(name):
        found = {}
        for row in rows(name): found.setdefault(int(row['cell']), []).append(row)
        return [found.get(cell['index'], []) for cell in result['cells']]
    def number(text): return None if text == '' else float(text)
    counts = {}
    for cell, table in zip(result['cells'], cells('figures')):
        assert len(table) == len(cell['figures'])
        for row, figure in zip(table, cell['figures']):
            assert row['metric'] == figure['metric'], row
            assert number(row['value']) == figure['value'], (row, figure)
            assert row['unit'] == figure['unit']
            for name, value in figure['labels'].items(): assert row[name] == value
        counts['figures'] = counts.get('figures', 0) + len(table)
    for name, part in (('series', 'series'), ('activities', 'activities'), ('curves', 'curves')):
        for cell, table in zip(result['cells'], cells(name)):
            found = cell['observations'][part]
            size = {'series': lambda s: len(s['values']), 'activities': lambda s: 1,
                'curves': lambda s: len(s['fractions'])}[name]
            assert len(table) == sum(map(size, found)), name
    for cell, table in zip(result['cells'], cells('timeline')):
        assert [row['event'] for row in table] == [entry['event'] for entry in cell['timeline']]
    for cell, table in zip(result['cells'], cells('checks')):
        held = [check['held'] for check in cell['expectations'] + cell['claims']]
        assert [row['held'] == 'true' for row in table] == held
    for cell, table in zip(result['cells'], cells('jobs')):
        assert [row['status'] for row in table] == [job['status'] for job in cell['jobs']]
    print('right')
    """

/// Reads a report of tests, and prints how many cases, failures and errors there are.
private let caseReader = """
    import sys, xml.etree.ElementTree as tree
    root = tree.fromstring(sys.stdin.buffer.read())
    cases = list(root.iter('testcase'))
    print(len(cases), len(list(root.iter('failure'))), root.attrib['tests'], root.attrib['failures'])
    """

/// Reads a trace, and says what breaks the rules of the format.
private let traceReader = """
    import json, sys
    trace = json.load(sys.stdin)
    events = trace['traceEvents']
    tracks = {(e['pid'], e['tid']) for e in events if e['name'] == 'thread_name'}
    slices, open_until = {}, {}
    for e in events:
        assert e['ph'] in 'XiCsfM', e
        if e['ph'] != 'M': assert e['ts'] >= 0, e
        if e['ph'] in 'Xi': assert (e['pid'], e['tid']) in tracks, e
        if e['ph'] == 'X':
            assert e['dur'] >= 0, e
            slices.setdefault((e['pid'], e['tid']), []).append((e['ts'], e['ts'] + e['dur']))
    for track, spans in slices.items():
        spans.sort()
        for (_, end), (begin, _) in zip(spans, spans[1:]):
            assert begin >= end - 1e-6, (track, end, begin)
    flows = sorted(e['id'] for e in events if e['ph'] == 's')
    assert flows == sorted(e['id'] for e in events if e['ph'] == 'f')
    print('right')
    """

/// Runs only when asked to: it needs Python.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct ReportFormatTests {
    private static let names = ["a-1", "a-2", "a-3", "m-1-word-count", "m-12-gateway"]

    private static func document(_ name: String) throws -> ResultDocument {
        let loaded = try ScenarioLoader.load(name)
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        return ResultDocument(
            of: ScenarioResult(of: loaded, records: records, command: "bench run \(name)")
        )
    }

    @Test(arguments: names)
    func `python's csv reads every table as its json reads the result`(name: String) throws {
        let document = try Self.document(name)
        let verdict = try ExternalProgram.inFolder { folder in
            func write(_ text: String, _ file: String) throws {
                let place = folder.appendingPathComponent(file)
                try Data(text.utf8).write(to: place)
            }
            try write(JSONReport().render(document), "result.json")
            for table in CSVTable.allCases {
                try write(CSVReport(table: table).render(document), "\(table.rawValue).csv")
            }
            return try ExternalProgram.output(of: ["python3", "-c", tableReader, folder.path])
        }
        #expect(verdict == "right\n")
    }

    @Test(arguments: names)
    func `python's xml reads the cases of tests`(name: String) throws {
        let document = try Self.document(name)
        let found = try ExternalProgram.output(
            of: ["python3", "-c", caseReader],
            reading: JUnitReport().render(document)
        )
        let checks = document.cells.flatMap(\.expectations)
        let failures = checks.count { !$0.isHeld }
        #expect(found == "\(checks.count) \(failures) \(checks.count) \(failures)\n")
    }

    @Test(arguments: names)
    func `python's json reads traces whose bars follow each other on their tracks`(
        name: String
    ) throws {
        let trace = TraceReport().render(try Self.document(name))
        let verdict = try ExternalProgram.output(
            of: ["python3", "-c", traceReader],
            reading: trace
        )
        #expect(verdict == "right\n")
    }
}
