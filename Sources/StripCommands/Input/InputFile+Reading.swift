// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging

extension InputFile {
  /// Reads the header of the page; for a stored page, returns the facts from the catalog.
  @inline(never)
  func header() throws(Problem) -> PageFacts {
    if let stored { return try stored.facts() }
    return try withSource { source throws(ImagingError) in
      PageFacts(try ImageHeader(reading: source, limits: limits))
    }
  }

  /// Decodes the page.
  func decode(_ options: DecodingOptions) throws(Problem) -> DecodedImage {
    let options = limited(options)
    if let stored { return try stored.decode(options) }
    return try withSource { source throws(ImagingError) in
      try ImageDecoder.decode(source, options: options)
    }
  }

  /// Decodes the page in the pixel format for the encoding that follows.
  func decode(
    _ options: DecodingOptions, for encoding: ImageEncoding
  ) throws(Problem) -> DecodedPage {
    let options = limited(options)
    if let stored { return try stored.decode(options, for: encoding) }
    return try withSource { source throws(ImagingError) in
      try ImageDecoder.decodePage(source, options: options, for: encoding)
    }
  }

  /// Decodes bytes of the page that were already read.
  func decode(
    _ bytes: [UInt8], _ options: DecodingOptions, for encoding: ImageEncoding
  ) throws(Problem) -> DecodedPage {
    try Self.translatingErrors { () throws(ImagingError) in
      try ImageDecoder.decodePage(ByteSource(bytes), options: limited(options), for: encoding)
    }
  }

  private func limited(_ options: DecodingOptions) -> DecodingOptions {
    var options = options
    options.limits = limits
    return options
  }

  /// Checks that the file can be opened and read.
  func checkIsReadable() throws(Problem) {
    try withSource { _ in }
  }

  private func withSource<Result>(
    _ body: (ByteSource) throws(ImagingError) -> Result
  ) throws(Problem) -> Result {
    if let failure { throw .input(failure) }
    if let bytes = try bytes() {
      return try Self.translatingErrors { () throws(ImagingError) in try body(ByteSource(bytes)) }
    }
    guard let text = path.text else { return try withUnnamedSource(body) }
    return try Self.translatingErrors { () throws(ImagingError) in
      try body(ByteSource(path: text))
    }
  }

  /// Returns the bytes of a page that is not a file, `nil` for a file.
  ///
  /// Commands that read objects read them without blocking a thread, see ``RemoteInput``.
  private func bytes() throws(Problem) -> [UInt8]? {
    switch origin {
    case .standardInput(let bytes): bytes
    case .remote: throw .mistake(LocationMistake("Objects are only for 'info' and 'thumbs'."))
    case .mistaken(let mistake): throw .mistake(mistake)
    case .named, .found, .stored, .unavailable: nil
    }
  }

  /// Opens a file whose name is not valid UTF-8, and passes on the path of the open descriptor.
  private func withUnnamedSource<Result>(
    _ body: (ByteSource) throws(ImagingError) -> Result
  ) throws(Problem) -> Result {
    let file: Int32
    do { file = try SystemCalls.open(path) } catch { throw .input(error) }
    defer { SystemCalls.closeFile(file) }
    return try Self.translatingErrors { () throws(ImagingError) in
      try body(ByteSource(path: "/proc/self/fd/\(file)"))
    }
  }

  private static func translatingErrors<Result>(
    _ body: () throws(ImagingError) -> Result
  ) throws(Problem) -> Result {
    do {
      return try body()
    } catch .io(let call, let number) {
      throw .input(SystemError(call: call, number: number))
    } catch {
      throw .page(error)
    }
  }
}
