/// Tables as the templates show them.
enum TableModel {
    /// Rows that a table of a page has at most.
    static let rowsMaximum = 200

    /// The table of a section, in the words of text reports.
    static func model(of table: ReportTable, label: String) -> HTMLTemplates.Model {
        let rows = table.rows.prefix(rowsMaximum).map { row -> HTMLTemplates.Model in
            let cells = zip(row, table.columns).map { text, column in
                cell(.init(text), isNumeric: column.isNumeric)
            }
            return ["number": false, "cells": cells]
        }
        return [
            "label": label,
            "columns": table.columns.map { column(text: $0.header, isNumeric: $0.isNumeric) },
            "rows": rows,
            "omission": omission(table.rows.count - rows.count, place: "result.json"),
        ]
    }

    /// The data behind a drawing.
    static func model(of table: ChartTable, label: String) -> HTMLTemplates.Model {
        let rows = table.rows.map { row -> HTMLTemplates.Model in
            let cells = zip(row.values, table.columns).map { value, column in
                cell(value, isNumeric: column.isNumeric)
            }
            return ["number": String(row.number), "cells": cells]
        }
        let columns = table.columns.map {
            column(text: $0.header, isNumeric: $0.isNumeric, pointer: $0.pointer)
        }
        return [
            "label": label, "heading": PageModel.shown(table.title), "columns": columns,
            "rows": rows, "omission": omission(table.omitted, place: table.place),
        ]
    }

    private static func column(
        text: String,
        isNumeric: Bool,
        pointer: String? = nil
    ) -> HTMLTemplates.Model {
        ["text": text, "numeric": isNumeric, "pointer": pointer ?? false]
    }

    private static func cell(
        _ value: ChartTable.Value,
        isNumeric: Bool
    ) -> HTMLTemplates.Model {
        [
            "text": value.text, "numeric": isNumeric, "json": value.json ?? false,
            "place": value.pointer ?? false,
        ]
    }

    private static func omission(_ count: Int, place: String) -> Any {
        guard count > 0 else { return false }
        let rows = ReportSections.counted(count, "more row")
        return "\(rows): see \(place.isEmpty ? "result.json" : place)."
    }
}
