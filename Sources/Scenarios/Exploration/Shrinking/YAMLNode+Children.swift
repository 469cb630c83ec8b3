/// Trees as parts that can be left out or replaced one by one.
extension YAMLNode {
    /// What stands directly below: the items of a list, or the values of a mapping.
    var children: [YAMLNode] {
        switch content {
        case .sequence(let items): items
        case .mapping(let entries): entries.map(\.value)
        case .scalar, .unreadable: []
        }
    }

    /// How many single values there are.
    var scalarCount: Int {
        switch content {
        case .scalar, .unreadable: 1
        case .sequence, .mapping: children.reduce(0) { $0 + $1.scalarCount }
        }
    }

    /// The node at a path of places among children.
    func child(at path: [Int]) -> YAMLNode? {
        var node = self
        for place in path {
            let children = node.children
            guard children.indices.contains(place) else { return nil }
            node = children[place]
        }
        return node
    }

    /// The tree with another node at a path of places among children.
    func replacing(at path: some Collection<Int>, by node: YAMLNode) -> YAMLNode {
        guard let place = path.first else { return node }
        var changed = self
        switch content {
        case .sequence(var items):
            items[place] = items[place].replacing(at: path.dropFirst(), by: node)
            changed.content = .sequence(items)
        case .mapping(var entries):
            let value = entries[place].value.replacing(at: path.dropFirst(), by: node)
            entries[place].value = value
            changed.content = .mapping(entries)
        case .scalar, .unreadable: break
        }
        return changed
    }

    /// The node with only those children that stand at these places.
    func keeping(_ places: [Int]) -> YAMLNode {
        var changed = self
        switch content {
        case .sequence(let items): changed.content = .sequence(places.map { items[$0] })
        case .mapping(let entries): changed.content = .mapping(places.map { entries[$0] })
        case .scalar, .unreadable: break
        }
        return changed
    }

    /// The mapping with another value at a key, in its place or at the end; without the key where
    /// there is none.
    func setting(_ key: String, to value: YAMLNode?) -> YAMLNode {
        guard var entries else { return self }
        let place = entries.firstIndex { $0.key == key }
        switch (place, value) {
        case (let place?, let value?): entries[place].value = value
        case (let place?, nil): entries.remove(at: place)
        case (nil, let value?):
            entries.append(YAMLEntry(key: key, keyLocation: .builtIn, value: value))
        case (nil, nil): break
        }
        var changed = self
        changed.content = .mapping(entries)
        return changed
    }

    /// The tree with another text for every scalar that says `text`.
    func renaming(_ text: String, to newText: String) -> YAMLNode {
        var changed = self
        switch content {
        case .scalar(text, let plain): changed.content = .scalar(newText, plain: plain)
        case .scalar, .unreadable: break
        case .sequence(let items):
            changed.content = .sequence(items.map { $0.renaming(text, to: newText) })
        case .mapping(let entries):
            changed.content = .mapping(
                entries.map { entry in
                    var entry = entry
                    entry.value = entry.value.renaming(text, to: newText)
                    return entry
                }
            )
        }
        return changed
    }
}
