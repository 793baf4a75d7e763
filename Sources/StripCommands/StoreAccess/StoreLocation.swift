// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging
import PageStorage

/// The folder of a store, which may not exist, or its location on servers.
struct StoreLocation {
  let path: Path

  /// Whether the store is on servers.
  var isServed: Bool { path.text.map(ServedLocation.isLocation) ?? false }

  /// The threads for work on the pages, `nil` if they need not be others than usual.
  var threads: WaitingThreads? { isServed ? .shared : nil }

  /// The path for messages: a location without its password.
  var namedPath: Path {
    guard isServed, let text = path.text else { return path }
    return Path(ServedLocation.withoutPassword(text))
  }

  /// The kinds of messages that a command on the store may print.
  var messages = MessageKinds()

  init(path: Path) {
    self.path = path
  }

  init(argument: PathArgument) {
    path = argument.path
  }

  /// The content of a folder.
  enum Content: Hashable, Sendable {
    /// Nothing: the folder is empty, does not exist, or is what the interrupted creation of a store has left.
    case nothing
    /// A store, intact or not.
    case store
    /// Other files.
    case other
    /// No folder: a file or another entry.
    case file
  }

  /// Whether there is a catalog, sound or not.
  var hasCatalog: Bool {
    (try? SystemCalls.status(of: path.appending(StoreFileNames.catalog.utf8))) != nil
  }

  /// Returns the content of the folder.
  func content() throws(Problem) -> Content {
    let status: FileStatus
    do {
      status = try SystemCalls.status(of: path)
    } catch {
      guard error.isMissingFile else { throw .input(error) }
      return .nothing
    }
    guard status.isFolder else { return .file }
    guard !hasMark else { return .store }
    do {
      let isFree = try SystemCalls.entries(of: path).allSatisfy { entry in
        entry.kind == .folder
          && StoreFileNames.folders.contains(String(decoding: entry.name, as: UTF8.self))
      }
      return isFree ? .nothing : .other
    } catch {
      throw .input(error)
    }
  }

  /// Opens an existing store; never creates one.
  func open(_ limits: DecodingLimits = .default) async throws(Problem) -> PageStore {
    try requireStore()
    // Opening one on servers for writing would make it.
    if isServed { await (try openForReading(.readOnly, limits)).close() }
    return try await openOrMake(PageStoreConfiguration(limits: limits))
  }

  /// Opens an existing store for reading, without writing and without waiting for locks.
  ///
  /// - Parameters:
  ///   - access: `.readOnly`, or `.readOnlyKeepingThumbnails`.
  ///   - limits: The limits on the cost of decoding a page.
  /// - Returns: The store.
  /// - Throws: `Problem` if there is none, or if it cannot be read.
  func openForReading(
    _ access: PageStoreConfiguration.Access = .readOnly, _ limits: DecodingLimits = .default
  ) async throws(Problem) -> PageStore {
    try requireStore()
    return try await openOrMake(PageStoreConfiguration(access: access, limits: limits))
  }

  /// Checks that a store exists, intact or not; one on servers is looked for when it is opened.
  func requireStore() throws(Problem) {
    guard !isServed else { return }
    switch try content() {
    case .store: break
    case .nothing: throw .noStore
    case .other: throw .notStore
    case .file: throw .storeIsFile
    }
  }

  /// Opens a store, and creates it if the folder is empty or missing.
  func openOrMake(
    _ configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(Problem) -> PageStore {
    let text = try text
    do throws(PageStoreError) {
      return try await PageStore.open(at: text, configuration: configuration)
    } catch {
      if isServed, case .notAStore = error { throw .noStore }
      throw Problem(error)
    }
  }

  /// Whether this process may change the contents of the folder; those of servers are tried.
  func isWritable() throws(Problem) -> Bool {
    if isServed { return true }
    do { return try SystemCalls.isWritable(path) } catch { throw .input(error) }
  }

  /// The path as text.
  var text: String {
    get throws(Problem) {
      guard let text = path.text else {
        throw .usage("The path of a store must be valid UTF-8.")
      }
      return text
    }
  }
}

// MARK: - Folders inside stores

extension StoreLocation {
  /// Whether the folder contains a file that only stores have.
  private var hasMark: Bool {
    StoreFileNames.marks.contains { name in
      (try? SystemCalls.status(of: path.appending(name.utf8))) != nil
    }
  }

  /// Checks that a folder, which may not exist, is neither this store nor another one, nor inside
  /// of one.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: The path for messages, if it differs.
  /// - Throws: `PathProblem` with `Problem.unfitFolder`, because foreign files would damage the
  ///   store.
  func requireOutside(_ folder: Path, named name: Path? = nil) throws(PathProblem) {
    try Self.requireOutside(
      folder, named: name, own: try? SystemCalls.status(of: path).identity)
  }

  /// Checks that a folder, which may not exist, is neither a store nor inside one.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: The path for messages, if it differs.
  ///   - own: A store, even if it lacks the files that only stores have.
  /// - Throws: `PathProblem` with `Problem.unfitFolder`.
  static func requireOutside(
    _ folder: Path, named name: Path? = nil, own: FileIdentity? = nil
  ) throws(PathProblem) {
    let isInside = existingFolders(from: folder).contains { folder in
      StoreLocation(path: folder).hasMark
        || own != nil && (try? SystemCalls.status(of: folder).identity) == own
    }
    guard isInside else { return }
    throw PathProblem(
      problem: .unfitFolder(
        "The folder is the store or inside it, where files would damage the store:"
          + " choose another one."), path: name ?? folder)
  }

  /// Whether a folder, which may not exist, is inside a store other than this one.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - orIs: Whether the folder itself counts, if it is such a store.
  /// - Returns: Whether there is such a store.
  func isOther(around folder: Path, orIs: Bool) -> Bool {
    let own = try? SystemCalls.status(of: path).identity
    var folders = Self.existingFolders(from: folder)[...]
    if !orIs, (try? SystemCalls.status(of: folder)) != nil { folders = folders.dropFirst() }
    return folders.contains { folder in
      StoreLocation(path: folder).hasMark
        && (try? SystemCalls.status(of: folder).identity) != own
    }
  }

  /// Returns the absolute paths of a folder, if it exists, and of all existing folders above it.
  private static func existingFolders(from folder: Path) -> [Path] {
    var present = folder
    while (try? SystemCalls.status(of: present)) == nil, present != present.folder {
      present = present.folder
    }
    guard var folder = try? Path(SystemCalls.resolved(present)) else { return [] }
    var folders = [folder]
    while folder != folder.folder {
      folder = folder.folder
      folders.append(folder)
    }
    return folders
  }
}

// MARK: - Commands

extension StoreLocation {
  /// Opens the store, runs the body of a command and closes the store.
  ///
  /// - Parameters:
  ///   - access: The access that the command needs. A command that only reads also works on a store
  ///     that
  ///     cannot be written to.
  ///   - limits: The limits on the cost of decoding a page.
  ///   - body: The command.
  /// - Throws: The exit status, if it is not zero.
  func perform(
    _ access: PageStoreConfiguration.Access = .readWrite, limits: DecodingLimits = .default,
    _ body: (PageStore, inout CommandSession) async throws -> Void
  ) async throws {
    try await CommandRun.perform(messages, on: threads) { session in
      session.output.isDispensable = access == .readWrite
      try await reportingErrors {
        try await withStore(access, limits) { store in
          if let first = store.putAside.first {
            let count = store.putAside.count
            session.reporter.note(
              "The file was left by a killed process; no page needs it"
                + (count == 1 ? "." : ", nor \(count - 1) more in that folder."), at: Path(first))
          }
          if store.hasLostChanges {
            session.reporter.report(.store(.corrupted(.lostChanges)), at: namedPath)
          }
          try await body(store, &session)
        }
      }
    }
  }

  /// Reports errors that name no file as errors of the store.
  ///
  /// - Parameters:
  ///   - isRepair: Whether a repair has failed, so that damage is not told to be mended by one; `false` by default.
  ///   - body: What is done.
  /// - Returns: The result of `body`.
  /// - Throws: `PathProblem`, and other errors of `body`.
  func reportingErrors<Result>(
    isRepair: Bool = false, _ body: () async throws -> Result
  ) async throws -> Result {
    let problem: Problem
    do {
      return try await body()
    } catch let error as PageStoreError {
      problem = Problem(error)
    } catch let error as Problem where error.concernsPlace {
      problem = error
    }
    throw PathProblem(problem: isRepair ? problem : problem.namingRepair, path: namedPath)
  }

  private func withStore(
    _ access: PageStoreConfiguration.Access, _ limits: DecodingLimits,
    _ body: (PageStore) async throws -> Void
  ) async throws {
    let store =
      try await access == .readWrite ? open(limits) : openForReading(access, limits)
    do {
      try await body(store)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}
