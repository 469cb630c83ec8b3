import Testing

@testable import Scenarios

private let cluster = "cluster: {topics: [{name: logs, file: x}, {name: words, file: y}]}\n"

/// One workload of jobs that says this beside its count.
private func jobs(_ text: String) -> String {
    "\(cluster)workload:\n  - jobs: \(text)"
}

private let badJobs: [BadInput] = [
    .init("jobs without a topic", jobs("§{count: 1}"), "the key 'topic' is missing"),
    .init(
        "jobs of another topic",
        jobs("{count: 1, topic: §log}"),
        "there is no topic \"log\"",
        "one of logs, words",
        "did you mean 'logs'?"
    ),
    .init(
        "jobs where there is no topic",
        "cluster: {coordinator: {}}\nworkload:\n  - jobs: {count: 1, topic: §t}",
        "cluster.topics to name it"
    ),
    .init(
        "jobs that nobody does",
        "workload:\n  - jobs: §{count: 1, topic: t}",
        "nothing does them",
        "cluster.coordinator"
    ),
    .init("jobs without a count", jobs("§{topic: logs}"), "the key 'count' is missing", "jobs"),
    .init(
        "jobs without an end",
        jobs("§{topic: logs, arrival: {poisson: 1/s}}"),
        "neither 'count' nor 'for'"
    ),
    .init("no job", jobs("{count: §0, topic: logs}"), "is too small"),
    .init(
        "jobs of one name",
        jobs("{count: 2, names: §words, topic: logs}"),
        "gives all 2 the same name"
    ),
    .init(
        "jobs of another workload's names",
        jobs("{count: 3, topic: logs}\n  - jobs: {count: 1, names: §job-2, topic: words}"),
        "a second job is called \"job-2\"",
        "words-{i}"
    ),
    .init("no map task", jobs("{count: 1, topic: logs, mappers: §0}"), "is too small"),
    .init("no reduce task", jobs("{count: 1, topic: logs, reducers: §0}"), "is too small"),
    .init(
        "too many parts",
        jobs("{count: 1, topic: logs, mappers: 10_000, reducers: §101}"),
        "10,000 map tasks with a part for each of 101 reduce tasks are too much",
        "at most 1,000,000 parts"
    ),
    .init("no patience", jobs("{count: 1, topic: logs, patience: §0s}"), "is not above zero"),
    .init("combine by a word", jobs("{count: 1, topic: logs, combine: §yes}"), "'true'"),
    .init(
        "an unknown policy",
        jobs("{count: 1, topic: logs, bad-records: §ignore}"),
        "one of skip, fail"
    ),
    .init("a misspelt key", jobs("{count: 1, topic: logs, §maper: sum}"), "unknown key 'maper'"),
    .init(
        "the key of requests",
        jobs("{count: 1, topic: logs, §timeout: 5s}"),
        "unknown key 'timeout'"
    ),
]

private let badFunctions: [BadInput] = [
    .init("an unknown function", jobs("{count: 1, topic: logs, map: §wordcount}"), "'word-count'?"),
    .init(
        "a function of the other kind",
        jobs("{count: 1, topic: logs, map: §sum}"),
        "\"sum\" is no function",
        "one of word-count, log-level"
    ),
    .init(
        "a request's name with wrong letters",
        jobs("{count: 1, topic: logs, map: §WORD_COUTN}"),
        "is no function",
        "did you mean 'WORD_COUNT'?"
    ),
    .init(
        "a request's name in small letters",
        jobs("{count: 1, topic: logs, map: §word_count}"),
        "did you mean 'word-count'?"
    ),
    .init(
        "a function without its parameter",
        jobs("{count: 1, topic: logs, map: §regex, reduce: count}"),
        "says too little",
        "expression"
    ),
    .init(
        "a request's name without its parameter",
        jobs("{count: 1, topic: logs, map: §REGEX, reduce: count}"),
        "says too little",
        "{regex: …} with its parameters"
    ),
    .init(
        "a missing parameter",
        jobs("{count: 1, topic: logs, map: {grep: §{}}, reduce: count}"),
        "the key 'expression' is missing"
    ),
    .init(
        "an unknown parameter",
        jobs("{count: 1, topic: logs, map: {grep: {expression: a, §flags: i}}}"),
        "unknown key 'flags'"
    ),
    .init(
        "a parameter where there is none",
        jobs("{count: 1, topic: logs, map: {word-count: {§expression: a}}}"),
        "unknown key 'expression'",
        "no keys"
    ),
    .init(
        "two functions",
        jobs("{count: 1, topic: logs, map: {word-count: {}, §ipv4: {}}}"),
        "'word-count' and 'ipv4' exclude each other"
    ),
    .init(
        "a parameter that is no number",
        jobs("§{count: 1, topic: logs, reduce: {top-k: {k: ten}}}"),
        "'top-k': k is 'ten', expected a whole number from 1 to 100000"
    ),
    .init(
        "a percentile past all",
        jobs("§{count: 1, topic: logs, reduce: {percentile: {percent: 101}}}"),
        "percent is '101'"
    ),
    .init(
        "an expression that is none",
        jobs("§{count: 1, topic: logs, map: {regex: {expression: \"took (\\\\d\"}}}"),
        "'regex': expression: missing )",
        "at byte"
    ),
    .init(
        "functions that do not fit",
        jobs("§{count: 1, topic: logs, map: inverted-index, reduce: sum}"),
        "gives bytes, and the reduce function 'sum' takes whole numbers or decimal numbers"
    ),
    .init(
        "sessions without their window",
        jobs("§{count: 1, topic: logs, reduce: sessions}"),
        "needs a session window"
    ),
    .init(
        "a session window without sessions",
        jobs("§{count: 1, topic: logs, window: {session: {gap: 5s}}}"),
        "goes with the reduce function 'sessions', not 'sum'"
    ),
]

private let badWindows: [BadInput] = [
    .init(
        "an unknown window",
        jobs("{count: 1, topic: logs, window: {§tumblng: {size: 1s}}}"),
        "did you mean 'tumbling'?"
    ),
    .init(
        "a window without a size",
        jobs("{count: 1, topic: logs, window: §tumbling}"),
        "says too little"
    ),
    .init(
        "a slide that is missing",
        jobs("{count: 1, topic: logs, window: {sliding: §{size: 1s}}}"),
        "'slide' is missing"
    ),
    .init(
        "a window of nothing",
        jobs("{count: 1, topic: logs, window: {tumbling: {size: §0s}}}"),
        "is not above zero"
    ),
    .init(
        "a part of a millisecond",
        jobs("{count: 1, topic: logs, window: {tumbling: {size: §1500us}}}"),
        "has a part of a millisecond",
        "whole milliseconds"
    ),
    .init(
        "a slide past its window",
        jobs("§{count: 1, topic: logs, window: {sliding: {size: 1s, slide: 2s}}}"),
        "some records are in none"
    ),
    .init(
        "windows without number",
        jobs("§{count: 1, topic: logs, window: {sliding: {size: 1d, slide: 1ms}}}"),
        "more than 10,000 windows"
    ),
    .init(
        "unknown times",
        jobs("{count: 1, topic: logs, window: {tumbling: {size: 1s, timestamps: §iso}}}"),
        "one of apache, syslog, hdfs, iso8601"
    ),
    .init(
        "a year too far",
        jobs("{count: 1, topic: logs, window: {tumbling: {size: 1s, year: §10000}}}"),
        "is too large"
    ),
    .init(
        "a part of a millisecond of disorder",
        jobs("§{count: 1, topic: logs, window: {tumbling: {size: 1s, out-of-orderness: 1us}}}"),
        "millisecond"
    ),
]

private let right = jobs("{count: 2, topic: logs}\n")

private let badFigures: [BadInput] = [
    .init(
        "jobs that nobody wants",
        cluster + "expect: [§jobs.span < 1m]",
        "this run cannot produce jobs.span",
        "a workload of jobs"
    ),
    .init(
        "jobs of a cluster of servers",
        "expect: [§jobs.completed == 1]",
        "cannot produce jobs.completed",
        "cluster.coordinator"
    ),
    .init(
        "results of nothing",
        cluster + "report: [§results: 5]",
        "cannot produce results of jobs"
    ),
    .init("results without a number", right + "report: [{results: §all}]", "is not a whole number"),
    .init(
        "a promise of nothing",
        "expect: [§invariant: every-job-ends]",
        "cannot produce the invariant every-job-ends"
    ),
    .init(
        "a misspelt promise",
        right + "expect: [invariant: §every-job-end]",
        "did you mean 'every-job-ends'?"
    ),
    .init(
        "requests of a cluster of jobs",
        right + "expect: [§requests.lost == 0]",
        "a workload of requests"
    ),
    .init(
        "an unknown type",
        right + "expect: [§'tasks.started{type=\"mapper\"} > 0']",
        "there is no type \"mapper\"",
        "one of map, reduce"
    ),
    .init(
        "an unknown command",
        right + "expect: [§'shuffle.commands{cmd=\"lpush\"} > 0']",
        "there is no cmd \"lpush\"",
        "did you mean 'rpush'?"
    ),
    .init(
        "an unknown topic",
        right + "expect: [§'topic.lag.max{topic=\"log\"} > 0']",
        "there is no topic \"log\"",
        "did you mean 'logs'?"
    ),
    .init(
        "an unknown job",
        right + "expect: [§'job-latency.max{job=\"job-3\"} < 5s']",
        "there is no job \"job-3\"",
        "one of job-1, job-2"
    ),
    .init(
        "an unknown role of processes",
        right + "expect: [§'memory.used.max{job=\"mapper\"} > 0']",
        "there is no job \"mapper\"",
        "one of map-worker, reduce-worker"
    ),
    .init(
        "a shuffle server that is not there",
        right + "expect: [§'shuffle.memory.max{server=\"shuffle-2\"} > 0']",
        "there is no server \"shuffle-2\"",
        "expected shuffle-1"
    ),
    .init(
        "a statistic that gauges have not",
        right + "expect: [shuffle.memory.§p99 > 0]",
        "the unknown statistic 'p99'",
        "one of mean, min, max"
    ),
    .init(
        "a duration for a ratio",
        right + "expect: [shuffle.saving > §5s]",
        "a ratio"
    ),
]

struct BadJobTests {
    @Test(arguments: badJobs)
    func `a wrong workload is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badFunctions)
    func `a wrong function is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badWindows)
    func `a wrong window is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badFigures)
    func `what a run of jobs cannot produce is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: [
        #"shuffle.memory.max{server="shuffle-1"} >= 0"#, #"job-latency.max{job="job-2"} > 0s"#,
        #"memory.used.max{job="map-worker"} > 0"#, #"topic.lag.max{topic="words"} >= 0"#,
        #"jvm_memory_used_bytes.max{job="reduce-worker"} > 0"#,
    ])
    func `a label of something that is there is right`(condition: String) {
        let text = "version: 1\nname: x\nseed: 1\n\(right)expect: ['\(condition)']\n"
        #expect(problems(of: Array(text.utf8)) == [])
    }
}
