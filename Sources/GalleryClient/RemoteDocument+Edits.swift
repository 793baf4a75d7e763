// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
public import PageGallery

extension RemoteDocument {
  /// Applies a change in one commit.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - version: The revision that the change is based on.
  /// - Returns: The revision after the change, and the number of pages.
  /// - Throws: `PageSourceError.conflict` if the document has another revision, `.unstagedPage` for
  ///   an insertion of a page that was not staged here, whose upload has expired, or that is not in
  ///   the trash of the document, `.store` with `.notFound` for a replacement whose bytes were not
  ///   staged, otherwise `.other` with a ``RemoteServerError``.
  public func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    do throws(PageSourceError) {
      return try await send(changeset, to: version)
    } catch {
      guard await forgetUsedUploads(of: changeset, behind: error) else {
        throw await absence(of: changeset, behind: error, version)
      }
    }
    do throws(PageSourceError) {
      return try await send(changeset, to: version)
    } catch {
      throw await absence(of: changeset, behind: error, version)
    }
  }

  /// Sends a change with the uploads that it needs.
  private func send(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    let replaced = try await replacements(changeset, version)
    let exchanged = try await replacementsOnArrival(changeset)
    let change = SentChange(
      changeset, uploads: uploads.pages, replacements: replaced.mapValues(\.upload),
      contents: exchanged)
    let receipt = try await submit(change, to: version)
    uploads.forget(changeset, replaced: replaced.values.map(\.page) + exchanged.keys)
    return receipt
  }

  /// Forgets the uploads of pages that are in the trash: an edit whose response was lost has used them.
  ///
  /// - Returns: Whether there is one, so that the change can be sent again with the pages themselves.
  private func forgetUsedUploads(
    of changeset: Changeset, behind error: PageSourceError
  ) async -> Bool {
    guard case .other(let cause) = error,
      (cause.error as? RemoteServerError)?.code == "usedUpload"
    else { return false }
    let staged = uploads.pages
    var used: [PageID] = []
    for page in changeset.insertions.map(\.page.id) where staged[page] != nil {
      if await isInTrash(page) { used.append(page) }
    }
    uploads.forget(used)
    return !used.isEmpty
  }

  /// Rotates a page in one commit; its bytes stay unchanged.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The turns to add to its rotation.
  ///   - version: The revision that the change is based on.
  /// - Returns: The revision after the change, and the number of pages.
  /// - Throws: `PageSourceError.conflict` if the document has another revision; `.store` with
  ///   `.notFound` if the page is not in the document, otherwise `.other` with a
  ///   ``RemoteServerError``.
  public func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    // An index of another revision would be that of another page.
    guard let found = try await find(page), found.page.document == id.rawValue,
      let index = found.page.index, found.revision == version
    else { throw await conflict(behind: .store(.notFound(.page(page))), version) }
    return try await submit(SentChange(rotating: index, by: turns), to: version)
  }

  /// Sends a change, again if its response is lost.
  private func submit(
    _ change: SentChange, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    let conflict: PageSourceError
    do throws(RemoteServerError) {
      var request = try RemoteRequest.post(path + "/changes", json: change)
      request.fields.add(name: "if-match", value: "\"r\(version)\"")
      let response = try await server.submit(request)
      switch response.status {
      case 200: return try response.decode(ReceivedOutcome.self).receipt()
      case 412: conflict = try response.decode(ReceivedConflict.self).error(after: version)
      default: throw response.error
      }
    } catch {
      throw PageSourceError(error)
    }
    throw conflict
  }
}
