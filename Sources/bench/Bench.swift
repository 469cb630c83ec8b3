import Simulator
@main struct Bench { static func main() {
  let a = CommandLine.arguments; let s = a.count > 2 ? Double(a[2])! : 1
  switch a[1] { case "w1": print(TimerWorkload.run(scale: s).line)
  case "w2": print(PingPongWorkload.run(scale: s).line)
  case "w3": print(QueueWorkload.run(scale: s).line)
  default: print("?") }
} }
