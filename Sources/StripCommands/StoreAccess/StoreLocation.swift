// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// The folder of a store, which may be there or not.
struct StoreLocation {
  let path: Path

  /// What a command on the store may print.
  var messages = Messages()

  init(path: Path) {
    self.path = path
  }

  init(argument: PathArgument) {
    path = argument.path
  }

  /// What is in a folder.
  enum Content: Hashable, Sendable {
    /// Nothing, not even the folder.
    case nothing
    /// A store, sound or not.
    case store
    /// Something else.
    case other
  }

  /// Whether there is a catalogue, sound or not.
  var hasCatalogue: Bool {
    (try? System.status(of: path.appending(StoreFileNames.catalogue.utf8))) != nil
  }

  /// Sees that a folder, which may be missing, is neither that of the store nor inside of it.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: What people call it, if that is another name.
  /// - Throws: `PathProblem` with `Problem.unfitFolder`: files of others would damage the store.
  func requireOutside(_ folder: Path, named name: Path? = nil) throws(PathProblem) {
    guard let store = try? System.status(of: path).identity else { return }
    var present = folder
    while (try? System.status(of: present)) == nil, present != present.folder {
      present = present.folder
    }
    guard var ancestor = try? System.resolved(present) else { return }
    while true {
      guard (try? System.status(of: ancestor).identity) != store else {
        throw PathProblem(
          problem: .unfitFolder(
            "The folder is that of the store or inside of it, where files would damage the store:"
              + " choose another one."), path: name ?? folder)
      }
      guard ancestor != ancestor.folder else { return }
      ancestor = ancestor.folder
    }
  }

  /// Looks what is there.
  func content() throws(Problem) -> Content {
    let status: System.FileStatus
    do {
      status = try System.status(of: path)
    } catch {
      guard error.isMissingFile else { throw .input(error) }
      return .nothing
    }
    guard status.isFolder else { return .other }
    guard
      !StoreFileNames.marks.contains(where: {
        (try? System.status(of: path.appending($0.utf8))) != nil
      })
    else { return .store }
    do {
      return try System.entries(of: path).isEmpty ? .nothing : .other
    } catch {
      throw .input(error)
    }
  }

  /// Opens a store that is there; never makes one.
  func open(_ limits: DecodingLimits = .default) async throws(Problem) -> PageStore {
    try requireStore()
    return try await openOrMake(PageStoreConfiguration(limits: limits))
  }

  /// Opens a store that is there, to be looked at: nothing is written, and nobody is waited for.
  ///
  /// - Parameters:
  ///   - access: `.readOnly`, or `.readOnlyKeepingThumbnails`.
  ///   - limits: What a page may cost.
  /// - Returns: The store.
  /// - Throws: `Problem` if there is none, or if it cannot be read.
  func openForReading(
    _ access: PageStoreConfiguration.Access = .readOnly, _ limits: DecodingLimits = .default
  ) async throws(Problem) -> PageStore {
    try requireStore()
    return try await openOrMake(PageStoreConfiguration(access: access, limits: limits))
  }

  /// Makes sure that there is a store, sound or not.
  func requireStore() throws(Problem) {
    switch try content() {
    case .store: break
    case .nothing: throw .noStore
    case .other: throw .notStore
    }
  }

  /// Opens a store, and makes it if there is nothing.
  func openOrMake(
    _ configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws(Problem) -> PageStore {
    let text = try text
    do throws(PageStoreError) {
      return try await PageStore.open(at: text, configuration: configuration)
    } catch {
      throw Problem(error)
    }
  }

  /// Whether this process may change what is in the folder.
  func isWritable() throws(Problem) -> Bool {
    do { return try System.isWritable(path) } catch { throw .input(error) }
  }

  /// The folder as text.
  var text: String {
    get throws(Problem) {
      guard let text = path.text else {
        throw .usage("The name of a store must be valid UTF-8.")
      }
      return text
    }
  }
}

// MARK: - Commands

extension StoreLocation {
  /// Runs the body of a command with the open store, and closes it.
  ///
  /// - Parameters:
  ///   - access: What the command does with the store. One that only reads it is also for a store that
  ///     cannot be written to.
  ///   - limits: What a page may cost.
  ///   - body: The command.
  /// - Throws: The exit status, if it is not zero.
  func perform(
    _ access: PageStoreConfiguration.Access = .readWrite, limits: DecodingLimits = .default,
    _ body: (PageStore, inout CommandSession) async throws -> Void
  ) async throws {
    try await CommandRun.perform(messages) { session in
      session.output.isDispensable = access == .readWrite
      try await reportingErrors {
        try await withStore(access, limits) { store in
          if let first = store.putAside.first {
            let count = store.putAside.count
            session.reporter.note(
              "A process that was killed had left this behind; no page needs it"
                + (count == 1 ? "." : ", nor \(count - 1) more in that folder."), at: Path(first))
          }
          try await body(store, &session)
        }
      }
    }
  }

  /// Says that an error which names no file is about the store.
  func reportingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as PageStoreError {
      throw PathProblem(problem: Problem(error), path: path)
    } catch let problem as Problem where problem.concernsPlace {
      throw PathProblem(problem: problem, path: path)
    }
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
