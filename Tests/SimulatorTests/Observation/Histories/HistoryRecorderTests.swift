import Simulator
import Testing

struct HistoryRecorderTests {
    @Test
    func `operations are kept by key, in the order of the keys' bytes`() {
        var recorder = HistoryRecorder<String, Int>()
        let first = recorder.begin(key: "é", client: 1, "a")
        let second = recorder.begin(key: "e\u{301}", client: 2, "b")
        _ = recorder.begin(key: "é", client: 3, "c")
        recorder.end(second, 20)
        recorder.end(first, 10)
        let histories = recorder.histories
        #expect(recorder.count == 3)
        #expect(histories.map(\.key.unicodeScalars.count) == [2, 1])
        #expect(histories[0].operations.map(\.output) == [20])
        #expect(histories[1].operations.map(\.output) == [10, nil])
        #expect(histories[1].operations.map(\.began) == [1, 3])
        #expect(histories[1].operations.map(\.ended) == [5, .max])
    }
}
