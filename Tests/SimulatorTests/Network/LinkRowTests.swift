import Testing

@testable import Simulator

struct LinkRowTests {
    private func link() -> Link {
        Link(settings: LinkSettings(), random: Simulation(seed: 1).random("link"))
    }

    @Test(
        arguments: [
            [0], [10_000], [3, 4, 5], [5, 4, 3], [100, 0, 50], [7, 10_000, 8], [9, 6, 6, 0, 20],
        ]
    )
    func `every link is found by its number, whatever came first`(numbers: [Int]) {
        var row = LinkRow()
        var links: [Int: Link] = [:]
        for number in numbers {
            let made = link()
            row.add(made, to: number)
            links[number] = made
        }
        for number in 0...10_001 { #expect(row[number] === links[number], "\(number)") }
        let ordered = links.sorted { $0.key < $1.key }.map(\.value)
        #expect(row.all.elementsEqual(ordered) { $0 === $1 })
    }
}
