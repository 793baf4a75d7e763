// SPDX-License-Identifier: Apache-2.0

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
    (rawValue, byteCount) = try SystemCalls.openRegularFile(path)
  }

  /// Takes another number for a file that is open.
  ///
  /// - Parameter descriptor: The number of an open regular file.
  /// - Throws: `ImagingError.notRegularFile`, `ImagingError.io`.
  package init(duplicating descriptor: Int32) throws(ImagingError) {
    (rawValue, byteCount) = try SystemCalls.duplicateRegularFile(descriptor)
  }

  deinit {
    SystemCalls.closeFile(rawValue)
  }
}
