import Simulator
import Testing

struct SlotRingSettingsTests {
    @Test(arguments: SlotRingSettings.requestHashNames)
    func `a request hash is found by its own name`(name: String) {
        #expect(SlotRingSettings.requestHash(named: name)?.name == name)
    }

    @Test(arguments: SlotRingSettings.serverHashNames)
    func `a server hash is found by its own name`(name: String) {
        #expect(SlotRingSettings.serverHash(named: name)?.name == name)
    }

    @Test
    func `an unknown name finds nothing`() {
        #expect(SlotRingSettings.requestHash(named: "cubic") == nil)
        #expect(SlotRingSettings.serverHash(named: "cubic") == nil)
    }

    /// Values worked out by hand from the published formulas.
    @Test
    func `the hashes are their formulas`() {
        #expect(QuadraticRequestHash().hash(10) == 137)
        #expect(LinearRequestHash().hash(10) == 47)
        #expect(MultiplicativeRequestHash().hash(1) == 2_654_435_761)
        #expect(MultiplicativeRequestHash().hash(2) == 1_013_904_226)
        #expect(QuadraticServerHash().hash(server: 2, replica: 3) == 44)
        #expect(LinearServerHash().hash(server: 2, replica: 3) == 36)
        #expect(MultiplicativeServerHash().hash(server: 1, replica: 0) == 1_315_423_911)
        #expect(MultiplicativeServerHash().hash(server: 0, replica: 1) == 2_654_435_761)
    }
}
