// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The one owner of an open file; the last reference closes it.
package final class FileDescriptor: Sendable {
  /// The number that the operating system knows the file by.
  package let rawValue: Int32

  /// The size of the file when it was opened, in bytes.
  package let byteCount: Int

  /// Opens a regular file for reading.
  ///
  /// - Parameter path: The file to open.
  /// - Throws: `ImagingError.notRegularFile` for a folder, FIFO, socket or device;
  ///   `ImagingError.io` if the operating system refuses.
  package init(path: String) throws(ImagingError) {
    let opened = try SystemCalls.open(path)
    (rawValue, byteCount) = (opened, try Self.byteCount(ofRegular: opened))
  }

  /// Takes another number for a file that is open.
  ///
  /// - Parameter descriptor: The number of an open regular file.
  /// - Throws: `ImagingError.notRegularFile`, `ImagingError.io`.
  package init(duplicating descriptor: Int32) throws(ImagingError) {
    let copy = try SystemCalls.duplicate(descriptor)
    (rawValue, byteCount) = (copy, try Self.byteCount(ofRegular: copy))
  }

  deinit {
    SystemCalls.closeFile(rawValue)
  }

  /// Returns the size of a regular file, and closes any other.
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
  /// The word for a file that holds no bytes of its own, `nil` for a regular file.
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
