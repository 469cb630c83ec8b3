/// Items by small numbers, which are used again.
struct NumberedItems<Item> {
    private var items: [Item?] = []
    private var free: [Int] = []

    /// Keeps an item.
    ///
    /// - Returns: Its number.
    mutating func add(_ item: Item) -> Int {
        if let number = free.popLast() {
            items[number] = item
            return number
        }
        items.append(item)
        return items.count - 1
    }

    /// Takes the item with this number out, whose number is free from then on.
    mutating func remove(_ number: Int) -> Item? {
        let item = items[number]
        items[number] = nil
        free.append(number)
        return item
    }

    /// Lets go of an item whose number is still in use.
    mutating func clear(_ number: Int) {
        items[number] = nil
    }

    /// The item with this number.
    subscript(number: Int) -> Item? { items[number] }
}
