import Comparing
import Platform
import Records

/// A comparison whose changes are accepted step by step, into a file that each step writes.
package struct AcceptanceReview {
  private let request: DiffRequest
  /// The comparison without accepted differences.
  private let plain: Comparison
  /// The entries that each step added.
  private var steps: [[AcceptedDifference]] = []
  private let isNamed: Bool
  private let isNew: Bool
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
    accepted = path == nil ? AcceptedFile(new: file) : try AcceptedFile(orNew: file)
    (isNamed, isNew) = (path != nil, accepted.isNew)
    comparison = accepted.entries.isEmpty ? plain : try plain.accepting(accepted)
  }

  /// Accepts differences and adds them to the file as it is now.
  ///
  /// - Parameter fill: Adds entries to the file. Without a new entry nothing is written.
  /// - Returns: The number of new entries.
  /// - Throws: What `fill` throws, and an error if the file cannot be written. The file then keeps its contents.
  package mutating func accept(_ fill: (inout AcceptedFile, Comparison) throws -> Void) throws -> Int {
    try AcceptedFile.checkMask(of: comparison)
    let added: [AcceptedDifference] = try DirectoryLock.holding(directory) {
      if !isNamed, steps.isEmpty, FilePath.exists(accepted.path) {
        throw LunaDiffError(
          "\(accepted.path) is there already", hint: "\(Setting("accept")) \(accepted.path) adds to it")
      }
      var file = try AcceptedFile(orNew: accepted.path)
      let count = file.entries.count
      try fill(&file, comparison)
      let added = Array(file.entries[count...])
      if !added.isEmpty { try replace(with: file) }
      return added
    }
    if !added.isEmpty { steps.append(added) }
    return added.count
  }

  /// Takes the entries of the last step out of the file as it is now.
  ///
  /// - Returns: The number of entries that left the file; `nil` if there is no step.
  package mutating func undo() throws(LunaDiffError) -> Int? {
    guard let added = steps.last else { return nil }
    do {
      let count = try DirectoryLock.holding(directory) {
        var file = try AcceptedFile(orNew: accepted.path)
        let count = file.entries.count
        file.remove(added)
        try replace(with: file)
        return count - file.entries.count
      }
      steps.removeLast()
      return count
    } catch { throw LunaDiffError(error) }
  }

  private var directory: String { FilePath.directory(of: accepted.path) }

  /// Writes the file, or removes it if it was made here and is empty again.
  private mutating func replace(with file: AcceptedFile) throws {
    if isNew, file.entries.isEmpty, FilePath.exists(file.path) {
      try FilePath.remove(file.path)
    } else {
      try file.write(inputs: [request.old, request.new])
    }
    try use(file)
  }

  private mutating func use(_ file: AcceptedFile) throws(LunaDiffError) {
    accepted = file
    comparison = file.entries.isEmpty ? plain : try plain.accepting(file)
  }
}
