// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The folder for the files of this process of tests.
///
/// It is removed when the process ends, also with what a test has left: an object that outlives its test
/// never removes its own folder. What a killed process has left is removed by the next one.
public enum TestFiles {
  /// The folder; its path is short, because those of sockets have a limit.
  public static let folder = make(in: FileManager.default.temporaryDirectory)

  /// The folder in memory, `nil` if this machine has none.
  public static let folderInMemory: URL? = {
    let memory = URL(fileURLWithPath: "/dev/shm")
    return FileManager.default.isWritableFile(atPath: memory.path) ? make(in: memory) : nil
  }()

  /// The folder on a disk, also if temporary files are in memory; ``folder`` if this machine has none.
  public static let folderOnDisk: URL = {
    let memory = device(of: "/dev/shm")
    let disk = parents.first {
      FileManager.default.isWritableFile(atPath: $0) && device(of: $0) != memory
    }
    return disk.map { make(in: URL(fileURLWithPath: $0)) } ?? folder
  }()

  private static let parents = [FileManager.default.temporaryDirectory.path, "/tmp", "/var/tmp"]

  private static func device(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
  }

  private static let prefix = "gallery-tests-"

  private static func make(in parent: URL) -> URL {
    removeLeftovers(in: parent)
    let folder = parent.appendingPathComponent("\(prefix)\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = removal
    return folder
  }

  /// Removes the folders of this process when it ends.
  private static let removal: Void = {
    _ = atexit {
      let own = "\(TestFiles.prefix)\(getpid())"
      for parent in TestFiles.parents + ["/dev/shm"] {
        try? FileManager.default.removeItem(atPath: parent + "/" + own)
      }
    }
  }()

  /// Removes the folders of processes that have ended.
  private static func removeLeftovers(in parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let process = Int32(name.dropFirst(prefix.count)), process > 0 else { continue }
      // One of another user gives EPERM.
      guard kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
  }
}
