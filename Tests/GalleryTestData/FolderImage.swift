// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder hierarchy held in memory, from which copies are written in milliseconds.
public struct FolderImage: Sendable {
  /// The paths of the folders, each after its parent.
  public private(set) var folders: [String] = []

  /// The bytes of the files, by their paths relative to the root.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Reads a folder that does not change meanwhile.
  ///
  /// Links, devices, pipes and files above the size limit are skipped.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - limit: The size of the longest file to read, in bytes.
  public init(of root: String, longestFile limit: Int = 1 << 24) {
    add("", of: root, limit)
  }

  private mutating func add(_ part: String, of root: String, _ limit: Int) {
    for name in Self.names(in: root + part).sorted() {
      let path = "\(part)/\(name)"
      var status = stat()
      guard lstat(root + path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        folders.append(path)
        add(path, of: root, limit)
      case S_IFREG where status.st_size <= limit: files[path] = Self.bytes(of: root + path)
      default: continue
      }
    }
  }

  /// Writes the whole hierarchy into a new folder.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - changed: A file whose bytes differ from the image.
  public func write(to root: String, changed: (path: String, bytes: [UInt8])? = nil) {
    mkdir(root, 0o755)
    for folder in folders { mkdir(root + folder, 0o755) }
    for (path, bytes) in files {
      Self.write(path == changed?.path ? changed?.bytes ?? [] : bytes, to: root + path)
    }
  }
}

// MARK: - Files

extension FolderImage {
  /// Returns the names in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The names in no particular order; empty if the folder cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the bytes of a regular file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The bytes; empty if the file cannot be read.
  public static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let count = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, read(descriptor, buffer.baseAddress, count))
    }
  }

  /// Returns the first bytes of a file, also of one without a known length.
  ///
  /// - Parameter path: The file.
  /// - Returns: At most 64 KiB.
  public static func head(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
      initialized = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Writes a file, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - bytes: All its bytes.
  ///   - path: The file.
  public static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Removes a folder and its contents; links are not followed.
  ///
  /// - Parameter folder: The folder.
  public static func remove(_ folder: String) {
    for name in names(in: folder) {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}
