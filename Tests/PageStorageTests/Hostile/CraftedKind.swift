// SPDX-License-Identifier: Apache-2.0

/// One way to craft a store that is to harm whoever uses it.
struct CraftedKind: Sendable {
  /// What is special about a kind.
  enum Trait: Sendable {
    /// It takes so much room that it is made alone.
    case alone
    /// It says validly that pages may go, so that a purge may take originals.
    case mayLosePages
    /// It says validly that originals are to go, so that whoever opens the store removes them.
    case dooms
    /// It is made of a store whose process was killed.
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

  /// A kind that is made by statements of SQL.
  init(_ name: String, _ traits: Trait..., sql: String...) {
    self.name = name
    self.traits = Set(traits)
    craft = { craft in try craft.sql(sql) }
  }

  /// A kind that has a table with another definition.
  init(_ name: String, table: String, _ part: String, as newPart: String) {
    self.init(name) { craft in try craft.redefine(table, part, as: newPart) }
  }
}
