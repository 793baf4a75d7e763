// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An event is encoded as an object with its name, its time in seconds, and its values:
  ///
  ///     {"event": "activeChanged", "at": 0.25, "from": 10, "to": 12}
  ///     {"event": "clockWentBackwards", "at": 2, "found": 1.5}
  ///     {"event": "commitRequested", "at": 0.3, "transaction": 1, "changeset": {...}}
  ///     {"event": "committed", "at": 0.3, "transaction": 1, "changeset": {...}}
  ///     {"event": "completed", "at": 0.5, "ticket": 1, "outcome": {...}}
  ///     {"event": "sourceInconsistent", "at": 0.3}
  ///     {"event": "prefetch", "at": 0, "pages": [10, 11]}
  ///     {"event": "cancelPrefetch", "at": 1, "pages": [10]}
  ///
  /// `from` and `to` are missing where there is no page.
  extension GalleryEvent: Codable {
    /// Reads an event.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      let time = try values.decodeSeconds("at")
      switch try values.decode(String.self, forKey: "event") {
      case "activeChanged":
        self = .activeChanged(
          from: try values.decodeIfPresent(PageID.self, forKey: "from"),
          to: try values.decodeIfPresent(PageID.self, forKey: "to"), at: time)
      case "clockWentBackwards":
        self = .clockWentBackwards(found: try values.decodeSeconds("found"), at: time)
      case "commitRequested":
        let (transaction, changeset) = try Self.change(in: values)
        self = .commitRequested(transaction, changeset, at: time)
      case "committed":
        let (transaction, changeset) = try Self.change(in: values)
        self = .committed(transaction, changeset, at: time)
      case "completed":
        self = .completed(
          try values.decode(UpdateTicket.self, forKey: "ticket"),
          try values.decode(UpdateOutcome.self, forKey: "outcome"), at: time)
      case "sourceInconsistent": self = .sourceInconsistent(at: time)
      case "prefetch":
        self = .prefetch(try values.decode([PageID].self, forKey: "pages"), at: time)
      case "cancelPrefetch":
        self = .cancelPrefetch(try values.decode([PageID].self, forKey: "pages"), at: time)
      default: throw values.unknownWord("event")
      }
    }

    private static func change(
      in values: KeyedDecodingContainer<EncodedKey>
    ) throws -> (GalleryTransactionID, Changeset) {
      (
        try values.decode(GalleryTransactionID.self, forKey: "transaction"),
        try values.decode(Changeset.self, forKey: "changeset")
      )
    }

    /// Writes an event.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(word, forKey: "event")
      try values.encode(seconds: time, forKey: "at")
      switch self {
      case .activeChanged(let from, let to, _):
        try values.encodeIfPresent(from, forKey: "from")
        try values.encodeIfPresent(to, forKey: "to")
      case .clockWentBackwards(let found, _):
        try values.encode(seconds: found, forKey: "found")
      case .commitRequested(let transaction, let changeset, _),
        .committed(let transaction, let changeset, _):
        try values.encode(transaction, forKey: "transaction")
        try values.encode(changeset, forKey: "changeset")
      case .completed(let ticket, let outcome, _):
        try values.encode(ticket, forKey: "ticket")
        try values.encode(outcome, forKey: "outcome")
      case .sourceInconsistent: break
      case .prefetch(let pages, _), .cancelPrefetch(let pages, _):
        try values.encode(pages, forKey: "pages")
      }
    }
  }

  extension GalleryEvent {
    /// The encoded name of the event.
    private var word: String {
      switch self {
      case .activeChanged: "activeChanged"
      case .clockWentBackwards: "clockWentBackwards"
      case .commitRequested: "commitRequested"
      case .committed: "committed"
      case .completed: "completed"
      case .sourceInconsistent: "sourceInconsistent"
      case .prefetch: "prefetch"
      case .cancelPrefetch: "cancelPrefetch"
      }
    }

    /// The time of the event.
    public var time: Duration {
      switch self {
      case .activeChanged(_, _, let time), .clockWentBackwards(_, let time),
        .commitRequested(_, _, let time), .committed(_, _, let time), .completed(_, _, let time),
        .sourceInconsistent(let time), .prefetch(_, let time), .cancelPrefetch(_, let time):
        time
      }
    }
  }

#endif
