// SPDX-License-Identifier: Apache-2.0

/// The limits of connections, which keep slow, broken and hostile clients from occupying a server.
public struct ConnectionLimits: Hashable, Sendable {
  /// The time in which the header of a request has to be complete; 15 s by default.
  ///
  /// It begins when the connection opens, for further requests with their first byte. It does not
  /// include the time in which earlier requests of the connection are answered.
  public var headerDuration = Duration.seconds(15)

  /// The time for which a body may be slower than ``minimumBodyRate``; 30 s by default.
  ///
  /// A body has this time to spare. It spends it while bytes are missing, and earns what it receives
  /// faster than that rate, up to this time again. Pauses of the server do not count.
  public var bodyGraceDuration = Duration.seconds(30)

  /// The minimum rate of a body, in bytes per second, without the framing of chunks; 1,000 by default.
  public var minimumBodyRate = 1_000

  /// The time after which a connection closes if the client takes no bytes of a response; 30 s by
  /// default.
  ///
  /// Responses are written in parts of 64 KiB. Each one that the system has taken is progress.
  public var writeStallDuration = Duration.seconds(30)

  /// The time that a connection stays open without a request; 60 s by default.
  public var idleDuration = Duration.seconds(60)

  /// The time that a client has for the rest of its body after an early response; 2 s by default.
  public var drainDuration = Duration.seconds(2)

  /// The size of the rest of a body after an early response, in bytes; 1 MiB by default.
  ///
  /// Further bytes are not read: the client blocks, and has ``drainDuration`` to read its response.
  public var drainByteCount = 1 << 20

  /// The maximum size of a header, and of a trailer, in bytes; 16 KiB by default.
  public var maximumHeaderByteCount = 16 << 10

  /// The maximum number of fields of a header with its trailer; 100 by default.
  public var maximumFieldCount = 100

  /// The maximum size of all chunk extensions of a body, in bytes; 1 KiB by default.
  public var maximumChunkExtensionByteCount = 1 << 10

  /// The maximum number of connections; 512 by default.
  ///
  /// Further ones wait in the accept queue of the system.
  public var maximumConnectionCount = 512

  /// The maximum number of connections of one address; 64 by default, `nil` for no limit.
  ///
  /// The address of IPv6 is a network of 64 bits, because a single client has all of its addresses.
  public var maximumConnectionCountPerAddress: Int? = 64

  /// The addresses without ``maximumConnectionCountPerAddress``; those of this machine by default.
  ///
  /// Behind a reverse proxy all connections come from its address: the proxy has to limit them.
  public var sharedAddresses = ["127.0.0.0/8", "::1"].compactMap(AddressBlock.init)

  /// Creates the default limits.
  public init() {}
}

extension ConnectionLimits {
  /// Whether every number and duration is positive.
  var arePositive: Bool {
    let durations = [
      headerDuration, bodyGraceDuration, writeStallDuration, idleDuration, drainDuration,
    ]
    let counts = [
      minimumBodyRate, drainByteCount, maximumHeaderByteCount, maximumFieldCount,
      maximumChunkExtensionByteCount, maximumConnectionCount, maximumConnectionCountPerAddress ?? 1,
    ]
    return durations.allSatisfy { $0 > .zero } && counts.allSatisfy { $0 > 0 }
  }

  /// The limits of the requests on a connection.
  var framing: FramingLimits {
    FramingLimits(
      headerByteCount: maximumHeaderByteCount, fieldCount: maximumFieldCount,
      chunkExtensionByteCount: maximumChunkExtensionByteCount)
  }
}
