import Foundation
import Testing

@testable import Scenarios

/// Reads a schema and documents, and prints for each whether the schema accepts it.
private let reader = """
    import json, sys, yaml, jsonschema
    class Loader(yaml.SafeLoader): pass
    Loader.yaml_implicit_resolvers = {
        key: [(tag, expression) for tag, expression in resolvers if tag in (
            'tag:yaml.org,2002:int', 'tag:yaml.org,2002:float', 'tag:yaml.org,2002:null')]
        for key, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
    import re
    Loader.add_implicit_resolver('tag:yaml.org,2002:bool', re.compile('^(true|false)$'), list('tf'))
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        errors = list(validator.iter_errors(yaml.load(open(name), Loader)))
        print('right' if not errors else 'wrong: ' + errors[0].message[:300])
    """

/// Runs only when asked to: it needs Python with its `jsonschema` and `yaml`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct JSONSchemaTests {
    private func verdicts(
        of texts: [String],
        by schema: String = ScenarioSchema.jsonSchema()
    ) throws -> [String] {
        try ExternalProgram.inFolder { folder in
            var arguments = ["python3", "-c", reader]
            for (index, text) in ([schema] + texts).enumerated() {
                let file = folder.appendingPathComponent("\(index)")
                try text.write(to: file, atomically: true, encoding: .utf8)
                arguments.append(file.path)
            }
            return try ExternalProgram.output(of: arguments).split(separator: "\n")
                .map(String.init)
        }
    }

    @Test
    func `an independent reader accepts every shipped scenario and its explanation`() throws {
        var texts = scenariosOfEverything.map(\.0)
        for text in texts {
            texts.append(try ScenarioLoader.explain(bytes: Array(text.utf8), name: "x"))
        }
        for shipped in ShippedScenario.all {
            texts.append(String(decoding: shipped.bytes, as: UTF8.self))
            texts.append(try ScenarioLoader.explain(shipped.name))
        }
        let verdicts = try verdicts(of: texts)
        #expect(verdicts == texts.map { _ in "right" })
    }

    @Test
    func `an independent reader refuses what the loader refuses`() throws {
        let head = "version: 1\nname: x\nseed: 1\n"
        let bodies = [
            "cluster: {servers: {cout: 3}}", "cluster: {servers: {count: three}}",
            "cluster: {servers: {count: 0}}", "network: {latency: 10}", "network: {loss: 2}",
            "cluster: {balancer: {placement: rnig}}",
            "cluster: {balancer: {placement: {ring: {}, jump: {}}}}",
            "cluster: {balancer: {placement: {ring: {request-hash: md6}}}}",
            "cluster: {balancer: {placement: {jump: {hash: md5}}}}",
            "cluster: {balancer: {heartbeat: {respawn: yes}}}", "start: 2024-01-01",
            "faults: [{at: 1s, kind: crash}]", "workload: {requests: {count: 1}}",
            "workload: [{calls: [{path: /rep}]}]", "schedule: filo", "expect: [[a]]",
            "matrix: {cluster.servers.count: 3}", "until: 5",
            "cluster: {map-worker: {}}", "cluster: {coordinator: {count: 10}}",
            "cluster: {coordinator: {speculation: spark}}",
            "cluster: {map-workers: {memory: 2}}", "cluster: {shuffle: {store: disk}}",
            "cluster: {topics: [{file: x}]}", "cluster: {topics: {name: t, file: x}}",
            "cluster: {topics: [{name: t, generate: {logs: nginx}}]}",
            "cluster: {topics: [{name: t, generate: {bad: 2}}]}",
            "workload: [{jobs: {count: 1}}]", "workload: [{jobs: {topic: t, map: wordcount}}]",
            "workload: [{jobs: {topic: t, map: {regex: {}}}}]",
            "workload: [{jobs: {topic: t, reduce: {top-k: {n: 1}}}}]",
            "workload: [{jobs: {topic: t, window: {tumbling: {}}}}]",
            "workload: [{jobs: {topic: t, window: {sliding: {size: 5, slide: 1s}}}}]",
            "report: [{results: all}]",
        ]
        for body in bodies {
            #expect(!problems(of: Array((head + body).utf8)).isEmpty, "\(body)")
        }
        let verdicts = try verdicts(
            of: bodies.map { head + $0 + "\n" } + ["version: 1\nname: x\n"]
        )
        #expect(verdicts.count == bodies.count + 1)
        for (body, verdict) in zip(bodies + ["no seed"], verdicts) {
            #expect(verdict.hasPrefix("wrong"), "\(body)")
        }
    }

    @Test
    func `an independent reader accepts saved sweeps, and refuses others`() throws {
        let loaded = try ScenarioLoader.load(
            "x-1-swarm-balancer",
            overrides: ScenarioOverrides(settings: ["expect=[latency.max < 1s]"])
        )
        let sweep = Sweep(
            loaded,
            seeds: SeedSet(1...10),
            command: "bench run x-1-swarm-balancer",
            by: ScenarioRunner()
        )
        let result = sweep.run().result
        #expect(result.tally.failedSeeds > 0)
        let text = SweepReport(of: result).json
        let wrong = [
            text.replacing(#""format": "cluster-simulator/sweep""#, with: #""format": "sweep""#),
            text.replacing(#""seeds": "1...10""#, with: #""seeds": 10"#),
        ]
        #expect(wrong.allSatisfy { $0 != text })
        let verdicts = try verdicts(of: [text] + wrong, by: SweepSchema.jsonSchema())
        #expect(verdicts.map { $0.prefix(5) } == ["right", "wrong", "wrong"])
    }
}
