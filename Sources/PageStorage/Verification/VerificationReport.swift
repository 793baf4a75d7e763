// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// The result of ``PageStore/verify(decoding:progress:)``.
public struct VerificationReport: Hashable, Sendable {
  /// A problem found in a store.
  public enum Problem: Hashable, Sendable {
    /// The original bytes of a page are missing or altered.
    case original(PageID, ContentDigest)
    /// The catalog's entry of a page is damaged.
    case page(PageID)
    /// The metadata of a page are damaged, or belong to no page; the page itself is usable.
    case metadata(PageID)
    /// The receipt of a keyed edit with this number is damaged: its request is not recognized when it
    /// is repeated, see ``PageStore/perform(_:once:response:)``.
    case receipt(number: Int64)
    /// The catalog's entry of a document is damaged.
    case document(DocumentID)
    /// The order of a document's pages is broken.
    case order(DocumentID)
    /// An original belongs to no page, or a foreign entry is in a folder of the store.
    ///
    /// The path is that of the file; for a store on servers it is the path below the place of originals, and
    /// originals that a purge is going to remove are left out.
    case orphan(path: String)
    /// The catalog as a whole is damaged or contradicts itself; the message of the database, or a clause.
    case catalog(message: String)
    /// An index of a store on servers is missing, and this statement creates it.
    ///
    /// Nothing is damaged, but reading takes a time that grows with the store.
    case missingIndex(name: String, statement: String)
    /// A record file, needed to rebuild a lost catalog, is altered or missing.
    case records(path: String)
    /// The catalog is older than the last acknowledged change.
    case lostChanges
    /// The image of a page is damaged, with the decoder's message.
    case image(PageID, message: String)
    /// The original bytes of a page could not be read, even on a retry.
    ///
    /// Whether they are damaged is unknown. `errno` is the error number of the system.
    case unreadable(PageID, ContentDigest, errno: Int32)
  }

  /// The number of pages, including those in the trash.
  public internal(set) var pageCount = 0

  /// The number of distinct originals that were read.
  public internal(set) var originalCount = 0

  /// The number of pages whose image is known to be damaged, those of
  /// ``Problem/image(_:message:)`` among them.
  ///
  /// The bytes of these pages can be as they were stored, so that this alone is no problem.
  public internal(set) var damagedImageCount = 0

  /// The maximum number of problems of each kind in ``problems``: 10,000.
  public static let listedProblemLimit = 10_000

  /// The problems in no particular order, at most ``listedProblemLimit`` of each kind.
  ///
  /// The limit matters for crafted catalogs, which can have millions of damaged entries.
  public internal(set) var problems: [Problem] = []

  /// The number of problems that are not listed.
  public internal(set) var unlistedProblemCount = 0

  /// The number of all problems, including those that are not listed.
  public var problemCount: Int { problems.count + unlistedProblemCount }

  /// Whether no problem was found.
  public var isSound: Bool { problemCount == 0 }

  /// The number of listed problems of each kind.
  private var listedCounts = [Int](repeating: 0, count: Problem.kindCount)

  /// Creates an empty report.
  init() {}

  /// Adds a problem.
  mutating func add(_ problem: Problem) {
    guard listedCounts[problem.kind] < Self.listedProblemLimit else {
      return unlistedProblemCount += 1
    }
    listedCounts[problem.kind] += 1
    problems.append(problem)
  }
}

extension VerificationReport.Problem {
  fileprivate static let kindCount = 13

  fileprivate var kind: Int {
    switch self {
    case .original: 0
    case .page: 1
    case .metadata: 2
    case .document: 3
    case .order: 4
    case .orphan: 5
    case .catalog: 6
    case .records: 7
    case .lostChanges: 8
    case .image: 9
    case .unreadable: 10
    case .receipt: 11
    case .missingIndex: 12
    }
  }
}
