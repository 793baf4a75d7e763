// SPDX-License-Identifier: Apache-2.0

extension FolderWatch {
  // Network file systems tell nothing of what others write, so that it has to be looked for.
  private static let scanInterval = Duration.seconds(5)

  // A scan of a very full folder takes a small share of the time.
  private static let scanShare = 50

  /// Looks at a file, and walks to its end unless that was done or does not matter.
  mutating func see(_ name: [UInt8], isClosed: Bool) {
    guard WatchedFolder.isCandidate(name) else { return }
    guard let look = folder.look(at: name) else { return forget(name) }
    guard !files.isSettled(name, look) else { return }
    let age = look.age
    let hasEnd = hasEnd(name, look, age, isClosed: isClosed)
    // What the walk was disturbed by is looked at when it is due.
    files.see(
      name, .init(look: look, hasEnd: hasEnd, isClosed: isClosed, age: age), at: now)
  }

  /// Returns whether a file has its end, `nil` for one that has rested so long that it is taken anyway.
  private func hasEnd(
    _ name: [UInt8], _ look: WatchedFiles.Look, _ age: Duration, isClosed: Bool
  ) -> Bool? {
    let old = files.sight(of: name, look)
    // The clock of the file system may have stood still while the writer went on.
    if let old, old.hasEnd != false || !isClosed { return old.hasEnd }
    guard age < options.patience.brokenFile else { return nil }
    return folder.hasEnd(name, look) { interruption.isRequested }
  }

  /// Forgets a file that is gone.
  mutating func forget(_ name: [UInt8]) {
    files.forget(name)
    announced.remove(name)
    waiting[name] = nil
  }

  /// Looks at all files that were not dealt with as they are.
  mutating func scan(_ session: inout CommandSession) throws {
    let begin = now
    defer { nextScan = now + max(Self.scanInterval, (now - begin) * Self.scanShare) }
    guard let names = try names(&session) else { return }
    files.keepSettled(Set(names))
    announced = announced.filter(files.isPending)
    waiting = waiting.filter { files.isPending($0.key) }
    for name in inOrder(names) {
      guard !interruption.isRequested else { return }
      see(name, isClosed: false)
    }
  }

  /// The files of the folder and of those inside, which are watched from now on.
  ///
  /// - Returns: The files, `nil` if the folder cannot be read at the moment.
  private mutating func names(_ session: inout CommandSession) throws -> [[UInt8]]? {
    let subfolders: [[UInt8]]
    var names: [[UInt8]]
    let isWatched: Bool
    do throws(SystemError) {
      subfolders = try folder.subfolders()
      isWatched = try watch(subfolders)
      names = try folder.names()
    } catch {
      guard !error.isUnreachableFile else {
        throw PathProblem(problem: .folderLost, path: folder.path)
      }
      try reportOnce([], error, &session)
      return nil
    }
    reportedFolders.remove([])
    if !isWatched, !lacksEvents {
      lacksEvents = true
      try note(.noEvents, at: folder.path, &session)
    }
    for subfolder in subfolders { names += try self.names(in: subfolder, &session) }
    return names
  }

  private mutating func names(
    in subfolder: [UInt8], _ session: inout CommandSession
  ) throws -> [[UInt8]] {
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try folder.names(in: subfolder)
    } catch {
      if !error.isGone { try reportOnce(subfolder, error, &session) }
      return []
    }
    reportedFolders.remove(subfolder)
    return names
  }

  private mutating func reportOnce(
    _ subfolder: [UInt8], _ error: SystemError, _ session: inout CommandSession
  ) throws {
    guard reportedFolders.insert(subfolder).inserted else { return }
    let path = subfolder.isEmpty ? folder.path : folder.file(subfolder)
    try report(.input(error), at: path, &session)
  }

  /// Asks for the events of folders inside.
  ///
  /// - Returns: Whether all of them tell; the others are read every few seconds.
  private func watch(_ subfolders: [[UInt8]]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try events?.watchInside(subfolders)
      return true
    } catch {
      guard error.isShortage else { throw error }
      return false
    }
  }

  /// Files in the order in which they are taken: pauses are found in that of their arrival.
  private func inOrder(_ names: [[UInt8]]) -> [[UInt8]] {
    guard case .pause = ingest.target.grouping else { return names }
    let looks = names.map { ($0, folder.look(at: $0)?.changed ?? 0) }
    return looks.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }
}
