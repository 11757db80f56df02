import Comparing
import Platform
import Records

/// A comparison whose changes are accepted step by step, into a file that each step writes.
package struct AcceptanceReview {
  private let request: DiffRequest
  /// The comparison without accepted differences.
  private let plain: Comparison
  /// The contents of the file before each step.
  private var steps: [AcceptedFile] = []
  /// The accepted differences.
  package private(set) var accepted: AcceptedFile
  /// The comparison with the accepted differences.
  package private(set) var comparison: Comparison

  private static let usualFile = "accepted.jsonl"

  /// Compares two inputs.
  ///
  /// The file of accepted differences is the one that the rules name, and need not exist.
  package init(_ request: DiffRequest) throws(LunaDiffError) {
    self.request = request
    var path: String?
    plain = try compare(request) { (path, $0.accept) = ($0.accept, nil) }
    let file = AcceptedFile.path(path ?? Self.usualFile, table: plain.tableName)
    // The usual file is not read unless it is named.
    accepted = path == nil || !FilePath.exists(file) ? AcceptedFile(new: file) : try AcceptedFile(file)
    comparison = accepted.entries.isEmpty ? plain : try plain.accepting(accepted)
  }

  /// Accepts differences and writes the file.
  ///
  /// - Parameter fill: Adds entries to the file. Without a new entry nothing is written.
  /// - Returns: The number of new entries.
  /// - Throws: What `fill` throws, and an error if the file cannot be written. The file then keeps its contents.
  package mutating func accept(_ fill: (inout AcceptedFile, Comparison) throws -> Void) throws -> Int {
    var file = accepted
    try AcceptedFile.checkMask(of: comparison)
    try fill(&file, comparison)
    let added = file.entries.count - accepted.entries.count
    guard added > 0 else { return 0 }
    if accepted.isNew, accepted.entries.isEmpty, FilePath.exists(file.path) {
      throw LunaDiffError("\(file.path) is there already", hint: "\(Setting("accept")) \(file.path) adds to it")
    }
    try file.write(inputs: [request.old, request.new])
    steps.append(accepted)
    try use(file)
    return added
  }

  /// Takes the last step back.
  ///
  /// - Returns: The number of entries that left the file; `nil` if there is no step.
  package mutating func undo() throws(LunaDiffError) -> Int? {
    guard let before = steps.last else { return nil }
    let count = accepted.entries.count - before.entries.count
    try before.restore(inputs: [request.old, request.new])
    steps.removeLast()
    try use(before)
    return count
  }

  private mutating func use(_ file: AcceptedFile) throws(LunaDiffError) {
    accepted = file
    comparison = file.entries.isEmpty ? plain : try plain.accepting(file)
  }
}
