// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension WatchDisposal {
  private static let pieceByteCount = 1 << 20

  /// Moves a file to another file system: copies it, syncs the copy, and removes the original.
  static func copyAndRemove(
    _ file: ArrivedFile, as target: Path, _ isEnding: () -> Bool
  ) throws(SystemError) {
    guard (try? SystemCalls.status(of: target)) == nil else { throw .existingFile }
    let source = try SystemCalls.open(file.path)
    defer { SystemCalls.closeFile(source) }
    let folder = try OutputFolder(target.folder)
    let temporary = try TemporaryFiles.shared.makeFile(in: folder)
    defer { TemporaryFiles.shared.forget(temporary) }
    do throws(SystemError) {
      defer { SystemCalls.closeFile(temporary.descriptor) }
      guard try self.copy(source, to: temporary.descriptor, file.observation.fingerprint, isEnding),
        fingerprint(of: file.path) == file.observation.fingerprint
      else { return temporary.remove() }
      try SystemCalls.renameWithoutReplacing(
        temporary.name, to: Path(Array(target.lastComponent)), in: folder.descriptor)
    } catch {
      temporary.remove()
      throw error
    }
    try synchronize(target.folder)
    if fingerprint(of: file.path) == file.observation.fingerprint { try removeFile(file) }
  }

  /// Copies a file and syncs the copy.
  ///
  /// - Returns: Whether the file was copied completely.
  private static func copy(
    _ source: Int32, to copy: Int32, _ fingerprint: WatchedFiles.Fingerprint,
    _ isEnding: () -> Bool
  ) throws(SystemError) -> Bool {
    for offset in stride(from: 0, to: max(1, fingerprint.byteCount), by: pieceByteCount) {
      guard !isEnding() else { return false }
      try SystemCalls.write(
        try SystemCalls.bytes(of: source, at: offset, byteCount: pieceByteCount), to: copy)
    }
    SystemCalls.setModified(fingerprint.modified, of: copy)
    try SystemCalls.synchronize(copy)
    return true
  }

  private static func synchronize(_ folder: Path) throws(SystemError) {
    let opened = try SystemCalls.open(folder)
    defer { SystemCalls.closeFile(opened) }
    try SystemCalls.synchronize(opened)
  }
}
