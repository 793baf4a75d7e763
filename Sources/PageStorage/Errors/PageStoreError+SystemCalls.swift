// SPDX-License-Identifier: Apache-2.0

package import GallerySystem

/// The system calls, with the errors of this module.
typealias SystemCalls = GallerySystem.SystemCalls<PageStoreError>

extension PageStoreError: SystemFailure {
  /// Creates the error for a failed call of the operating system.
  package init(_ failure: SystemError) {
    self =
      if failure.isFullDisk {
        .full(operation: failure.call)
      } else if failure.isReadOnlyFileSystem {
        .readOnly
      } else {
        .io(operation: failure.call, errno: failure.number)
      }
  }

  /// The failed call of the operating system, `nil` for any other error, and for calls that failed because a disk is
  /// full or a file system read-only: those have cases of their own.
  var failedCall: SystemError? {
    guard case .io(let call, let number) = self else { return nil }
    return SystemError(call: call, number: number)
  }

  /// Whether a call failed because the file does not exist.
  var isMissingFile: Bool { failedCall?.isMissingFile ?? false }

  /// Whether a call rejected its arguments.
  var isInvalidArgument: Bool { failedCall?.isInvalidArgument ?? false }

  /// Whether a file was not synced because it, its file system or its kind does not permit it.
  var isAboutUnsyncableFile: Bool { self == .readOnly || failedCall?.isUnsyncable ?? false }

  /// Whether a call failed because the name exists.
  var isExistingFile: Bool { failedCall?.isExistingFile ?? false }

  /// Whether a call failed because a name is that of a link or not of a folder.
  var isMisled: Bool { failedCall?.isMisled ?? false }
}
