// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import PageStorage

/// The entity tags of pages and of their lists: `"r17"`, or `"r17-damaged-1f2e3d4c"` when damage was found.
///
/// The revision counts changes of people. Damage is found without one, and must not hide behind a 304. The tag of a single
/// page names its document, too, as in `"r17-of-5"`: a page that has come into another document may meet the same
/// revision there.
enum PagesTag {
  private static let place = "-of-"
  private static let mark = "-damaged-"
  private static let hashLength = 8

  /// Returns a tag with its quotation marks.
  ///
  /// - Parameters:
  ///   - revision: The revision of the document.
  ///   - damage: The damage that the content states, in its order.
  /// - Returns: The tag.
  static func text(revision: Int, damage: some Collection<String>) -> String {
    text("\"r\(revision)\"", damage: damage)
  }

  /// Returns a tag with the damage that the content states.
  static func text(_ tag: String, damage: some Collection<String>) -> String {
    guard !damage.isEmpty else { return tag }
    let texts = damage.map { "\($0.utf8.count):\($0)" }.joined()
    return "\(tag.dropLast())\(mark)\(HashText.of(Data(texts.utf8)).prefix(hashLength))\""
  }

  /// Returns a tag without its damage and its coding.
  static func withoutDamage(_ tag: Substring) -> String {
    let tag = CodedTag.withoutCoding(tag)
    let end = tag.dropLast().dropLast(hashLength)
    guard tag.hasSuffix("\""), end.hasSuffix(mark) else { return String(tag) }
    return end.dropLast(mark.count) + "\""
  }

  /// Returns the tag of all pages of a document.
  ///
  /// - Parameters:
  ///   - revision: The revision of the document.
  ///   - knowledge: The number of what is known of originals, see `PagesPortion`.
  /// - Returns: The tag.
  static func text(revision: Int, knowledge: Int) -> String {
    text(revision: revision, damage: knowledge == 0 ? [] : ["\(knowledge)"])
  }

  /// Returns the tag of some pages.
  static func text(revision: Int, pages: some Collection<StoredPage>) -> String {
    let damage = pages.compactMap { page in page.damage.map { "\(page.id.rawValue) \($0)" } }
    return text(revision: revision, damage: damage)
  }

  /// Returns the tag of a page.
  static func text(of page: StoredPage, revision: Int) -> String {
    let tag = "\"r\(revision)\(place)\(page.document.rawValue)\""
    return text(tag, damage: page.damage.map { [$0] } ?? [])
  }

  /// Returns the revision in a tag and the document if it names one, whatever its damage and coding; `nil` for another text.
  static func parts(of tag: Substring) -> (revision: Int, document: Int?)? {
    let tag = withoutDamage(tag)
    guard tag.hasPrefix("\"r"), tag.hasSuffix("\""), tag.utf8.count > 2 else { return nil }
    let text = tag.dropFirst(2).dropLast()
    let digits = text.prefix { $0 != "-" }
    guard let revision = Identifiers.number(digits) else { return nil }
    let rest = text[digits.endIndex...]
    if rest.isEmpty { return (revision, nil) }
    guard rest.hasPrefix(place), let document = Identifiers.number(rest.dropFirst(place.count))
    else { return nil }
    return (revision, document)
  }
}

extension EntityTagList {
  /// Returns whether one of the tags is that of pages at a revision of a document, for `If-Match`.
  ///
  /// An edit does not depend on known damage.
  func matchesPages(of document: DocumentID, at revision: Int) -> Bool {
    matchesStrongly { tag in
      guard let parts = PagesTag.parts(of: tag), parts.revision == revision else { return false }
      return parts.document.map { $0 == document.rawValue } ?? true
    }
  }

  /// Returns whether one of the tags is that of a document, whatever is known of its damage, for `If-Match`.
  func matches(_ document: Document) -> Bool {
    let tag = document.entityTag
    return matchesStrongly { PagesTag.withoutDamage($0) == tag }
  }
}
