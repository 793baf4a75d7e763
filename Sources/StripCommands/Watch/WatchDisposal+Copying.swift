// SPDX-License-Identifier: Apache-2.0

extension WatchDisposal {
  private static let pieceByteCount = 1 << 20

  /// Moves a file to another file system: copies it, syncs the copy, and removes the original.
  static func copyAndRemove(
    _ file: ArrivedFile, as target: Path, _ isEnding: () -> Bool
  ) throws(SystemError) {
    guard (try? System.status(of: target)) == nil else { throw .existingFile }
    let source = try System.open(file.path)
    defer { try? System.close(source) }
    let folder = try OutputFolder(target.folder)
    let temporary = try TemporaryFiles.shared.makeFile(in: folder)
    defer { TemporaryFiles.shared.forget(temporary) }
    do throws(SystemError) {
      defer { try? System.close(temporary.descriptor) }
      guard try self.copy(source, to: temporary.descriptor, file.sight.look, isEnding),
        look(at: file.path) == file.sight.look
      else { return temporary.remove() }
      try System.renameWithoutReplacing(
        temporary.name, to: Path(Array(target.lastComponent)), in: folder.descriptor)
    } catch {
      temporary.remove()
      throw error
    }
    try synchronize(target.folder)
    if look(at: file.path) == file.sight.look { try removeFile(file) }
  }

  /// Copies a file and syncs the copy.
  ///
  /// - Returns: Whether the file was copied completely.
  private static func copy(
    _ source: System.Descriptor, to copy: System.Descriptor, _ look: WatchedFiles.Look,
    _ isEnding: () -> Bool
  ) throws(SystemError) -> Bool {
    for offset in stride(from: 0, to: max(1, look.byteCount), by: pieceByteCount) {
      guard !isEnding() else { return false }
      try System.write(
        try System.read(source, count: pieceByteCount, at: offset), to: copy)
    }
    System.setModified(look.modified, of: copy)
    try System.synchronize(copy)
    return true
  }

  private static func synchronize(_ folder: Path) throws(SystemError) {
    let opened = try System.open(folder)
    defer { try? System.close(opened) }
    try System.synchronize(opened)
  }
}
