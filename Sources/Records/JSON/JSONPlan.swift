enum JSONShape: Sendable, Equatable {
  /// Objects: each a record.
  case objects
  /// Anything but objects: each a record with the one column `@value`.
  case values
  /// Members whose values are objects: each a record whose name is the column `@key`.
  case keyed
  /// Members whose values are neither objects nor lists: each a record of the columns `@key` and `@value`.
  case pairs

  /// Whether the records are members of an object.
  var isObject: Bool { self == .keyed || self == .pairs }

  static let keyColumn = "@key"
  static let valueColumn = "@value"
}

enum JSONFrame: Sendable, Equatable {
  case lines
  case array
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
