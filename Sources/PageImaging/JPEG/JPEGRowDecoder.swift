// SPDX-License-Identifier: Apache-2.0

private import CGalleryJPEG
import GalleryGeometry

/// A decoder of JPEG rows by libjpeg-turbo at 1/1, 1/2, 1/4 or 1/8 of the size.
///
/// At these sizes the inverse DCT of a block yields 8, 4, 2 or 1 samples per side, so samples that
/// the target size does not need are never computed.
///
/// Safe as a value: the decoder owns the codec, and keeps the codec's input alive.
@safe final class JPEGRowDecoder: RowDecoder {
  let rasterSize: PixelSize
  let format: PixelFormat
  let coveredWidth: Double
  let coveredHeight: Double

  private let codec: OpaquePointer
  /// The input, which must outlive the codec because the codec holds a pointer to its bytes.
  private let input: DecoderInput
  private let output: cgallery_jpeg_output
  private let inkRow: RawStorage?
  private let limits: DecodingLimits
  private var rowsLeft: Int
  private var fatalMessage: String?
  private var unreadDamage: Damage

  /// Starts decoding at 1/`denominator` (1, 2, 4 or 8) of the size.
  ///
  /// `unreadDamage` is the damage of the scans that are skipped. It is ignored if all scans are
  /// read, or if an error ends them early.
  init(
    _ input: DecoderInput, header: ImageHeader, denominator: Int, unreadDamage: Damage,
    options: DecodingOptions
  ) throws(ImagingError) {
    self.input = input
    limits = options.limits
    var request = unsafe cgallery_jpeg_input()
    unsafe request.bytes = input.bytes
    unsafe request.descriptor = input.descriptor
    unsafe request.byte_count = UInt64(input.byteCount)
    if let jpeg = header.jpegDetails, jpeg.declaredHeight != header.storedSize.height {
      unsafe request.height_offset = UInt64(jpeg.heightOffset)
      unsafe request.height = UInt16(header.storedSize.height)
    }
    unsafe request.scan_limit = UInt32(clamping: options.limits.progressiveScans)
    unsafe request.memory_limit = UInt64(max(0, options.limits.decodeMemory))
    unsafe request.stops_at_warning = options.damagePolicy == .strict ? 1 : 0
    guard let codec = unsafe cgallery_jpeg_decoder_create(&request) else {
      throw .outOfMemory(byteCount: Self.decoderByteCount)
    }
    let precision = Self.precision(denominator, options.damagePolicy)
    var output = cgallery_jpeg_output()
    let status = unsafe cgallery_jpeg_decoder_start(codec, UInt32(denominator), precision, &output)
    guard status == CGALLERY_JPEG_OK else {
      let error = unsafe Self.error(status, codec, limits: options.limits)
      unsafe cgallery_jpeg_decoder_destroy(codec)
      throw error
    }
    unsafe self.codec = codec
    self.output = output
    rasterSize = PixelSize(width: Int(output.width), height: Int(output.height))
    coveredWidth = Double(header.storedSize.width) / Double(denominator)
    coveredHeight = Double(header.storedSize.height) / Double(denominator)
    format = output.channels == 4 ? .rgbx8 : .gray8
    rowsLeft = rasterSize.height
    let readsAll = precision == CGALLERY_JPEG_ALL_SCANS
    self.unreadDamage =
      unsafe cgallery_jpeg_decoder_lost_scans(codec) != 0
      ? Damage(warningCount: 1, message: Self.message(codec))
      : readsAll ? Damage() : unreadDamage
    do {
      inkRow = output.channels == 2 ? try RawStorage(byteCount: rasterSize.width * 2) : nil
    } catch {
      unsafe cgallery_jpeg_decoder_destroy(codec)
      throw error
    }
  }

  deinit { unsafe cgallery_jpeg_decoder_destroy(codec) }

  private static let decoderByteCount = 100_000

  /// Returns the precision that a size needs: a reduced image does not show the last scans.
  ///
  /// `.strict` needs all scans, to detect their damage.
  private static func precision(
    _ denominator: Int, _ policy: DamagePolicy
  ) -> cgallery_jpeg_precision {
    guard policy == .tolerant else { return CGALLERY_JPEG_ALL_SCANS }
    return switch denominator {
    case 8: CGALLERY_JPEG_MEANS
    case 4, 2: CGALLERY_JPEG_ALL_BUT_LAST_BITS
    default: CGALLERY_JPEG_ALL_SCANS
    }
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Bool {
    guard rowsLeft > 0, fatalMessage == nil else { return false }
    let target = unsafe inkRow?.pointer(as: UInt8.self) ?? row
    let status = unsafe cgallery_jpeg_decoder_read_row(codec, target)
    guard try continues(after: status) else { return false }
    rowsLeft -= 1
    if output.is_cmyk != 0 {
      unsafe CMYKConversion.convertToRGB(
        row, count: rasterSize.width, isInverted: output.is_inverted != 0)
    } else if output.channels == 2 {
      for x in 0..<rasterSize.width { unsafe row[x] = target[2 * x] }
    }
    return true
  }

  func finish() throws(ImagingError) {
    guard rowsLeft == 0, fatalMessage == nil else { return }
    _ = try unsafe continues(after: cgallery_jpeg_decoder_finish(codec))
  }

  var damage: Damage {
    let warnings = unsafe Int(clamping: cgallery_jpeg_decoder_warning_count(codec))
    let count = warnings + unreadDamage.warningCount + (fatalMessage == nil ? 0 : 1)
    guard count > 0 else { return Damage() }
    if let fatalMessage { return Damage(warningCount: count, message: fatalMessage) }
    let message = unsafe unreadDamage.isNone ? Self.message(codec) : unreadDamage.message
    return Damage(warningCount: count, message: message)
  }

  private func continues(after status: cgallery_jpeg_status) throws(ImagingError) -> Bool {
    switch status {
    case CGALLERY_JPEG_OK:
      return true
    case CGALLERY_JPEG_CORRUPT:
      fatalMessage = unsafe Self.message(codec)
      return false
    case CGALLERY_JPEG_WARNED:
      return false
    default:
      throw unsafe Self.error(status, codec, limits: limits)
    }
  }

  private static func error(
    _ status: cgallery_jpeg_status, _ codec: OpaquePointer, limits: DecodingLimits
  ) -> ImagingError {
    switch status {
    case CGALLERY_JPEG_IO:
      unsafe .io(operation: "pread", errno: cgallery_jpeg_decoder_error_number(codec))
    case CGALLERY_JPEG_MEMORY:
      // libjpeg does not report the size of its request: report one byte more than the limit.
      .limitExceeded(
        limit: .decodeMemory, found: max(limits.decodeMemory, limits.decodeMemory &+ 1),
        allowed: limits.decodeMemory)
    case CGALLERY_JPEG_SCANS:
      .limitExceeded(
        limit: .progressiveScans,
        found: max(limits.progressiveScans, limits.progressiveScans &+ 1),
        allowed: limits.progressiveScans)
    case CGALLERY_JPEG_WARNED:
      unsafe .damaged(
        warningCount: Int(clamping: cgallery_jpeg_decoder_warning_count(codec)),
        message: message(codec))
    default:
      unsafe .codec(message: message(codec), offset: nil)
    }
  }

  private static func message(_ codec: OpaquePointer) -> String {
    unsafe cgallery_jpeg_decoder_message(codec).map { unsafe String(cString: $0) } ?? ""
  }
}
