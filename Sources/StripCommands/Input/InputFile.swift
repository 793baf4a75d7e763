// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// A file that may be a page.
struct InputFile: Sendable {
  /// How the program came to know the file.
  enum Origin: Sendable {
    /// Somebody named it, so it is a page, if perhaps a bad one.
    case named
    /// It was found in a folder, and is a page only if its first bytes or its ending say so.
    case found
    /// It came on standard input.
    case standardInput([UInt8])
    /// It is in a store.
    case stored(StoredInput)
    /// It was named or found, and cannot be looked at.
    case unavailable(SystemError)
  }

  /// The file, or the name that a page has in its store.
  let path: Path
  let origin: Origin
  /// What the page may cost.
  var limits = DecodingLimits.default

  /// Whether it is for the file itself to tell if this is a page.
  var isFound: Bool {
    if case .found = origin { true } else { false }
  }

  /// The page in its store, if it is in one.
  var stored: StoredInput? {
    if case .stored(let page) = origin { page } else { nil }
  }

  /// Why the file is out of reach, if it is.
  // Inlined, this and what asks for it make the optimizer of Swift 6.3 fail in some callers.
  @inline(never)
  var failure: SystemError? {
    if case .unavailable(let error) = origin { error } else { nil }
  }

  /// Returns the file as a page, `nil` if it was found in a folder and is something else.
  ///
  /// An empty file that is named like an image is a bad page: a scan that failed looks like that.
  @inline(never)
  func asPage() -> InputFile? {
    guard isFound, !path.hasPageExtension else { return self }
    do {
      return try Self.hasSignature(path) ? self : nil
    } catch {
      return InputFile(path: path, origin: .unavailable(error), limits: limits)
    }
  }

  private static func hasSignature(_ path: Path) throws(SystemError) -> Bool {
    let file = try System.open(path)
    defer { try? System.close(file) }
    return FileSignature.isPage(try System.read(file, count: FileSignature.byteCount))
  }
}
