// SPDX-License-Identifier: Apache-2.0

private import CGalleryPNG
import GalleryGeometry

/// A decoder of PNG rows by libpng: 8 bits per sample, composited over white.
///
/// An interlaced file has no complete row before its last pass, so all its pixels are held in
/// memory.
///
/// `@safe` because the decoder owns the codec, and keeps the input of the codec alive.
@safe final class PNGRowDecoder: RowDecoder {
  let rasterSize: PixelSize
  let format: PixelFormat
  let isBilevel: Bool
  var coveredWidth: Double { Double(rasterSize.width) }
  var coveredHeight: Double { Double(rasterSize.height) }

  private let codec: OpaquePointer
  /// The input, kept alive because the codec holds a pointer to its bytes.
  private let input: DecoderInput
  private var image: RawStorage?
  private var rowsKnown: Int
  private var nextRow = 0
  private var fatalMessage: String?

  init(
    _ input: DecoderInput, header: ImageHeader, options: DecodingOptions
  ) throws(ImagingError) {
    self.input = input
    var request = unsafe cgallery_png_input()
    unsafe request.bytes = input.bytes
    unsafe request.descriptor = input.descriptor
    unsafe request.byte_count = UInt64(input.byteCount)
    unsafe request.ancillary_limit = UInt64(max(0, options.limits.ancillaryBytes))
    unsafe request.stops_at_warning = options.damagePolicy == .strict ? 1 : 0
    guard let codec = unsafe cgallery_png_decoder_create(&request) else {
      throw .outOfMemory(byteCount: Self.decoderByteCount)
    }
    var output = cgallery_png_output()
    let status = unsafe cgallery_png_decoder_start(codec, &output)
    guard status == CGALLERY_PNG_OK else {
      let error = unsafe Self.error(status, codec)
      unsafe cgallery_png_decoder_destroy(codec)
      throw error
    }
    unsafe self.codec = codec
    rasterSize = PixelSize(width: Int(output.width), height: Int(output.height))
    format = output.channels == 4 ? .rgbx8 : .gray8
    isBilevel = header.isBilevel && format == .gray8
    rowsKnown = rasterSize.height
    if output.is_interlaced != 0 { try readPasses() }
  }

  deinit { unsafe cgallery_png_decoder_destroy(codec) }

  private static let decoderByteCount = 100_000

  /// Returns the memory for decoding `header`, in bytes, without the rows that are handed out: the
  /// rows of libpng, two of them at up to 8 bytes per pixel, and the whole page if it is
  /// interlaced.
  static func byteCount(for header: ImageHeader) -> Double {
    let width = Double(header.storedSize.width)
    let rows = width * 20
    guard header.isProgressive else { return rows }
    let format: PixelFormat = header.colorModel.isGray ? .gray8 : .rgbx8
    return rows + width * Double(header.storedSize.height) * Double(format.bytesPerPixel)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool {
    guard nextRow < rowsKnown else { return false }
    if let image {
      let count = rasterSize.width * format.bytesPerPixel
      unsafe row.update(from: image.pointer(as: UInt8.self) + nextRow * count, count: count)
    } else if try unsafe !continues(after: cgallery_png_decoder_read_row(codec, row)) {
      rowsKnown = nextRow
      return false
    }
    nextRow += 1
    return true
  }

  func finish() throws(ImagingError) {
    guard fatalMessage == nil, nextRow == rasterSize.height else { return }
    _ = try unsafe continues(after: cgallery_png_decoder_finish(codec))
  }

  var damage: Damage {
    let warnings = unsafe Int(clamping: cgallery_png_decoder_warning_count(codec))
    let count = warnings + (fatalMessage == nil ? 0 : 1)
    guard count > 0 else { return Damage() }
    return unsafe Damage(warningCount: count, message: fatalMessage ?? Self.message(codec))
  }

  private func readPasses() throws(ImagingError) {
    let row = rasterSize.width * format.bytesPerPixel
    let image = try RawStorage(byteCount: row * rasterSize.height, fill: 255)
    var known: UInt32 = 0
    let status = unsafe cgallery_png_decoder_read_image(
      codec, image.pointer(as: UInt8.self), row, &known)
    if try !continues(after: status) { rowsKnown = Int(known) }
    self.image = image
  }

  private func continues(after status: cgallery_png_status) throws(ImagingError) -> Bool {
    switch status {
    case CGALLERY_PNG_OK:
      return true
    case CGALLERY_PNG_CORRUPT:
      fatalMessage = unsafe Self.message(codec)
      return false
    case CGALLERY_PNG_WARNED:
      return false
    default:
      throw unsafe Self.error(status, codec)
    }
  }

  private static func error(
    _ status: cgallery_png_status, _ codec: OpaquePointer
  ) -> ImagingError {
    switch status {
    case CGALLERY_PNG_IO:
      unsafe .io(operation: "pread", errno: cgallery_png_decoder_error_number(codec))
    case CGALLERY_PNG_MEMORY:
      .outOfMemory(byteCount: decoderByteCount)
    case CGALLERY_PNG_WARNED:
      unsafe .damaged(
        warningCount: Int(clamping: cgallery_png_decoder_warning_count(codec)),
        message: message(codec))
    default:
      unsafe .codec(message: message(codec), offset: nil)
    }
  }

  private static func message(_ codec: OpaquePointer) -> String {
    unsafe cgallery_png_decoder_message(codec).map { unsafe String(cString: $0) } ?? ""
  }
}
