// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
import PageImaging
import Synchronization

/// A page that is on the disk and not yet in a document.
///
/// It already has an identifier and a shape, so that a gallery can animate its insertion before the
/// commit. It can be added to a document once; if it is discarded or its last reference is released
/// before that, its bytes are removed. Its identifier is then never used.
public final class StagedPage: Identifiable, Sendable {
  /// The identifier that the page will have.
  public let id: PageID

  /// The SHA-256 of the bytes.
  public let digest: ContentDigest

  /// The number of bytes.
  public let byteCount: Int

  /// The facts in the file's header, `nil` if it could not be read.
  public let header: PageHeader?

  /// The reason why the page cannot be shown, `nil` for a sound page.
  public let damage: String?

  /// The metadata to store, with the capture time if the image states it.
  public let metadata: PageMetadata

  /// The rotation that the page starts with.
  let rotation: QuarterTurns

  /// The metadata in stored form, `nil` if there are none.
  let metadataText: String?

  let file: StagedFile

  /// - Throws: `PageStoreError.limitExceeded` if the metadata are too long, `.otherDigest`.
  init(
    id: PageID, file: StagedFile, content: StagedContent, of input: PageInput
  ) throws(PageStoreError) {
    try input.require(content.digest)
    var metadata = input.metadata
    if !input.isDescribed { metadata.captured = metadata.captured ?? content.captured }
    rotation = input.rotation
    metadataText = metadata.isEmpty ? nil : try metadata.stored
    self.metadata = metadata
    self.id = id
    self.file = file
    digest = content.digest
    byteCount = content.byteCount
    header = content.header
    damage = content.damage
  }

  /// The page in the gallery's form.
  public var page: Page { Page(id: id, size: size) }

  /// The shape of the page, `nil` if unknown.
  public var size: PageShape? { aspectRatio.flatMap { try? PageShape(aspectRatio: $0) } }

  /// Width divided by height as shown, `nil` if unknown.
  public var aspectRatio: Double? {
    header.map { rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }

  /// Removes the bytes now, despite references to the page; it can no longer be added to a document.
  ///
  /// A page that is already in a document stays there. A change that is adding the page fails with
  /// `PageStoreError.notFound`, unless it is committed first.
  public func discard() { file.discard() }
}

extension PageInput {
  /// Requires that the bytes have the expected digest, if there is one.
  func require(_ found: ContentDigest) throws(PageStoreError) {
    guard let digest, digest != found else { return }
    throw .otherDigest(expected: digest, found: found)
  }
}

/// The known facts about a page once all its bytes were received.
struct StagedContent: Sendable {
  var digest: ContentDigest
  var byteCount: Int
  var header: PageHeader?
  var damage: String?
  /// The capture time stated in the image.
  var captured: CaptureTime?
}

/// A file in a slot, which is removed unless it is committed.
final class StagedFile: Sendable {
  private let name: String
  /// Retained: its lock shows that the file has an owner.
  private let slot: Slot
  private let isTaken = Mutex(false)

  init(name: String, slot: Slot) {
    self.name = name
    self.slot = slot
  }

  deinit {
    if !isTaken.withLock(\.self) { _ = try? slot.folder.remove(name) }
  }

  /// Hard-links the file.
  func link(to folder: Folder, as newName: String) throws(PageStoreError) {
    try slot.folder.link(name, to: folder, as: newName)
  }

  /// Opens the bytes.
  func open(byteCount: Int) throws(PageStoreError) -> OpenFile {
    let (descriptor, found) = try slot.folder.openToRead(name)
    let file = OpenFile(descriptor, byteCount: found)
    guard found == byteCount else { throw .io(operation: "read a received page", errno: 5) }
    return file
  }

  /// Whether the file was committed; it is then removed or has another name.
  var isCommitted: Bool { isTaken.withLock(\.self) }

  /// Marks the file as committed, so that no other change adds it.
  func commit() { isTaken.withLock { $0 = true } }

  /// Removes the temporary name of a committed file.
  func removeName() {
    // If this fails, the next opening removes it.
    _ = try? slot.folder.remove(name)
  }

  /// Removes the file now, despite references to it; it can no longer be committed.
  func discard() {
    let isNeeded = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isNeeded { _ = try? slot.folder.remove(name) }
  }
}

extension StagedPage {
  /// The key that the page has once it is in a document.
  ///
  /// - Complexity: One SHA-256 of 40 bytes.
  public var key: PageKey { PageKey(of: digest, rotation: rotation) }
}
