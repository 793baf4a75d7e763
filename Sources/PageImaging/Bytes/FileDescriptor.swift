// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The only owner of an open file, which closes the file when its last reference ends.
package final class FileDescriptor: Sendable {
  /// The file descriptor of the operating system.
  package let rawValue: Int32

  /// The size of the file when it was opened, in bytes.
  package let byteCount: Int

  /// Opens a regular file for reading.
  ///
  /// - Parameter path: The file to open.
  /// - Throws: `ImagingError.notRegularFile` for a folder, FIFO, socket or device;
  ///   `ImagingError.io` if the operating system cannot open it.
  package init(path: String) throws(ImagingError) {
    let opened = try SystemCalls.open(path)
    (rawValue, byteCount) = (opened, try Self.byteCount(ofRegular: opened))
  }

  /// Duplicates the descriptor of an open file.
  ///
  /// - Parameter descriptor: The descriptor of an open regular file.
  /// - Throws: `ImagingError.notRegularFile`, `ImagingError.io`.
  package init(duplicating descriptor: Int32) throws(ImagingError) {
    let copy = try SystemCalls.duplicate(descriptor)
    (rawValue, byteCount) = (copy, try Self.byteCount(ofRegular: copy))
  }

  deinit {
    SystemCalls.closeFile(rawValue)
  }

  /// Returns the size of a regular file; otherwise closes the descriptor and throws.
  private static func byteCount(ofRegular descriptor: Int32) throws(ImagingError) -> Int {
    do throws(ImagingError) {
      let status = try SystemCalls.status(of: descriptor)
      if let name = status.kind.irregularName { throw .notRegularFile(kind: name) }
      return status.byteCount
    } catch {
      SystemCalls.closeFile(descriptor)
      throw error
    }
  }
}

extension FileStatus.Kind {
  /// The name for a file that is not regular; `nil` for a regular file.
  fileprivate var irregularName: String? {
    switch self {
    case .file: nil
    case .folder: "folder"
    case .pipe: "FIFO"
    case .socket: "socket"
    case .device: "device"
    case .symbolicLink, .other: "special file"
    }
  }
}
