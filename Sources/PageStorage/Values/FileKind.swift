// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The type of a directory entry.
public enum FileKind: String, Hashable, Sendable, CaseIterable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case symbolicLink
  /// A FIFO.
  case pipe
  /// A socket.
  case socket
  /// A device.
  case device
  /// A regular file with more than one hard link.
  case hardLink

  init(_ kind: FileStatus.Kind) {
    self =
      switch kind {
      case .file: .file
      case .folder: .folder
      case .symbolicLink: .symbolicLink
      case .pipe: .pipe
      case .socket: .socket
      case .device, .other: .device
      }
  }

  /// The kind as a phrase for a message.
  var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .symbolicLink: "a symbolic link"
    case .pipe: "a FIFO"
    case .socket: "a socket"
    case .device: "a device"
    case .hardLink: "a file with another hard link"
    }
  }
}

/// The accounts, besides the owner, that may read and change a store.
public enum FileSharing: Hashable, Sendable {
  /// None: files have mode 0600, folders 0700.
  case owner
  /// The group: files have mode 0660, folders 2770, so that new entries inherit the group.
  case group

  var fileMode: UInt32 { self == .owner ? 0o600 : 0o660 }
  var folderMode: UInt32 { self == .owner ? 0o700 : 0o2770 }
}
