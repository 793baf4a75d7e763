// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import Testing

@testable import PageImaging

struct DecodingLimitsTests {
  @Test func tooManyPixelsAreRefusedWithBothFigures() throws {
    // Given
    let bytes = try Raster(width: 30, height: 20, channels: 1) { _, _, _ in 0 }
      .bitmap().encoded(as: .png)
    let limits = DecodingLimits(pixelCount: 599)

    // Then
    #expect(throws: ImagingError.limitExceeded(limit: .pixelCount, found: 600, allowed: 599)) {
      try ImageDecoder.decode(bytes, DecodingOptions(limits: limits))
    }
  }

  @Test(arguments: [
    "jpeg/valid/progressive-420.jpg", "png/valid/rgb-8-adam7.png", "jpeg/valid/size-67x61-420.jpg",
  ])
  func tooMuchMemoryIsRefusedBeforeItIsTaken(name: String) throws {
    // Given
    let bytes = try Fixtures.bytes(name)
    let limits = DecodingLimits(decodeMemory: 1000)

    // When
    let error = #expect(throws: ImagingError.self) {
      try ImageDecoder.decode(bytes, DecodingOptions(limits: limits))
    }

    // Then
    guard case .limitExceeded(.decodeMemory, let found, 1000) = error else {
      Issue.record("not the memory limit: \(String(describing: error))")
      return
    }
    #expect(found > 1000)
  }

  @Test func aResultTooLargeIsRefused() throws {
    // Given
    let bytes = try Fixtures.bytes("png/valid/rgb-8.png")
    let targets: [DecodingTarget] = [
      .height(100_000), .height(.max), .longSide(.max),
      .fill(PixelSize(width: 1 << 30, height: 1 << 30)),
    ]
    for target in targets {
      // When
      let error = #expect(throws: ImagingError.self) {
        try ImageDecoder.decode(bytes, DecodingOptions(target: target, allowsUpscaling: true))
      }

      // Then
      guard case .limitExceeded(.decodeMemory, _, _) = error else {
        Issue.record("not the memory limit: \(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: [DamagePolicy.tolerant, .strict])
  func tooManyScansAreRefused(policy: DamagePolicy) throws {
    // Given
    let bytes = try Fixtures.bytes("jpeg/valid/progressive-420.jpg")
    let count = try JPEGScanIndex(ByteSource(bytes), limit: .max - 1).scanCount
    try #require(count > 2)
    func options(_ scans: Int) -> DecodingOptions {
      DecodingOptions(limits: DecodingLimits(progressiveScans: scans), damagePolicy: policy)
    }

    // Then
    #expect(throws: Never.self) { try ImageDecoder.decode(bytes, options(count)) }
    #expect(
      throws: ImagingError.limitExceeded(
        limit: .progressiveScans, found: count, allowed: count - 1)
    ) {
      try ImageDecoder.decode(bytes, options(count - 1))
    }
  }

  @Test func aCancelledTaskGetsAnError() async throws {
    // Given
    let bytes = try Fixtures.bytes("png/valid/rgb-8.png")

    // When
    let task = Task { () -> ImagingError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(ImagingError) {
        _ = try ImageDecoder.decode(bytes)
        return nil
      } catch {
        return error
      }
    }

    // Then
    #expect(await task.value == .cancelled)
  }
}
