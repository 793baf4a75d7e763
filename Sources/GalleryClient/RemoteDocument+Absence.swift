// SPDX-License-Identifier: Apache-2.0

import PageGallery

/// What an edit needs to know about pages, and why pages are missing.
extension RemoteDocument {
  /// Returns a page with the revision of its document, `nil` if it does not exist.
  func find(
    _ page: PageID
  ) async throws(PageSourceError) -> (page: ReceivedPage, revision: Int?)? {
    do throws(RemoteServerError) {
      let response = try await server.read(.get(Self.path(of: page)))
      guard response.status == 200 else { throw response.error }
      return (try response.decode(ReceivedPage.self), response.revision)
    } catch {
      guard error.code == "notFound" else { throw PageSourceError(error) }
      return nil
    }
  }

  /// Returns the uploads that replace pages, by index.
  func replacements(
    _ changeset: Changeset, _ version: Int
  ) async throws(PageSourceError) -> [Int: (page: PageID, upload: String)] {
    var found: [Int: (page: PageID, upload: String)] = [:]
    for index in changeset.replacements.map(\.index) {
      let page = try await self.page(at: index, version)
      guard let upload = uploads.replacement(of: page) else {
        throw .store(.notFound(.stagedPage(page)))
      }
      found[index] = (page, upload)
    }
    return found
  }

  /// Returns the page at an index of a revision.
  private func page(at index: Int, _ version: Int) async throws(PageSourceError) -> PageID {
    let window: ReceivedWindow
    do throws(RemoteServerError) {
      let response = try await server.read(.get(path + "/pages?from=\(index)&limit=1"))
      guard response.status == 200 else { throw response.error }
      window = try response.decode(ReceivedWindow.self)
    } catch {
      throw await absence(behind: error)
    }
    let missing = PageSourceError.invalidChange(
      .indexOutOfRange(index, count: max(0, window.pageCount)))
    guard window.revision == version, let page = window.pages.first else {
      throw await conflict(behind: missing, version)
    }
    return PageID(page.id)
  }

  /// Returns the uploads of pages that are replaced before they are inserted.
  ///
  /// The gallery counts the replacement; bytes staged for a later replacement are not used.
  func replacementsOnArrival(
    _ changeset: Changeset
  ) async throws(PageSourceError) -> [PageID: String] {
    var found: [PageID: String] = [:]
    let staged = uploads.pages
    for page in changeset.insertions.map(\.page) where page.contentVersion > 0 {
      let version =
        staged[page.id] == nil ? try await find(page.id)?.page.contentVersion ?? 0 : 0
      guard page.contentVersion > version else { continue }
      guard let upload = uploads.replacement(of: page.id) else {
        throw .store(.notFound(.stagedPage(page.id)))
      }
      found[page.id] = upload
    }
    return found
  }

  /// Returns the conflict that caused an error, with the changes since a version, or the error.
  func conflict(behind error: PageSourceError, _ version: Int) async -> PageSourceError {
    do throws(RemoteServerError) {
      let response = try await server.read(.get(path + "/changes?after=\(version)"))
      guard response.status == 200 else { throw response.error }
      let found = try response.decode(ReceivedConflict.self)
      return found.revision == version ? error : try found.error(after: version)
    } catch {
      return await absence(behind: error)
    }
  }

  /// Returns the reason why something that a change needs is missing, or the error.
  func absence(
    of changeset: Changeset, behind error: PageSourceError, _ version: Int
  ) async -> PageSourceError {
    guard case .other(let cause) = error,
      let code = (cause.error as? RemoteServerError)?.code,
      ["notFound", "unknownUpload", "usedUpload"].contains(code)
    else { return error }
    let other = await conflict(behind: error, version)
    guard other == error else { return other }
    for page in changeset.insertions.map(\.page.id) where await !isAvailable(page) {
      return .unstagedPage(page)
    }
    return error
  }

  /// Returns whether a page is known to be in the trash of the document.
  func isInTrash(_ page: PageID) async -> Bool {
    do throws(PageSourceError) {
      return try await isTrashed(page)
    } catch {
      return false
    }
  }

  private func isTrashed(_ page: PageID) async throws(PageSourceError) -> Bool {
    let found = try await find(page)?.page
    return found?.document == id.rawValue && found?.index == nil
  }

  /// Returns whether a page can be inserted, as far as is known.
  private func isAvailable(_ page: PageID) async -> Bool {
    do throws(PageSourceError) {
      guard let upload = uploads.pages[page] else { return try await isTrashed(page) }
      let response = try? await server.read(.get("/api/v1/uploads/\(upload)"))
      return response?.status != 404
    } catch {
      return true
    }
  }
}

extension ReceivedOutcome {
  func receipt() throws(RemoteServerError) -> PageSourceReceipt {
    PageSourceReceipt(version: try ReceivedNumber.check(revision), pageCount: pageCount)
  }
}

extension ReceivedConflict {
  func error(after version: Int) throws(RemoteServerError) -> PageSourceError {
    .conflict(
      version: try ReceivedNumber.check(revision), changes: try changes(after: version))
  }
}
