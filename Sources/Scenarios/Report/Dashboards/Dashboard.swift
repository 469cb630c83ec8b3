/// A page of panels over a monitoring system, with what each asks it in PromQL.
public struct Dashboard: Equatable, Sendable {
    /// The name of its file, without an ending: `job-overview`.
    public var name: String
    /// What stands above it.
    public var title: String
    /// What it is for, in a sentence.
    public var documentation: String
    /// The shipped scenario that it shows at first.
    public var scenario: String
    /// The panels, in the order in which they are read.
    public var panels: [Panel]

    /// A figure, or several, over time or as they were at the end.
    public struct Panel: Equatable, Sendable {
        /// How it looks.
        public enum Style: Equatable, Sendable {
            /// Lines over time, half as wide as the page.
            case lines
            /// The last value as a large number, a quarter as wide as the page.
            case number
        }

        /// What values measure, by the names that Grafana has.
        public enum Unit: String, Equatable, Sendable {
            /// Anything.
            case plain = "short"
            /// A part of a whole, from 0 to 1.
            case ratio = "percentunit"
            /// Seconds.
            case seconds = "s"
            /// Bytes.
            case bytes = "bytes"
            /// Operations in a second.
            case operations = "ops"
            /// Requests in a second.
            case requests = "reqps"
        }

        /// What stands above it.
        public var title: String
        /// What it says, in a sentence.
        public var documentation: String
        /// How it looks.
        public var style: Style
        /// What values measure.
        public var unit: Unit
        /// What it asks.
        public var queries: [Query]

        init(
            _ title: String,
            _ documentation: String,
            _ style: Style = .lines,
            _ unit: Unit,
            _ queries: [Query]
        ) {
            self.title = title
            self.documentation = documentation
            self.style = style
            self.unit = unit
            self.queries = queries
        }
    }

    /// A question in PromQL.
    ///
    /// It may use the variables of the page: `$scenario`, the scenario, and `$window`, over how
    /// long rates are taken.
    public struct Query: Equatable, Sendable {
        /// The question.
        public var text: String
        /// What answers are called; `{{server}}` stands for the value of a label.
        public var legend: String

        init(_ text: String, _ legend: String) {
            self.text = text
            self.legend = legend
        }

        /// The question with a scenario and a window in the places of the variables.
        public func filled(scenario: String, window: String) -> String {
            text.replacing("$scenario", with: scenario).replacing("$window", with: window)
        }
    }

    /// Every dashboard: three of a MapReduce cluster, three of servers behind a balancer.
    public static let all: [Dashboard] = jobs + serving

    /// What a metric is for the scenario that is chosen.
    static func gauge(_ name: String) -> String { "\(name){scenario=\"$scenario\"}" }
}
