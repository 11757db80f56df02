import Records

@testable import Comparing

/// A table of these lines of CSV.
func table(
  _ text: String, name: String = "test.csv", options: ReadOptions = ReadOptions(),
  hashing: [String]? = nil
) throws -> RecordTable {
  try RecordInput.read(bytes: Array(text.utf8), name: name, options: options).table(
    hashing: hashing)
}

/// A plan with columns as its key.
func plan(key: String..., change: (inout ComparisonPlan) -> Void = { _ in }) -> ComparisonPlan {
  var plan = ComparisonPlan()
  plan.identity = .columns(key)
  change(&plan)
  return plan
}

/// A comparison of two texts.
func compare(_ old: String, _ new: String, _ plan: ComparisonPlan = ComparisonPlan()) throws
  -> Comparison
{
  try Comparison(
    source: table(old, name: "old.csv"), target: table(new, name: "new.csv"), plan: plan)
}
