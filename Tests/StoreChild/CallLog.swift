// SPDX-License-Identifier: Apache-2.0

import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A log of the begin and end of calls, by the clock that all processes of a machine share.
///
///     BEGIN END DOCUMENT OPERATION... = RESULT...
///
/// Both times are in nanoseconds; the document is 0 for calls without a document.
enum CallLog {
  /// Makes a call and prints its line.
  ///
  /// - Parameters:
  ///   - document: The document, 0 for none.
  ///   - operation: A description of the call.
  ///   - body: The call; returns a description of its result.
  /// - Returns: Whether it returned without an error.
  @discardableResult
  static func record(
    _ document: DocumentID?, _ operation: String,
    _ body: () async throws(PageStoreError) -> String
  ) async -> Bool {
    let begin = nanoseconds
    var isDone = true
    let result: String
    do throws(PageStoreError) {
      result = try await body()
    } catch {
      isDone = false
      result = words(of: error)
    }
    StoreChild.say("\(begin) \(nanoseconds) \(document?.rawValue ?? 0) \(operation) = \(result)")
    return isDone
  }

  private static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func words(of error: PageStoreError) -> String {
    switch error {
    case .notFound(.index(_, let count)): "short \(count)"
    case .notFound(.page), .notFound(.trashedPage): "notFound"
    case .conflict(_, _, let found): "conflict \(found)"
    case .invalidChange: "invalid"
    case .locked(let waited): "locked \(Int(waited / .nanoseconds(1)))"
    default: "failed \(error.code): \(error)"
    }
  }
}
