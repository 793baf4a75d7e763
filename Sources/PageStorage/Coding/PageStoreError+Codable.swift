// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging

/// An error is encoded as an object with a stable code, details, and a message, which is not
/// decoded:
///
///     {"code": "conflict", "document": 1, "expected": 3, "found": 4,
///      "message": "Document 1 is at revision 4, not at 3."}
///
/// | code | facts |
/// |---|---|
/// | `notFound` | `item`, see ``Item`` |
/// | `locked` | `waited`, in seconds |
/// | `full` | `operation` |
/// | `corrupted` | `damage`, see ``Damage`` |
/// | `limitExceeded` | `limit`, `found`, `allowed` |
/// | `io`, `inputFailed` | `operation`, `errno` |
/// | `versionTooNew` | `found`, `supported` |
/// | `unfitLocation`, `unreachable`, `outcomeUnknown` | `reason` |
/// | `unsupported` | `operation` |
/// | `notAStore`, `moved` | `path` |
/// | `irregularFile` | `path`, `kind` |
/// | `unfitTarget` | `path`, `reason` |
/// | `refused`, `invalidChange` | `error` |
/// | `conflict` | `document`, `expected`, `found` |
/// | `otherDigest` | `expected`, `found` |
/// | `streamFailed` | `reason` |
/// | `busy` | `waiting` |
/// | `keyReused`, `cancelled`, `readOnly`, `closed` | |
extension PageStoreError: Codable {
  /// Reads an error.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func read<Value: Decodable>(_ key: EncodedKey) throws -> Value {
      try values.decode(Value.self, forKey: key)
    }
    switch try values.decode(String.self, forKey: "code") {
    case "notFound": self = .notFound(try read("item"))
    case "locked": self = .locked(waited: try values.decodeSeconds("waited"))
    case "full": self = .full(operation: try read("operation"))
    case "unreachable": self = .unreachable(reason: try read("reason"))
    case "outcomeUnknown": self = .outcomeUnknown(reason: try read("reason"))
    case "unfitLocation": self = .unfitLocation(reason: try read("reason"))
    case "unsupported": self = .unsupported(operation: try read("operation"))
    case "corrupted": self = .corrupted(try read("damage"))
    case "limitExceeded":
      self = .limitExceeded(
        try read("limit"), found: try read("found"), allowed: try read("allowed"))
    case "io": self = .io(operation: try read("operation"), errno: try read("errno"))
    case "inputFailed":
      self = .inputFailed(operation: try read("operation"), errno: try read("errno"))
    case "versionTooNew":
      self = .versionTooNew(found: try read("found"), supported: try read("supported"))
    case "notAStore": self = .notAStore(path: try read("path"))
    case "irregularFile": self = .irregularFile(path: try read("path"), kind: try read("kind"))
    case "unfitTarget": self = .unfitTarget(path: try read("path"), try read("reason"))
    case "refused": self = .refused(try read("error"))
    case "otherDigest":
      self = .otherDigest(expected: try read("expected"), found: try read("found"))
    case "conflict":
      self = .conflict(
        try read("document"), expected: try read("expected"), found: try read("found"))
    case "invalidChange": self = .invalidChange(try read("error"))
    case "streamFailed": self = .streamFailed(message: try read("reason"))
    case "busy": self = .busy(waiting: try read("waiting"))
    case "keyReused": self = .keyReused
    case "cancelled": self = .cancelled
    case "readOnly": self = .readOnly
    case "moved": self = .moved(path: try read("path"))
    case "closed": self = .closed
    default: throw values.unknownWord("code")
    }
  }

  /// Writes an error.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(code, forKey: "code")
    try values.encode(description, forKey: "message")
    switch self {
    case .notFound(let item): try values.encode(item, forKey: "item")
    case .locked(let waited): try values.encode(seconds: waited, forKey: "waited")
    case .full(let operation), .unsupported(let operation):
      try values.encode(operation, forKey: "operation")
    case .corrupted(let damage): try values.encode(damage, forKey: "damage")
    case .limitExceeded(let limit, let found, let allowed):
      try values.encode(limit, forKey: "limit")
      try values.encode(found, forKey: "found")
      try values.encode(allowed, forKey: "allowed")
    case .io(let operation, let errno), .inputFailed(let operation, let errno):
      try values.encode(operation, forKey: "operation")
      try values.encode(errno, forKey: "errno")
    case .versionTooNew(let found, let supported):
      try values.encode(found, forKey: "found")
      try values.encode(supported, forKey: "supported")
    case .notAStore(let path), .moved(let path): try values.encode(path, forKey: "path")
    case .irregularFile(let path, let kind):
      try values.encode(path, forKey: "path")
      try values.encode(kind, forKey: "kind")
    case .unfitLocation(let reason), .unreachable(let reason), .outcomeUnknown(let reason):
      try values.encode(reason, forKey: "reason")
    case .unfitTarget(let path, let reason):
      try values.encode(path, forKey: "path")
      try values.encode(reason, forKey: "reason")
    case .refused(let error): try values.encode(error, forKey: "error")
    case .otherDigest(let expected, let found):
      try values.encode(expected, forKey: "expected")
      try values.encode(found, forKey: "found")
    case .conflict(let document, let expected, let found):
      try values.encode(document, forKey: "document")
      try values.encode(expected, forKey: "expected")
      try values.encode(found, forKey: "found")
    case .invalidChange(let error): try values.encode(error, forKey: "error")
    case .streamFailed(let reason): try values.encode(reason, forKey: "reason")
    case .busy(let waiting): try values.encode(waiting, forKey: "waiting")
    case .keyReused, .cancelled, .readOnly, .closed: break
    }
  }
}

/// An item is an object with its kind and its identifier: `{"kind": "document", "id": 1}`, and
/// likewise `page`, `trashedPage`, `trashedDocument` and `stagedPage`; or `{"kind": "index", "index":
/// 5, "count": 3}`.
extension PageStoreError.Item: Codable {
  /// Reads an item.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func page() throws -> PageID { try values.decode(PageID.self, forKey: "id") }
    switch try values.decode(String.self, forKey: "kind") {
    case "document": self = .document(try values.decode(DocumentID.self, forKey: "id"))
    case "page": self = .page(try page())
    case "trashedPage": self = .trashedPage(try page())
    case "trashedDocument":
      self = .trashedDocument(try values.decode(DocumentID.self, forKey: "id"))
    case "stagedPage": self = .stagedPage(try page())
    case "index":
      self = .index(
        try values.decode(Int.self, forKey: "index"),
        count: try values.decode(Int.self, forKey: "count"))
    default: throw values.unknownWord("kind")
    }
  }

  /// Writes an item.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    switch self {
    case .document(let id):
      try values.encode("document", forKey: "kind")
      try values.encode(id, forKey: "id")
    case .page(let id):
      try values.encode("page", forKey: "kind")
      try values.encode(id, forKey: "id")
    case .trashedPage(let id):
      try values.encode("trashedPage", forKey: "kind")
      try values.encode(id, forKey: "id")
    case .trashedDocument(let id):
      try values.encode("trashedDocument", forKey: "kind")
      try values.encode(id, forKey: "id")
    case .stagedPage(let id):
      try values.encode("stagedPage", forKey: "kind")
      try values.encode(id, forKey: "id")
    case .index(let index, let count):
      try values.encode("index", forKey: "kind")
      try values.encode(index, forKey: "index")
      try values.encode(count, forKey: "count")
    }
  }
}

/// Damage is an object with its kind and the damaged item: `{"kind": "original", "digest":
/// "9f86..."}`, `{"kind": "page", "id": 17}`, `{"kind": "metadata", "id": 17}`, `{"kind":
/// "receipt", "number": 5}`, `{"kind": "document", "id": 1}`, `{"kind": "order", "id": 1}`, `{"kind": "records", "path": "..."}`,
/// `{"kind": "lostChanges"}` or `{"kind": "catalog", "reason": "..."}`.
extension PageStoreError.Damage: Codable {
  /// Reads damage.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's own error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: EncodedKey.self)
    func text(_ key: EncodedKey) throws -> String { try values.decode(String.self, forKey: key) }
    func document() throws -> DocumentID { try values.decode(DocumentID.self, forKey: "id") }
    switch try text("kind") {
    case "original": self = .original(try values.decode(ContentDigest.self, forKey: "digest"))
    case "page": self = .page(try values.decode(PageID.self, forKey: "id"))
    case "metadata": self = .metadata(try values.decode(PageID.self, forKey: "id"))
    case "receipt":
      self = .receipt(number: try values.decode(Int64.self, forKey: "number"))
    case "document": self = .document(try document())
    case "order": self = .order(try document())
    case "records": self = .records(path: try text("path"))
    case "lostChanges": self = .lostChanges
    case "catalog": self = .catalog(message: try text("reason"))
    default: throw values.unknownWord("kind")
    }
  }

  /// Writes damage.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: EncodedKey.self)
    try values.encode(kind, forKey: "kind")
    switch self {
    case .original(let digest): try values.encode(digest, forKey: "digest")
    case .page(let id), .metadata(let id): try values.encode(id, forKey: "id")
    case .receipt(let number): try values.encode(number, forKey: "number")
    case .document(let id), .order(let id): try values.encode(id, forKey: "id")
    case .records(let path): try values.encode(path, forKey: "path")
    case .lostChanges: break
    case .catalog(let reason): try values.encode(reason, forKey: "reason")
    }
  }

  private var kind: String {
    switch self {
    case .original: "original"
    case .page: "page"
    case .metadata: "metadata"
    case .receipt: "receipt"
    case .document: "document"
    case .order: "order"
    case .records: "records"
    case .lostChanges: "lostChanges"
    case .catalog: "catalog"
    }
  }
}
