// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension FolderWatch {
  // Network file systems report no events for files written by other machines: scan for them.
  private static let scanInterval = Duration.seconds(5)

  // A pause after a scan is at least this many times as long as the scan.
  private static let scanShare = 50

  /// Records a file, and searches for its end unless that was done or is irrelevant.
  mutating func record(_ name: [UInt8], isClosed: Bool) {
    guard WatchedFolder.isCandidate(name) else { return }
    guard let fingerprint = folder.fingerprint(of: name) else { return forget(name) }
    guard !files.isHandled(name, fingerprint) else { return }
    let age = fingerprint.age
    let hasEnd = hasEnd(name, fingerprint, age, isClosed: isClosed)
    // Files that changed during the search are checked again when they are due.
    files.record(
      name, .init(fingerprint: fingerprint, hasEnd: hasEnd, isClosed: isClosed, age: age), at: now)
  }

  /// Returns whether a file is complete, `nil` for a file that has been unchanged for so long that
  /// it is ingested anyway.
  private func hasEnd(
    _ name: [UInt8], _ fingerprint: WatchedFiles.Fingerprint, _ age: Duration, isClosed: Bool
  ) -> Bool? {
    let old = files.observation(of: name, fingerprint)
    // The timestamp can stay the same while the writer continues, because the clock of the file
    // system is coarse.
    if let old, old.hasEnd != false || !isClosed { return old.hasEnd }
    guard age < options.quietPeriods.incompleteFile else { return nil }
    return folder.hasEnd(name, fingerprint) { interruption.isRequested }
  }

  /// Removes a deleted file from the records.
  mutating func forget(_ name: [UInt8]) {
    files.forget(name)
    announced.remove(name)
    waiting[name] = nil
  }

  /// Checks all files that were not handled in their current state.
  mutating func scan(_ session: inout CommandSession) throws {
    let begin = now
    defer { nextScan = now + max(Self.scanInterval, (now - begin) * Self.scanShare) }
    guard let names = try names(&session) else { return }
    files.keepOnly(Set(names))
    announced = announced.filter(files.isPending)
    waiting = waiting.filter { files.isPending($0.key) }
    for name in inOrder(names) {
      guard !interruption.isRequested else { return }
      record(name, isClosed: false)
    }
  }

  /// Returns the files of the folder and its subfolders, and starts to watch these.
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

  /// Requests events for the subfolders.
  ///
  /// - Returns: Whether all of them are watched; the others are scanned every few seconds.
  private func watch(_ subfolders: [[UInt8]]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try events?.watchInside(subfolders)
      return true
    } catch {
      guard error.isShortage else { throw error }
      return false
    }
  }

  /// Returns the files in the order of ingestion: pauses are detected in the order of arrival.
  private func inOrder(_ names: [[UInt8]]) -> [[UInt8]] {
    guard case .pause = ingest.target.grouping else { return names }
    let arrivals = names.map { ($0, folder.fingerprint(of: $0)?.changed ?? 0) }
    return arrivals.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }
}
