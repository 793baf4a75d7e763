// SPDX-License-Identifier: Apache-2.0

/// A method to craft a store that is to harm its users.
struct CraftedKind: Sendable {
  /// A special property of a kind.
  enum Trait: Sendable {
    /// It takes so much space that it is tested alone.
    case alone
    /// It validly states that pages are deletable, so that a purge may remove originals.
    case mayLosePages
    /// It validly states that originals are to be removed, so that opening the store removes them.
    case dooms
    /// It is derived from a store whose process was killed.
    case killed
  }

  let name: String
  let traits: Set<Trait>
  let craft: @Sendable (StoreCraft) throws -> Void

  init(
    _ name: String, _ traits: Trait..., craft: @escaping @Sendable (StoreCraft) throws -> Void
  ) {
    self.name = name
    self.traits = Set(traits)
    self.craft = craft
  }

  /// A kind made by SQL statements.
  init(_ name: String, _ traits: Trait..., sql: String...) {
    self.name = name
    self.traits = Set(traits)
    craft = { craft in try craft.sql(sql) }
  }

  /// A kind with another definition of a table.
  init(_ name: String, table: String, _ part: String, as newPart: String) {
    self.init(name) { craft in try craft.redefine(table, part, as: newPart) }
  }
}
