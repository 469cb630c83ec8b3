extension BackupService {
    /// Restores a backup to an empty place, or goes on with what a crash cut off.
    ///
    /// A file elsewhere says which backup it is; it goes when every file has been read from the
    /// disk again and is the one of the manifest.
    ///
    /// - Parameters:
    ///   - name: The backup.
    ///   - path: The directory, such as `/restored`.
    /// - Returns: How many files there are.
    /// - Throws: ``BackupError/unknown(_:)``, ``BackupError/occupied(_:)``,
    ///   ``BackupError/damaged(_:)`` where no region has the bytes that were written, and what the
    ///   stores or the disk have against it.
    public func restore(_ name: BackupName, to path: String) async throws(BackupError) -> Int {
        guard !isRestoring else { throw .busy }
        isRestoring = true
        pinned.insert(name)
        defer {
            isRestoring = false
            pinned.remove(name)
        }
        let begun = node.now
        let isResumed = try await claim(path, for: name)
        node.sometimes(BackupPlace.restoreResumed, isResumed)
        let sources = try await sources(of: name)
        guard let files = sources.first?.manifest.files else { throw .unknown(name) }
        if !isResumed { try await write(Array(name.description.utf8), to: Self.mark(path)) }
        let present = isResumed ? try await contents(of: path) : [:]
        let missing = files.filter { present[$0.name] != $0.digest }
        let failure = await forEach(Array(missing.indices)) { index throws(BackupError) in
            let file = missing[index]
            let bytes = try await self.contents(of: file.name, from: sources)
            try await self.write(bytes, to: path + "/" + file.name)
        }
        if let failure { throw failure }
        try await finish(path, files)
        let restored: [(name: String, bytes: [UInt8])]
        do throws(DiskError) { restored = try await node.disk.snapshot(path + "/") } catch {
            throw BackupError(error)
        }
        journal.noteRestore(
            of: name,
            files: restored,
            prefix: path + "/",
            after: begun.duration(to: node.now),
            isResumed: isResumed
        )
        return files.count
    }

    /// Goes on with the restores that a crash cut off.
    func resumeRestores() async {
        guard let names = try? await node.disk.names() else { return }
        for mark in names where mark.hasPrefix(Self.marks) {
            guard let bytes = try? await node.disk.read(mark),
                let name = BackupName(String(decoding: bytes, as: UTF8.self))
            else { continue }
            let path = String(mark.dropFirst(Self.marks.count))
            do throws(BackupError) {
                _ = try await restore(name, to: path)
            } catch {
                if case .interrupted = error { return }
                journal.noteFailedRestore(of: name, error)
            }
        }
    }

    /// What the names of the files begin with that say what is being restored where. They stand
    /// apart from what is restored: whatever a backup holds, none of it is taken for one of them.
    private static let marks = "/.restores/"

    private static func mark(_ path: String) -> String { marks + path }

    /// Finds out whether the place is free; true where a restore of this backup was cut off there.
    private func claim(_ path: String, for name: BackupName) async throws(BackupError) -> Bool {
        guard !(path + "/").hasPrefix(Self.marks) else { throw .occupied(path) }
        do throws(DiskError) {
            let marks = try await node.disk.snapshot(Self.mark(path))
            let mark = marks.first { $0.name == Self.mark(path) }
            if mark?.bytes == Array(name.description.utf8) { return true }
            if try await node.disk.snapshot(path + "/").isEmpty { return false }
        } catch {
            throw BackupError(error)
        }
        throw .occupied(path)
    }

    /// The regions that have the backup, and their manifests.
    private func sources(of name: BackupName) async throws(BackupError) -> [Source] {
        var sources: [Source] = []
        var failure: BackupError?
        for shelf in shelves {
            do throws(ObjectAccessError) {
                switch try await shelf.manifest(name) {
                case .whole(let manifest): sources.append(Source(shelf: shelf, manifest: manifest))
                case .damaged: failure = .damaged(BackupLayout.key(of: name))
                case .missing: break
                }
            } catch {
                if case .interrupted = error { throw BackupError(error) }
                failure = BackupError(error)
            }
        }
        // Where a region could not be asked it is not known that there is no such backup.
        if sources.isEmpty, let failure { throw failure }
        return sources
    }

    /// A region that has a backup.
    private struct Source: Sendable {
        let shelf: BackupShelf
        let manifest: BackupManifest
    }

    /// The bytes of a file from the first region that has them.
    private func contents(
        of name: String,
        from sources: [Source]
    ) async throws(BackupError) -> [UInt8] {
        var failure: BackupError?
        for (number, source) in sources.enumerated() {
            guard let file = source.manifest.files.first(where: { $0.name == name }) else {
                continue
            }
            for _ in 0..<settings.persistence.attempts {
                do throws(ObjectAccessError) {
                    if let bytes = try await source.shelf.contents(of: file) {
                        node.sometimes(BackupPlace.wentElsewhere, number > 0)
                        return bytes
                    }
                    node.sometimes(BackupPlace.readAgain)
                    failure = .damaged(settings.layout.key(of: file))
                } catch {
                    if case .interrupted = error { throw BackupError(error) }
                    failure = BackupError(error)
                    break
                }
            }
        }
        throw failure ?? .damaged(name)
    }

    /// What the files of a directory hold.
    private func contents(of path: String) async throws(BackupError) -> [String: ContentDigest] {
        let files: [(name: String, bytes: [UInt8])]
        do throws(DiskError) { files = try await node.disk.snapshot(path + "/") } catch {
            throw BackupError(error)
        }
        var digests: [String: ContentDigest] = [:]
        for file in files {
            digests[String(file.name.dropFirst(path.count + 1))] = ContentDigest(of: file.bytes)
        }
        return digests
    }

    /// Writes a file that outlives a crash, so that it need not be fetched again.
    private func write(_ bytes: [UInt8], to name: String) async throws(BackupError) {
        do throws(DiskError) {
            try await node.disk.write(bytes, to: name)
            try await node.disk.synchronize()
        } catch {
            throw BackupError(error)
        }
    }

    /// Reads again what was restored, and takes the mark away.
    private func finish(
        _ path: String,
        _ files: [BackupManifest.File]
    ) async throws(BackupError) {
        if settings.plantedBug != .restoresUnverified {
            let present = try await contents(of: path)
            for file in files where present[file.name] != file.digest {
                throw .damaged(path + "/" + file.name)
            }
        }
        do throws(DiskError) {
            try await node.disk.remove(Self.mark(path))
            try await node.disk.synchronize()
        } catch {
            throw BackupError(error)
        }
    }
}
