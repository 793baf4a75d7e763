// SPDX-License-Identifier: Apache-2.0

public import GalleryPages
import PageImaging
import Synchronization

/// A page that has arrived on the disk and is not yet in a document.
///
/// It has its name and its shape already, so that a gallery can animate its insertion before the
/// store commits it. It goes into a document once; its bytes are given up when the last reference to
/// it goes away before that.
public final class StagedPage: Identifiable, Sendable {
  /// The name that the page will have.
  public let id: PageID

  /// The SHA-256 of the bytes.
  public let digest: ContentDigest

  /// The number of bytes.
  public let byteCount: Int

  /// What the file says of itself, `nil` if it could not be read.
  public let header: PageHeader?

  /// Why the page cannot be shown, `nil` for a sound page.
  public let damage: String?

  /// What will be kept with the page, with the time at which it was captured if the image states it.
  public let metadata: PageMetadata

  /// What the page is turned by when it comes to a document.
  let rotation: QuarterTurns

  /// The metadata as they are stored, `nil` if there are none.
  let metadataText: String?

  let file: StagedFile

  /// - Throws: `PageStoreError.limitExceeded` if the metadata are too long, `.otherDigest`.
  init(
    id: PageID, file: StagedFile, content: StagedContent, of input: PageInput
  ) throws(PageStoreError) {
    if let digest = input.digest, digest != content.digest {
      throw .otherDigest(expected: digest, found: content.digest)
    }
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

  /// The page as a gallery knows it.
  public var page: Page { Page(id: id, size: size) }

  /// The shape of the page, `nil` if it is unknown.
  public var size: PageShape? { aspectRatio.flatMap { try? PageShape(aspectRatio: $0) } }

  /// Width divided by height as shown, `nil` if it is unknown.
  var aspectRatio: Double? {
    header.map { rotation.swapsSides ? 1 / $0.aspectRatio : $0.aspectRatio }
  }
}

/// What is known of a page once all its bytes have passed.
struct StagedContent: Sendable {
  var digest: ContentDigest
  var byteCount: Int
  var header: PageHeader?
  var damage: String?
  /// When the image was captured, as it states.
  var captured: CaptureTime?
}

/// A file in a slot, which is removed unless it gets a place in the store.
final class StagedFile: Sendable {
  private let name: String
  /// Kept, because its lock says that the file has an owner.
  private let slot: Slot
  private let isTaken = Mutex(false)

  init(name: String, slot: Slot) {
    self.name = name
    self.slot = slot
  }

  deinit {
    if !isTaken.withLock(\.self) { _ = try? slot.folder.remove(name) }
  }

  /// Gives the file a second name.
  func link(to folder: Folder, as newName: String) throws(PageStoreError) {
    try slot.folder.link(name, to: folder, as: newName)
  }

  /// Whether the file was committed; it is then removed or has another name.
  var isCommitted: Bool { isTaken.withLock(\.self) }

  /// Takes note that the file has another name, and removes this one.
  func commit() {
    isTaken.withLock { $0 = true }
    // What is left of it otherwise goes when the store is opened next.
    _ = try? slot.folder.remove(name)
  }

  /// Removes the file now, whoever refers to it; it cannot be committed any more.
  func giveUp() {
    let isNeeded = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isNeeded { _ = try? slot.folder.remove(name) }
  }
}
