// SPDX-License-Identifier: Apache-2.0

/// The limits of a request's header and framing.
struct FramingLimits: Hashable, Sendable {
  var headerByteCount = 16 << 10
  var fieldCount = 100
  var chunkExtensionByteCount = 1 << 10
}
