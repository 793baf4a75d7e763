// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GallerySystem

#if ObjectStorage
  import ObjectStorage
#endif
#if PostgreSQL
  import PostgreSQLClient
#endif

extension ServedLocation {
  /// Opens a store, and creates its tables if the database has none and the access permits it.
  ///
  /// - Parameter configuration: The configuration of the store.
  /// - Returns: The parts of the store.
  /// - Throws: `PageStoreError.unsupported` if this program was built without such databases or object
  ///   stores; `.unfitLocation`, `.notAStore`, `.versionTooNew`, `.io`.
  func open(
    _ configuration: PageStoreConfiguration
  ) async throws(PageStoreError) -> StoreOpening.Parts {
    let catalog = try await catalog(configuration)
    do throws(PageStoreError) {
      // Before the folder, which would have to be removed again.
      let mark = try await OriginalsMark.known(to: catalog)
      let blobs = try await blobs(configuration, mark)
      try await OriginalsMark.require(mark, in: blobs, of: catalog, configuration.access)
      let (folder, isTemporary) = try await BlockingWork.run { () throws(PageStoreError) in
        try WorkFolder.open(configuration)
      }
      return StoreOpening.Parts(
        folder: folder,
        engine: .served(
          ServedStore(catalog: catalog, blobs: cached(blobs, in: folder, configuration))),
        reserve: ReserveFile(folder: folder.root, byteCount: 0), isTemporary: isTemporary)
    } catch {
      await catalog.close()
      throw error
    }
  }

  /// Returns originals behind a cache, if they are in an object store and the configuration permits it.
  private func cached(
    _ blobs: any BlobStore, in folder: StoreFolder, _ configuration: PageStoreConfiguration
  ) -> any BlobStore {
    guard case .bucket = originals, configuration.workFolder != nil,
      let cache = OriginalCache(in: folder, byteCountLimit: configuration.originalCacheByteCount)
    else { return blobs }
    return CachedBlobs(blobs, cache: cache)
  }

  private func catalog(
    _ configuration: PageStoreConfiguration
  ) async throws(PageStoreError) -> any CatalogServer {
    #if PostgreSQL
      try checkForm()
      var pool = ConnectionPool.Configuration(location: database)
      pool.preparation = RemoteCatalog.preparation
      pool.substitute = standby.map { .standby(at: $0) }
      return try await configuration.access == .readWrite
        ? RemoteCatalog.create(pool, isUnfinishedCopy: configuration.opensUnfinishedCopy)
        : RemoteCatalog.open(pool)
    #else
      throw .unfitLocation(reason: "the program was built without the trait PostgreSQL")
    #endif
  }

  /// Returns the error of a folder of originals, with its path.
  private static func unusable(_ folder: String, _ error: PageStoreError) -> PageStoreError {
    switch error {
    case .notAStore:
      .unfitLocation(
        reason:
          "the folder \(folder) of objects= has other files; name an empty one, or that of the store"
      )
    case .io(_, let number) where number == SystemError.notFolder.number:
      .unfitLocation(
        reason: "the folder \(folder) of objects= cannot be used: a file is in its way")
    case .irregularFile:
      .unfitLocation(reason: "the folder \(folder) of objects= cannot be used: \(error)")
    // It may be there again later, such as that of another machine.
    case .io(let operation, let number): .io(operation: "\(operation) in \(folder)", errno: number)
    default: error
    }
  }

  private func blobs(
    _ configuration: PageStoreConfiguration, _ mark: OriginalsMark?
  ) async throws(PageStoreError) -> any BlobStore {
    switch originals {
    case .folder(let path):
      do throws(PageStoreError) {
        return try await BlockingWork.run { () throws(PageStoreError) in
          try mark?.require(inFolder: path)
          return try FolderBlobs.shared(
            at: path, sharing: configuration.sharing, isWritable: configuration.access == .readWrite
          )
        }
      } catch {
        throw Self.unusable(path, error)
      }
    case .bucket(let name, let prefix, let endpoint, let region):
      #if ObjectStorage
        // It is not repeated, because it may contain a password.
        if let endpoint, !ObjectStoreConfiguration.isEndpoint(endpoint) {
          throw .unfitLocation(reason: "endpoint= is not 'https://HOST' or 'http://HOST:PORT'")
        }
        try OpenFileLimit.require()
        let credentials = try await CredentialProvider.found(ProcessInfo.processInfo.environment)
        let objects = ObjectStore(
          ObjectStoreConfiguration(
            endpoint: endpoint ?? "https://s3.\(region).amazonaws.com", bucket: name,
            prefix: prefix, region: region), credentials: credentials)
        return ObjectBlobs(objects: objects, limit: configuration.maximumPageByteCount)
      #else
        throw .unfitLocation(reason: "the program was built without the trait ObjectStorage")
      #endif
    }
  }
}
