// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The limits of the progress of a connection, as event loops count time.
struct ProgressLimits: Sendable {
  let header: TimeAmount
  let bodyGrace: TimeAmount
  let minimumBodyRate: Int
  let writeStall: TimeAmount
  let idle: TimeAmount
  let drain: TimeAmount
  let drainByteCount: Int

  init(_ limits: ConnectionLimits) {
    header = TimeAmount(limits.headerDuration)
    bodyGrace = TimeAmount(limits.bodyGraceDuration)
    minimumBodyRate = limits.minimumBodyRate
    writeStall = TimeAmount(limits.writeStallDuration)
    idle = TimeAmount(limits.idleDuration)
    drain = TimeAmount(limits.drainDuration)
    drainByteCount = limits.drainByteCount
  }
}
