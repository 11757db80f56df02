@testable import RecordDiff

extension ValueRules {
  /// The same list rule for every list of a value.
  static func everywhere(_ rule: ListRule) -> ValueRules {
    var paths: [[PathPattern.Step]] = [[]]
    var rules: [(path: PathPattern, rule: ValueRule)] = []
    for _ in 0...4 {
      rules += paths.map { (PathPattern($0), .list(rule)) }
      paths = paths.flatMap { [$0 + [.elements], $0 + [.anyMember]] }
    }
    return ValueRules(column: "c", rules)
  }
}
