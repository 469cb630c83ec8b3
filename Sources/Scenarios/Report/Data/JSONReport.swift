import OrderedCollections
import Simulator

/// A result as JSON: everything in it, with units, in the format `cluster-simulator/result`.
///
/// Durations and instants are whole nanoseconds; other numbers have twelve significant digits. A
/// figure that the run does not have, or that is infinite, is null. Keys come in a fixed order. A
/// change that breaks readers raises `version`.
public struct JSONReport: ReportRenderer {
    /// The version of the format.
    public static let version = 1

    /// A report in JSON.
    public init() {}

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ScenarioResult) -> String {
        JSONValue.members([
            "format": .string("cluster-simulator/result"),
            "version": .integer(Self.version),
            "scenario": .string(result.name),
            "title": .string(result.title),
            "command": .string(result.command),
            "seed": .integer(result.seed),
            "digest": .string(result.digest.description),
            "verdict": .string(result.verdict.rawValue),
            "axes": .array(result.axes.map(axis)),
            "configuration": configuration(result.configuration),
            "cells": .array(result.cells.map(cell)),
        ]).written() + "\n"
    }

    /// The part of the report on one run.
    public func render(_ result: CellResult) -> String {
        cell(result).written() + "\n"
    }

    private func axis(_ axis: MatrixAxis) -> JSONValue {
        .members([
            "path": .string(axis.path), "values": .array(axis.values.map { .string($0) }),
        ])
    }

    /// What was configured, without what stands in the cells with its outcome.
    private func configuration(_ node: YAMLNode) -> JSONValue {
        guard case .object(let members) = value(of: node) else { return .null }
        return .object(members.filter { !["expect", "claims", "matrix"].contains($0.key) })
    }

    private func value(of node: YAMLNode) -> JSONValue {
        switch node.content {
        case .scalar(let text, let isPlain): isPlain ? plainValue(of: text) : .string(text)
        case .sequence(let items): .array(items.map(value))
        case .mapping(let entries):
            .object(entries.map { JSONValue.Member(key: $0.key, value: value(of: $0.value)) })
        case .unreadable: .null
        }
    }

    private func plainValue(of text: String) -> JSONValue {
        if text == "true" || text == "false" { return .boolean(text == "true") }
        if let whole = try? NumberText.integer(text) { return .integer(whole) }
        if let number = try? NumberText.number(text) { return .decimal(number) }
        return .string(text)
    }

    // MARK: Cells

    private func cell(_ cell: CellResult) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "index", value: .integer(cell.index)),
            .init(key: "label", value: cell.label.map { .string($0) } ?? .null),
            .init(
                key: "parameters",
                value: .object(
                    cell.parameters.map { JSONValue.Member(key: $0.path, value: .string($0.value)) }
                )
            ),
            .init(key: "seed", value: .integer(cell.record.seed)),
            .init(key: "digest", value: .string(cell.outcome.digest.description)),
            .init(key: "ending", value: .string(cell.outcome.ending.rawValue)),
            .init(key: "verdict", value: .string(cell.verdict.rawValue)),
            .init(key: "figures", value: .array(cell.figures.all(in: cell.scenario).map(figure))),
            .init(
                key: "placement",
                value: .object(
                    cell.record.placementFigures.map {
                        JSONValue.Member(key: $0.key, value: .string($0.value))
                    }
                )
            ),
            .init(key: "expectations", value: .array(cell.expectations.map { .object(check($0)) })),
            .init(key: "claims", value: .array(cell.claims.map(claim))),
            .init(key: "violations", value: .array(cell.outcome.violations.map(violation))),
            .init(key: "notes", value: .array(cell.record.notes.map { .string($0) })),
            .init(key: "timeline", value: .array(cell.record.timeline.map(entry))),
            .init(key: "timelineOmitted", value: .integer(cell.record.timelineOmitted)),
        ]
        for (key, part) in [
            ("backing", PartSection.backing), ("objects", .objects), ("messages", .messages),
            ("backups", .backups),
        ] {
            let figures = part.figures(of: cell)
            guard !figures.isEmpty else { continue }
            let values = figures.map {
                JSONValue.Member(key: $0.reference.description, value: Self.value($0.value))
            }
            members.append(.init(key: key, value: .object(values)))
        }
        if !cell.record.jobs.isEmpty {
            let count = Self.resultsShown(of: cell)
            let jobs = cell.record.jobs.map { job($0, count) }
            members.append(.init(key: "jobs", value: .array(jobs)))
        }
        return .object(members)
    }

    /// How many results of a job stand in the file: as many as the report shows, or a few.
    private static func resultsShown(of cell: CellResult) -> Int {
        let counts = cell.scenario.report.compactMap { item -> Int? in
            if case .results(let count) = item { count } else { nil }
        }
        return counts.max() ?? 10
    }

    private func job(_ job: JobRecord, _ count: Int) -> JSONValue {
        .members([
            "identifier": .string(job.identifier),
            "status": .string(job.status),
            "error": job.error.map { .string($0) } ?? .null,
            "duration": job.duration.map { .integer($0.attoseconds / 1_000_000_000) } ?? .null,
            "rows": .integer(job.rows),
            "results": .array(
                job.results.prefix(count).map { line in
                    let (key, value) = JobRecord.parts(of: line)
                    return .members(["key": .string(key), "value": .string(value)])
                }
            ),
        ])
    }

    private func figure(_ figure: Figure) -> JSONValue {
        let reference = figure.reference
        return .members([
            "metric": .string(reference.metric),
            "statistic": reference.statistic.map { .string($0) } ?? .null,
            "labels": .object(
                reference.labels.map { JSONValue.Member(key: $0.name, value: .string($0.value)) }
            ),
            "unit": .string(UnitText.symbol(reference.unit)),
            "value": Self.value(figure.value),
        ])
    }

    private static func value(_ value: FigureValue?) -> JSONValue {
        switch value {
        case nil: .null
        case .count(let count): .integer(count)
        case .duration(let duration): .integer(duration.attoseconds / 1_000_000_000)
        case .ratio(let number), .number(let number): .decimal(number)
        }
    }

    private func check(_ check: CheckResult) -> [JSONValue.Member] {
        var members = [
            JSONValue.Member(key: "check", value: .string(check.text)),
            .init(key: "held", value: .boolean(check.isHeld)),
        ]
        if case .comparison(let reference, _, _, _) = check.check {
            members += [
                .init(key: "actual", value: Self.value(check.actual)),
                .init(key: "unit", value: .string(UnitText.symbol(reference.unit))),
            ]
        }
        if let detail = check.detail {
            members.append(.init(key: "detail", value: .string(detail)))
        }
        return members
    }

    private func claim(_ claim: ClaimResult) -> JSONValue {
        .object(
            [
                .init(key: "source", value: .string(claim.source)),
                .init(key: "says", value: .string(claim.says)),
            ] + check(claim.check)
        )
    }

    private func violation(_ violation: Violation) -> JSONValue {
        .members([
            "property": .string(violation.property.name),
            "message": .string(violation.message),
            "instant": .integer(violation.instant.nanoseconds),
            "event": .integer(violation.event),
            "seed": .integer(violation.seed),
        ])
    }

    private func entry(_ entry: RunRecord.TimelineEntry) -> JSONValue {
        .members([
            "instant": .integer(entry.instant.nanoseconds),
            "subject": .string(entry.subject),
            "event": .string(entry.event),
        ])
    }
}

/// The units of figures in files for programs.
enum UnitText {
    /// `count`, `ns`, `ratio` or `number`.
    static func symbol(_ unit: MetricDefinition.Unit) -> String {
        unit == .duration ? "ns" : unit.rawValue
    }
}
