// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging

/// A file that may be a page.
struct InputFile: Sendable {
  /// The origin of an input file.
  enum Origin: Sendable {
    /// Named on the command line: it counts as a page, possibly a damaged one.
    case named
    /// Found in a folder: it is a page only if its first bytes or its extension say so.
    case found
    /// Read from standard input.
    case standardInput([UInt8])
    /// A page of a store.
    case stored(StoredInput)
    /// A page in an object store.
    case remote(RemoteInput)
    /// A line of a list that names no page.
    case mistaken(LocationMistake)
    /// Named or found, but not accessible.
    case unavailable(SystemError)
  }

  /// The path of the file, or the ID of a page in its store.
  let path: Path
  let origin: Origin
  /// The limits on the cost of decoding the page.
  var limits = DecodingLimits.default
  /// What an output for the page is called, without an extension; `nil` for the name in its path.
  var name: Path?

  /// The location of a file whose path is not UTF-8, so that JSON can hold only this; `nil` for any other page.
  var location: String? {
    guard stored == nil, String(validating: path.bytes, as: UTF8.self) == nil else { return nil }
    return PageLocation.text(ofFile: path)
  }

  /// Returns the file with limits.
  func with(_ limits: DecodingLimits) -> Self {
    var file = self
    file.limits = limits
    return file
  }

  /// Whether only the content can tell whether the file is a page.
  var isFound: Bool {
    if case .found = origin { true } else { false }
  }

  /// The page in its store, `nil` if it is not in one.
  var stored: StoredInput? {
    if case .stored(let page) = origin { page } else { nil }
  }

  /// The reason why the file is unreachable, `nil` if it is reachable.
  // Inlining this property and the code that uses it makes the Swift 6.3 optimizer fail in some
  // callers.
  @inline(never)
  var failure: SystemError? {
    if case .unavailable(let error) = origin { error } else { nil }
  }

  /// Whether nothing can be read from the file by commands that only read files.
  var isUnreachable: Bool {
    switch origin {
    case .unavailable, .mistaken, .remote: true
    case .named, .found, .standardInput, .stored: false
    }
  }

  /// Returns the file as a page, `nil` if it was found in a folder and is not a page.
  ///
  /// An empty file with the extension of an image counts as a damaged page: failed scans leave such
  /// files.
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
    let file = try SystemCalls.open(path)
    defer { SystemCalls.closeFile(file) }
    return FileSignature.isPage(try SystemCalls.bytes(of: file, byteCount: FileSignature.byteCount))
  }
}
