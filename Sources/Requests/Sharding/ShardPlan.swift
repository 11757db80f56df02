import Platform
import Comparing
import Records
import Rules

/// A comparison in pieces: a directory with a plan, to which each step adds its file.
///
/// Each step can be repeated, at any time, by any process that sees the same files under the same paths.
package struct ShardPlan: Sendable {
  private let directory: String
  /// What messages call the directory.
  private let name: String
  private let manifest: ShardManifest
  private let number: UInt64

  /// The command line that made the plan, which says what is compared, and how.
  package var arguments: [String] { manifest.arguments }
  package var workingDirectory: String { manifest.directory }
  package var shards: Int { manifest.shards }

  package static let mostShards = ShardLayout.most

  private static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  private init(_ manifest: ShardManifest, in directory: String, named name: String) {
    self.manifest = manifest
    self.directory = directory
    self.name = name
    number = HashSecrets.fixed.hash(of: manifest.json)
  }

  /// Makes a plan of what the arguments compare; where there is one for the same work, it stays.
  package static func make(
    _ request: DiffRequest, shards: Int, in directory: String, arguments: [String], program: String
  ) throws(LunaDiffError) -> ShardPlan {
    try watchingInputs(of: request) { request in
      let files = try Self.files(of: request).map { try FileStamp(of: $0) }
      let input = try Self.input(request)
      let choice = try input.keyChoice()
      let manifest = ShardManifest(
        program: program, directory: FilePath.resolved(".") ?? ".", arguments: arguments, shards: shards,
        counts: Sides { input.tables[$0].count }, choice: choice.isSearched ? choice : nil, files: files)
      try Directory.make(directory)
      if access(path(directory), F_OK) == 0 {
        let plan = try open(directory, named: directory, program: program)
        guard plan.manifest.isSame(as: manifest) else {
          throw LunaDiffError(
            """
            \(directory): there is another plan already
              hint: name another directory, or remove this one
            """)
        }
        return plan
      }
      try OutputPlace(path(directory), inputs: []).write { try $0.write(manifest.json) }
      return ShardPlan(manifest, in: directory, named: directory)
    }
  }

  /// Opens a plan, which the same version of the program has to have made.
  package static func open(_ directory: String, named name: String, program: String) throws(LunaDiffError) -> ShardPlan
  {
    let path = path(directory)
    guard access(path, F_OK) == 0 else {
      throw LunaDiffError(
        """
        \(name): there is no plan
          hint: lunadiff shard plan OLD NEW --shards COUNT -o \(name.shellWord) makes one
        """)
    }
    let value = try LunaDiffError.wrapping { try PlainText(path: path, named: "\(name)/plan.json").jsonValue() }
    guard let manifest = ShardManifest(value) else {
      throw LunaDiffError("\(name)/plan.json: this is no plan of lunadiff shard")
    }
    guard manifest.program == program else {
      throw LunaDiffError(
        """
        \(name)/plan.json: made by version \(manifest.program), and this is \(program)
          hint: all steps take the same version; make a new plan
        """)
    }
    return ShardPlan(manifest, in: directory, named: name)
  }

  private static func files(of request: DiffRequest) throws -> [String] {
    var files: [String] = []
    for path in [request.old, request.new] {
      guard path != "-" else {
        throw LunaDiffError("standard input cannot be read by every step\n  hint: write it to a file first")
      }
      files += try RecordInput.files(at: path)
    }
    for case .file(let path) in request.options.rules where access(path, F_OK) == 0 { files.append(path) }
    files += request.options.modules
    files += request.options.plugins.sources().filter(\.isTrusted).map(\.path)
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  private static func input(_ request: DiffRequest) throws -> ComparisonInput {
    let rules = try RequestedRules(request.options)
    guard rules.ruleSet.passes.isEmpty else {
      throw LunaDiffError(
        "an identity in passes cannot be compared in pieces: a later pass looks at all that is left",
        hint: "\(.key) names an identity that has a single pass")
    }
    return try rules.ruleSet.hidingMasked {
      let plan = try request.options.plan(rules, for: "a comparison in pieces")
      return try ComparisonInput(Inputs(request, rules.ruleSet).tables(), plan)
    }
  }

  private var layout: ShardLayout {
    ShardLayout(shards: shards, counts: Sides(source: manifest.source, target: manifest.target))
  }

  private func file(_ step: ShardFile.Step, _ piece: Int) -> ShardFile {
    ShardFile(step: step, number: piece, plan: number, directory: directory, name: name)
  }

  /// Both inputs as the plan has seen them, and what tells their records apart.
  private func identified(_ request: DiffRequest) throws -> (ComparisonInput, KeyChoice) {
    try checkFiles()
    guard try Self.files(of: request).sorted() == manifest.files.map(\.path).sorted() else {
      throw changed("\(request.old) or \(request.new)")
    }
    let input = try Self.input(request)
    for side in Side.allCases where input.tables[side].count != layout.counts[side] {
      throw changed(input.tables[side].name)
    }
    let choice = try manifest.choice ?? input.keyChoice()
    return (try input.settled(by: choice), choice)
  }

  private func checkFiles() throws {
    for file in manifest.files where try !file.isCurrent() { throw changed(file.path) }
  }

  private func changed(_ name: String) -> LunaDiffError {
    LunaDiffError(
      """
      \(name): not what it was when the plan was made
        hint: all steps have to see the same files; make a new plan
      """)
  }

  /// Maps a part, counted from 0.
  package func map(_ part: Int, _ request: DiffRequest) throws(LunaDiffError) {
    try watchingInputs(of: request) { request in
      guard let secrets = FingerprintSecrets(manifest.secrets) else { return }
      let input = try identified(request).0
      let mapped = try MappedPart(input, part: part, of: layout, secrets)
      try checkFiles()
      try file(.map, part).write(mapped)
    }
  }

  /// Reduces a shard, counted from 0.
  package func reduce(_ shard: Int, _ request: DiffRequest) throws(LunaDiffError) {
    try watchingInputs(of: request) { request in
      let parts = try (0..<shards).map { try file(.map, $0).part(of: layout, only: shard) }
      let (input, choice) = try identified(request)
      let reduced = try ReducedShard(input, shard: shard, of: parts, choice: choice)
      try checkFiles()
      try file(.reduce, shard).write(reduced)
    }
  }

  package func finish(_ request: DiffRequest) throws(LunaDiffError) -> Comparison {
    try watchingInputs(of: request) { request in
      let reduced = try (0..<shards).map { try file(.reduce, $0).shard(of: layout) }
      let (input, choice) = try identified(request)
      // Without a filter and sections every record is compared, and nothing is asked of the parts but how rules fared.
      let only = input.isNarrowed ? nil : 0
      let parts = try (0..<shards).map { try file(.map, $0).part(of: layout, only: only) }
      return try Comparison(input, parts: parts, shards: reduced, choice: choice)
    }
  }
}
