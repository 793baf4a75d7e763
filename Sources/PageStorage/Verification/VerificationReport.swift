// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// What ``PageStore/verify(decoding:progress:)`` found.
public struct VerificationReport: Hashable, Sendable {
  /// Something that is not as it should be.
  public enum Problem: Hashable, Sendable {
    /// The original bytes of a page are missing or were changed.
    case original(PageID, ContentDigest)
    /// The catalogue's entry of a page cannot be used.
    case page(PageID)
    /// The metadata of a page were changed, or are those of no page; the page itself can be used.
    case metadata(PageID)
    /// The catalogue's entry of a document cannot be used.
    case document(DocumentID)
    /// The order of a document's pages is broken.
    case order(DocumentID)
    /// A file below `blobs` belongs to no page, or something is in a folder of the store that is not its
    /// own.
    case orphan(path: String)
    /// SQLite finds the catalogue damaged, in its own words.
    case catalogue(message: String)
    /// Records from which a lost catalogue would be made anew were changed, or are missing, in a file of
    /// this path.
    case records(path: String)
    /// The catalogue is older than what was acknowledged.
    case lostChanges
    /// The image of a page is damaged, in the words of its decoder.
    case image(PageID, message: String)
    /// The original bytes of a page could not be read, also not the second time; whether they are damaged
    /// is not known. `errno` is the system's number of the error.
    case unreadable(PageID, ContentDigest, errno: Int32)
  }

  /// The number of pages, with those in the trash.
  public internal(set) var pageCount = 0

  /// The number of different originals that were read.
  public internal(set) var originalCount = 0

  /// The number of pages whose image is known to be damaged, those of
  /// ``Problem/image(_:message:)`` among them.
  ///
  /// The bytes of these pages can be as they were stored, so that this alone is no problem.
  public internal(set) var damagedImageCount = 0

  /// The most problems of each kind that ``problems`` lists: 10,000.
  public static let listedProblemLimit = 10_000

  /// What was found, in no particular order, and at most ``listedProblemLimit`` problems of each kind.
  ///
  /// A catalogue that somebody has crafted can have millions of entries that are damaged.
  public internal(set) var problems: [Problem] = []

  /// The number of problems that were found and are not listed.
  public internal(set) var unlistedProblemCount = 0

  /// The number of all problems, with those that are not listed.
  public var problemCount: Int { problems.count + unlistedProblemCount }

  /// Whether nothing was found.
  public var isSound: Bool { problemCount == 0 }

  /// The number of problems of each kind that are listed.
  private var listedCounts = [Int](repeating: 0, count: Problem.kindCount)

  /// Creates the report of a store in which nothing was found yet.
  init() {}

  /// Takes note of a problem.
  mutating func add(_ problem: Problem) {
    guard listedCounts[problem.kind] < Self.listedProblemLimit else {
      return unlistedProblemCount += 1
    }
    listedCounts[problem.kind] += 1
    problems.append(problem)
  }
}

extension VerificationReport.Problem {
  fileprivate static let kindCount = 11

  fileprivate var kind: Int {
    switch self {
    case .original: 0
    case .page: 1
    case .metadata: 2
    case .document: 3
    case .order: 4
    case .orphan: 5
    case .catalogue: 6
    case .records: 7
    case .lostChanges: 8
    case .image: 9
    case .unreadable: 10
    }
  }
}
