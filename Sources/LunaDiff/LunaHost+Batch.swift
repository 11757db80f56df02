import Batch
import Requests

extension LunaHost {
  /// Compares the files of two directories, one pair after another; one that fails does not keep the others from going on.
  ///
  /// Files of one name are a pair; of the rest, those that differ in format or compression alone.
  ///
  /// - Parameters:
  ///   - old: The directory of old files.
  ///   - new: The directory of new files.
  ///   - patterns: Patterns of the shell, of which a name has to match one; every file of a known format if there is none.
  ///   - isRecursive: Whether files in directories below are taken too.
  ///   - rules: Hold for all pairs.
  ///   - each: Is told what came of each pair, in order of their names; no result where one side lacks the file.
  /// - Throws: `LunaDiffError` where a directory cannot be read, or there is no file; `CancellationError` where the task is
  ///   cancelled; what `each` throws.
  public func compare(
    directory old: String, with new: String, matching patterns: [String] = [],
    recursive isRecursive: Bool = false, rules: Rules = Rules(),
    each: (_ name: String, Result<ComparisonResult, LunaDiffError>?) async throws -> Void
  ) async throws {
    var directories = DirectoryPairs()
    directories.patterns = patterns
    directories.isRecursive = isRecursive
    let search = directories
    let pairs = try await working { work in
      var search = search
      search.claimed = try pluginProgram(work).claimedExtensions()
        .union(readers.values.flatMap(\.extensions))
      return try search.pairs(old: old, new: new, base: BatchPair(name: "", old: nil, new: nil))
    }
    for pair in pairs { try await each(pair.name, outcome(of: pair, rules)) }
  }

  private func outcome(
    of pair: BatchPair, _ rules: Rules
  ) async throws -> Result<ComparisonResult, LunaDiffError>? {
    if let problem = pair.problem { return .failure(LunaDiffError(.input, problem)) }
    guard let old = pair.old, let new = pair.new else { return nil }
    do {
      return .success(try await compare(old: .file(old), new: .file(new), rules: rules))
    } catch let error as LunaDiffError {
      return .failure(error)
    }
  }
}
