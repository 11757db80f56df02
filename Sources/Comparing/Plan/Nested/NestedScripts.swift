import Records

/// What scripts say of values inside the records that are being compared.
package protocol NestedScripts {
  func areEqual(_ old: Field, _ new: Field, function: Int, path: String) throws -> Bool
  func normalize(_ buffer: FieldBuffer, function: Int, path: String, in side: Side) throws
  /// The bytes of what a script says identifies the element at a place of a list.
  func identity(of element: Field, at place: Int, function: Int, path: String, in side: Side) throws -> [UInt8]
}
