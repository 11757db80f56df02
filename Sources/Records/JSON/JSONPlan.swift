/// What the entries of a collection are.
enum JSONShape: Sendable, Equatable {
  /// Objects: each a record.
  case objects
  /// Anything but objects: each a record with the one column `@value`.
  case values
  /// Members whose values are objects: each a record whose name is the column `@key`.
  case keyed

  static let keyColumn = "@key"
  static let valueColumn = "@value"
}

/// What stands between the entries of a collection.
enum JSONFrame: Sendable, Equatable {
  case lines
  /// Commas, up to a closing bracket.
  case array
  /// Commas, up to a closing brace.
  case object
}

/// What to read from every entry of a collection.
struct JSONPlan: Sendable {
  var frame: JSONFrame
  var shape: JSONShape
  /// The columns to hash; empty: none.
  var key: [[UInt8]]
  /// The member that holds the records of a section; nil: the entries are the records.
  var elements: [UInt8]?
}
