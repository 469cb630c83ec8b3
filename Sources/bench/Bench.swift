import OrderedCollections
import Scenarios
import Simulator
@main struct Bench { static func main() throws {
  let a = CommandLine.arguments; let s = a.count > 2 ? Double(a[2])! : 1
  switch a[1] { case "w1": print(TimerWorkload.run(scale: s).line)
  case "w2": print(PingPongWorkload.run(scale: s).line)
  case "w4": print(try BalancingWorkload.run(scale: s).line)
  case "w3": print(QueueWorkload.run(scale: s).line)
  default:
    let loaded = try ScenarioLoader.load(a[1])
    for cell in loaded.cells {
      let r = try ScenarioRunner().run(cell)
      print("== \(cell.title) \(r.outcome.ending) \(r.outcome.instant) events \(r.outcome.events) digest \(r.outcome.digest)")
      for v in r.outcome.violations { print("VIOLATION", v) }
      for (k, v) in r.metrics.counters { print(k, v) }
      for (k, h) in r.metrics.histograms { print(k, h.count, h.mean, h.value(at: 0.99), h.maximum) }
      for (k, i) in r.invariants { print(k, i ?? "held") }
      for t in r.timeline { print(t.instant, t.subject, t.event) }
    }
  } 
} }
