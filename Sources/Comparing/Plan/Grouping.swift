import Records

/// How the records of a side become groups before they are compared: which of them are one, and what a group has.
///
/// A group has a record of its own, with the columns that its records have in common and those that are made of theirs.
package struct Grouping: Sendable {
  /// What is made of the values of a column in a group's records.
  package enum Aggregate: String, Sendable, CaseIterable {
    /// Exact, however many digits it takes; what is empty adds nothing.
    case sum
    /// The least and the greatest: by value where all are numbers, else by their bytes; what is empty is none.
    case min, max
    /// The value of the first record, or of the last one.
    case first, last
    /// How many different values there are; what is empty is none.
    case distinct

    /// Whether it makes numbers, if it can, which are compared by value.
    var isNumeric: Bool {
      switch self {
      case .sum, .min, .max, .distinct: true
      case .first, .last: false
      }
    }
  }

  /// A column of groups, made of their records.
  package struct Column: Sendable {
    package enum Making: Sendable {
      case aggregate(Aggregate, of: String)
      /// How many records the group has.
      case count
      /// Whatever the script's function of this number says of the list of records.
      case script(Int)
    }

    package let name: String
    package let making: Making

    package init(_ name: String, _ making: Making) { (self.name, self.making) = (name, making) }

    /// Whether it is a number of its own, which is compared by its value.
    var isNumeric: Bool {
      switch making {
      case .aggregate(let aggregate, _): aggregate.isNumeric
      case .count: true
      case .script: false
      }
    }
  }

  /// The columns whose values the records of a group have in common.
  package let by: [String]
  package let columns: [Column]
  /// Which records take part; `nil` for all.
  package let filter: ComparisonPlan.Filter?

  package init(by: [String], columns: [Column], filter: ComparisonPlan.Filter? = nil) {
    (self.by, self.columns, self.filter) = (by, columns, filter)
  }

  /// What reports call the column that says of which records a group consists, which is no column of any table.
  package static let records = "@records"

  /// The columns of the records that those of a group are made of, each once.
  var origins: [String] {
    columns.compactMap { if case .aggregate(_, let origin) = $0.making { origin } else { nil } }.unique
  }

  fileprivate var words: String {
    let made = columns.map { column -> String in
      switch column.making {
      case .aggregate(let aggregate, let origin):
        let words = aggregate == .distinct ? "distinct values of \(origin)" : "\(aggregate.rawValue) of \(origin)"
        return origin == column.name ? words : "\(column.name) = \(words)"
      case .count: return column.name == "count" ? "count" : "\(column.name) = count"
      case .script: return "\(column.name) = function"
      }
    }
    let kept = filter.map { filter in
      if case .condition(let condition) = filter {
        "those with \(condition.words)"
      } else {
        "those that a function keeps"
      }
    }
    return (["by \(by.joined(separator: ", "))"] + made + [kept].compactMap(\.self)).joined(separator: ", ")
  }
}

/// Which sides' records are grouped, and how.
package struct GroupRule: Sendable {
  /// `nil` for a side whose records are compared as they are.
  package let sides: Sides<Grouping?>
  private let isAlike: Bool

  package init(_ grouping: Grouping) { (sides, isAlike) = (Sides { _ in grouping }, true) }

  package init(_ sides: Sides<Grouping?>) { (self.sides, isAlike) = (sides, false) }

  /// The scripts' functions in it, with what they are for: each once, though both sides may have them.
  var functions: [(name: String, function: Int)] {
    let sides = (isAlike ? [Side.source] : Side.allCases).compactMap { self.sides[$0] }
    return sides.flatMap { grouping in
      var functions = grouping.columns.compactMap { column -> (name: String, function: Int)? in
        if case .script(let function) = column.making { (column.name, function) } else { nil }
      }
      if case .script(let function) = grouping.filter { functions.append(("filter", function)) }
      return functions
    }
  }

  /// Whether any column of a group is a number that is compared by its value.
  package var hasTotals: Bool { Side.allCases.contains { sides[$0]?.columns.contains(where: \.isNumeric) ?? false } }

  var terms: ComparisonTerms.Value {
    if isAlike, let grouping = sides.source { return .text(grouping.words) }
    return .steps(Side.allCases.compactMap { side in sides[side].map { .side(side, .text($0.words)) } })
  }
}
