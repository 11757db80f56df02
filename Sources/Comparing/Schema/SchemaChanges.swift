import Records

/// One way in which a column of both inputs, or a member of objects in it, is another one now to a program that gives
/// columns types.
package struct SchemaChange: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Its values have another type.
    case retyped
    /// No value was empty, and some are.
    case nullable
    /// Some values were empty, and none is.
    case filled
    /// No object had the member, and some do.
    case inserted
    /// Some objects had the member, and none does.
    case deleted
  }

  package let kind: Kind
  package let column: String
  /// The column, or as rules spell it the path to the member.
  package let path: String
  /// Of how many records, or of a member of how many objects, the value has which type.
  package let counts: Sides<TypeCounts>
  /// Whether the types are those that text reads as.
  package let isRead: Bool
  /// The first new value of the type that more values have now; `nil` where it is not to be shown, and for members.
  package let example: Value?

  /// The type that fewer values have than before, and the one that more have; the types that tell the most.
  package var types: (fewer: ValueType, more: ValueType) {
    let gains = counts.gains
    let sorted = ValueType.allCases.sorted { (gains[$0.rawValue], $0.rawValue) < (gains[$1.rawValue], $1.rawValue) }
    return (sorted[0], sorted[sorted.count - 1])
  }

  /// Whether it breaks a program that reads the old input well.
  package var isBreaking: Bool { kind != .filled }
}

extension Sides<TypeCounts> {
  /// By how much the share of each type grew, times the numbers of values of both sides.
  fileprivate var gains: [Int] {
    ValueType.allCases.map { target[$0] * source.filled - source[$0] * target.filled }
  }

  /// The ways in which a column changed, of which each side has at least so many values.
  func changes(fewest: Int) -> [SchemaChange.Kind] {
    var kinds: [SchemaChange.Kind] = []
    if min(source.filled, target.filled) >= fewest, isRetyped { kinds.append(.retyped) }
    guard min(source.records, target.records) >= fewest else { return kinds }
    if source.empty == 0, target.empty > 0 { kinds.append(.nullable) }
    if source.filled > 0, source.empty > 0, target.empty == 0 { kinds.append(.filled) }
    return kinds
  }

  /// Whether all values had one type and have not, or now have one, or the share of a type is another one by half.
  private var isRetyped: Bool {
    if source.onlyType != target.onlyType { return true }
    let half = (source.filled * target.filled + 1) / 2
    return gains.contains { $0.magnitude >= half.magnitude }
  }
}

/// How the columns of two inputs differ beside those that one of them lacks.
package struct SchemaChanges: Sendable, Equatable {
  /// In the order of the new input's columns.
  package let columns: [SchemaChange]
  /// The fewest columns that stand elsewhere, where the order of columns is one.
  package let reordered: [String]
  /// How many columns both sides have.
  package let commonCount: Int

  package init(columns: [SchemaChange] = [], reordered: [String] = [], commonCount: Int = 0) {
    (self.columns, self.reordered, self.commonCount) = (columns, reordered, commonCount)
  }

  package var isEmpty: Bool { columns.isEmpty && reordered.isEmpty }

  /// Whether there is a change that breaks a program that reads the old input well.
  package var isBreaking: Bool { !reordered.isEmpty || columns.contains(where: \.isBreaking) }
}
