// SPDX-License-Identifier: Apache-2.0

/// The nodes of the orders of documents, see ``PageOrder``.
protocol OrderRows {
  /// Returns a node of a document's order, `nil` if there is none, or if it is damaged or another
  /// document's.
  func orderNode(_ id: Int64, of document: DocumentID) throws -> OrderNode?

  /// Lets an engine on another machine load nodes of a document together, before they are asked for one by one.
  ///
  /// - Parameter ids: Returns the nodes; not called by an engine to which they are at hand.
  /// - Throws: The engine's errors.
  func prepareOrderNodes(_ ids: () -> [Int64]) throws

  /// Lets an engine on another machine number new nodes together.
  func prepareNewOrderNodes(_ count: Int) throws

  /// Adds an empty node to a document's order, which the transaction must replace.
  func newOrderNode(of document: DocumentID) throws -> Int64

  /// Writes a node of a document's order.
  func update(_ node: OrderNode, of document: DocumentID) throws

  /// Removes a node.
  func removeOrderNode(_ id: Int64) throws
}
