// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore

extension ThumbnailShortcut.Answer {
  /// The response as the encoder of HTTP/1.1 writes it.
  var bytes: ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(1 << 10 + (content?.readableBytes ?? 0))
    buffer.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
    for field in head.headerFields {
      buffer.writeString(field.name.rawName)
      buffer.writeStaticString(": ")
      buffer.writeString(field.value)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeStaticString("\r\n")
    if let content { buffer.writeImmutableBuffer(content) }
    return buffer
  }
}
