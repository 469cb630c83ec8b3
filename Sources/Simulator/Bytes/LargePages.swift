internal import CBytes

/// Memory for a large array that is looked at here and there.
enum LargePages {
    /// The size of a large page, in bytes.
    private static let size = 1 << 21

    /// Room for `capacity` elements, to be freed with `deallocate()`: on pages of two mebibytes
    /// where it fills some, since an address on such a page is found in less time.
    static func allocate<Element>(
        _ type: Element.Type,
        capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let byteCount = capacity * MemoryLayout<Element>.stride
        guard byteCount >= size else { return .allocate(capacity: capacity) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        cbytes_prefer_large_pages(memory, byteCount)
        return memory.bindMemory(to: type, capacity: capacity)
    }
}
