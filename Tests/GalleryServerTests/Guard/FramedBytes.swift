// SPDX-License-Identifier: Apache-2.0

@testable import GalleryServer

/// The requests that a framing found: the same however their bytes were split.
struct FramedBytes: Equatable {
  /// The content lengths of the complete requests.
  var requests: [Int] = []

  var rejection: FramingError?

  init(requests: [Int], rejection: FramingError?) {
    (self.requests, self.rejection) = (requests, rejection)
  }

  init(reading parts: [[UInt8]], limits: FramingLimits = FramingLimits()) {
    var framing = RequestFraming(limits: limits)
    var length = 0
    for part in parts {
      _ = framing.read(part) { event in
        switch event {
        case .header: length = 0
        case .content(let count): length += count
        case .end: requests.append(length)
        case .rejected(let error): rejection = error
        }
      }
    }
  }
}
