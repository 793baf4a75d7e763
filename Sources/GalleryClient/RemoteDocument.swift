// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
public import PageGallery

/// A document of a gallery server in another process or on another machine, as the source of a
/// `Gallery`.
///
/// Others change the same document through the server or beside it; their changes arrive in each
/// gallery. An edit is sent with the revision that it is based on and, if its response is lost, sent
/// again under the same key, so that a server that keeps keys makes it once. After a conflict, the
/// gallery rebases its edit on the changes in the server's response.
///
/// ```swift
/// func insert(_ scan: [UInt8], into id: DocumentID) async throws {
///   let document = RemoteDocument(id, on: try RemoteServer(at: "http://127.0.0.1:8080"))
///   let viewport = GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
///   let gallery = try await Gallery(showing: document, viewport: viewport)
///   let page = try await document.stage(scan)  // on the server, not in the document
///   try await gallery.insert(page, at: 0)  // committed when it is seen
/// }
/// ```
///
/// Deleted pages go to the trash of the document. Inserting a page with the identifier of a page in
/// the trash restores that page.
public final class RemoteDocument: PageSource {
  /// The identifier of the document.
  public let id: DocumentID

  /// The server that has the document.
  public let server: RemoteServer

  let uploads = StagedUploads()
  let keys = KnownKeys()

  /// The name of the source: the URL of the document.
  public var name: PageSourceName? { .custom(server.url + path) }

  /// The path of the document after the URL of the server.
  var path: String { "/api/v1/documents/\(id.rawValue)" }

  /// Creates a source; no connection is made yet.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - server: The server that has it.
  public init(_ id: DocumentID, on server: RemoteServer) {
    self.id = id
    self.server = server
  }
}

// MARK: - Pages

extension RemoteDocument {
  /// Returns the current pages.
  ///
  /// - Returns: The pages, and the revision of the document as their version.
  /// - Throws: `PageSourceError.gone` if the document was permanently deleted, `.store` with
  ///   `.notFound` while it is in the trash, otherwise `.other` with a ``RemoteServerError``.
  /// - Complexity: One request; O(n) in the number of pages.
  public func pages() async throws(PageSourceError) -> VersionedPages {
    do throws(RemoteServerError) {
      let arrivalCount = keys.arrivalCount
      let response = try await server.read(.get(path + "/pages"))
      guard response.status == 200 else { throw response.error }
      let columns = try response.decode(ReceivedColumns.self)
      let pages = try columns.pages()
      keys.note(columns, since: arrivalCount)
      uploads.forget(pages.pages.lazy.map(\.id))
      return pages
    } catch {
      throw await absence(behind: error)
    }
  }

  /// Returns the revision of the document.
  ///
  /// - Returns: The revision.
  /// - Throws: The errors of ``pages()``.
  /// - Complexity: One request.
  public func version() async throws(PageSourceError) -> Int {
    do throws(RemoteServerError) {
      let response = try await server.read(.get(path))
      guard response.status == 200 else { throw response.error }
      return try ReceivedNumber.check(response.decode(ReceivedDocument.self).revision)
    } catch {
      throw await absence(behind: error)
    }
  }

  /// Returns a page that is in the trash of the document.
  ///
  /// - Parameter page: The page.
  /// - Returns: The page and its previous index.
  /// - Throws: `PageSourceError.store` with `.notFound` if the page is not in the trash of the
  ///   document, otherwise `.other` with a ``RemoteServerError``.
  public func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage {
    if let found = try await find(page)?.page, found.document == id.rawValue, found.index == nil {
      do throws(RemoteServerError) {
        return DeletedPage(page: try found.page(), index: found.formerIndex)
      } catch {
        throw PageSourceError(error)
      }
    }
    throw .store(.notFound(.trashedPage(page)))
  }

  static func path(of page: PageID) -> String { "/api/v1/pages/\(page.rawValue)" }

  /// Returns `gone` if the error is due to a removed document, or the error.
  ///
  /// Events of a document in the trash have the status 204.
  func absence(behind error: RemoteServerError) async -> PageSourceError {
    guard error.code == "notFound" else { return PageSourceError(error) }
    do throws(RemoteServerError) {
      var request = RemoteRequest.get(path + "/events", accept: "text/event-stream")
      request.method = .HEAD
      let response = try await server.read(request)
      let isGone = response.status == 404 && response.isProblem
      // The document may have been restored by now; then the caller retries.
      return isGone ? .gone : .store(.notFound(.document(id)))
    } catch {
      return PageSourceError(error)
    }
  }
}
