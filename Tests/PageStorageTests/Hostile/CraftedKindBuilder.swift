// SPDX-License-Identifier: Apache-2.0

/// Lists kinds one below the other, so that the compiler looks at each list for itself.
@resultBuilder enum CraftedKindBuilder {
  static func buildExpression(_ kind: CraftedKind) -> [CraftedKind] { [kind] }
  static func buildExpression(_ kinds: [CraftedKind]) -> [CraftedKind] { kinds }
  static func buildBlock(_ kinds: [CraftedKind]...) -> [CraftedKind] { kinds.flatMap(\.self) }
  static func buildArray(_ kinds: [[CraftedKind]]) -> [CraftedKind] { kinds.flatMap(\.self) }
}
