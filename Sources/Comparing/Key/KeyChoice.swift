/// What tells the records of a comparison apart, and who chose it.
package enum KeyChoice: Sendable, Equatable {
  /// These columns: they were given, or are the input's own, as the names of an object's members are.
  case given([String])
  /// These columns: none were given, and the search for a key found them. So many records of a side lack a part of it.
  case found([String], gaps: Sides<Int> = Sides(source: 0, target: 0))
  case wholeRecord
  /// The whole record: no key was given, and the search found none that is good enough.
  case notFound(nearest: NearKey? = nil)
  case function

  /// The best of the keys that are not good enough.
  package struct NearKey: Sendable, Equatable {
    package let columns: [String]
    /// How many records it pairs for certain, and of how many.
    package let certain, possible: Int
  }

  /// The columns: none where the whole record is the identity, `nil` where a function is.
  package var columns: [String]? {
    switch self {
    case .given(let columns), .found(let columns, _): columns
    case .wholeRecord, .notFound: []
    case .function: nil
    }
  }

  package var isFound: Bool { if case .found = self { true } else { false } }

  package var isSearched: Bool { if case .notFound = self { true } else { isFound } }
}

extension KeyChoice {
  init(_ identity: ComparisonPlan.Identity) {
    switch identity {
    case .columns(let names): self = .given(names)
    case .record: self = .wholeRecord
    case .automatic: self = .notFound()
    case .script: self = .function
    }
  }
}
