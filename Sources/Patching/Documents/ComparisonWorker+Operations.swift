import Comparing
import Records

extension ComparisonWorker {
  /// The operations that turn one nested value into another, of two records that are given by their numbers.
  func operations(
    from old: Field, to new: Field, in column: OperationColumn, at pointer: [UInt8], source: Int, target: Int
  ) throws -> [PatchOperation] {
    try judging(column.inside, column.name, source, target) { scripts in
      try NestedOperations.operations(from: old, to: new, at: pointer, rules: column.inside, scripts: scripts)
    }
  }
}
