import Platform
import RecordDiff
import Records
import Rules
import Synchronization

/// Both inputs of a comparison, opened.
package struct Inputs {
  private let inputs: Sides<RecordInput>
  private let isSmall: Bool

  /// From how many bytes on both inputs together are worth a thread: it takes as long to start as so much to read.
  private static let threadedSize = 128 << 10

  /// Opens the inputs of a request.
  package init(_ request: DiffRequest, _ rules: RuleSet) throws {
    try self.init(Sides(source: request.old, target: request.new), request.options, rules)
  }

  /// Opens both inputs, at the same time unless they are small.
  package init(_ paths: Sides<String>, _ options: ComparisonOptions, _ rules: RuleSet) throws {
    if paths.source == "-", paths.target == "-" {
      throw LunaDiffError("standard input cannot be both OLD and NEW")
    }
    let opening = InputOpening(options, rules)
    try self.init(sizes: Sides { FileSize.inflated(paths[$0]) }) {
      try opening.open(paths[$0], as: $0)
    }
    let opened = inputs
    try opening.checkUse(of: Side.allCases.map { ($0, opened[$0]) })
  }

  /// Opens both inputs, at the same time unless they are small.
  ///
  /// - Parameters:
  ///   - sizes: About how many bytes each has; `nil` where nobody knows.
  ///   - open: Opens one.
  package init(sizes: Sides<Int?>, open: @Sendable (Side) throws -> RecordInput) throws {
    let isSmall =
      if let source = sizes.source, let target = sizes.target {
        source + target < Self.threadedSize
      } else { false }
    inputs = try onSides(inParallel: !isSmall, open)
    self.isSmall = isSmall
  }

  /// Indexes both inputs, at the same time, without looking at keys.
  package func tables() throws -> Sides<RecordTable> {
    let inputs = self.inputs
    return try onSides(inParallel: !isSmall) { try inputs[$0].table() }
  }

  /// Indexes both inputs, at the same time, and compares them.
  package func compare(_ plan: ComparisonPlan) throws -> Comparison {
    let inputs = self.inputs
    let size = Side.allCases.reduce(0) { $0 + inputs[$1].textSize }
    plan.meter?.plan(plan.shares)
    plan.meter?.begin(.reading, of: size)
    let keys = plan.hashedColumns(headers: Sides { inputs[$0].header })
    let tables = try onSides(inParallel: !isSmall) { try inputs[$0].table(hashing: keys[$0]) }
    let comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    try comparison.checkSomethingCompared()
    return comparison
  }
}

/// How a request opens an input: by its format, or by a plug-in's reader.
package struct InputOpening: Sendable {
  private let options: ReadOptions
  /// The options as they were given; `nil` where they need not mean anything to these inputs.
  private let given: ReadOptions?
  private let overrides: Sides<ReadOverrides>
  private let contents: Sides<[UInt8]?>
  private let reader: ReaderChoice?
  private let program: PluginProgram?

  package init(_ given: ComparisonOptions, _ rules: RuleSet) {
    options = given.reading(by: rules)
    self.given = given.reader == nil && !given.sharesReading ? given.read : nil
    overrides = given.overrides
    contents = given.contents
    reader = given.reader
    program = given.reader.map { _ in
      var program = PluginProgram(given.plugins.sources())
      program.limits = given.limits.bridged
      program.print = given.print
      return program
    }
  }

  /// Refuses options that were given and that mean nothing to the inputs.
  package func checkUse(of inputs: [(side: Side, input: RecordInput)]) throws(LunaDiffError) {
    guard let given else { return }
    try given.checkUse(in: inputs.map(\.input))
    for (side, input) in inputs { try overrides[side].checkUse(in: input, as: side) }
  }

  /// Opens an input.
  package func open(_ path: String, as side: Side) throws -> RecordInput {
    let options = overrides[side].applied(to: options)
    let content = contents[side]
    guard let reader, let program, overrides[side].format == nil else {
      if let content {
        return try RecordInput.read(
          bytes: content, name: overrides[side].name ?? path, options: options)
      }
      return try RecordInput.openTable(
        path: path, named: overrides[side].name, options: options)
    }
    return try program.read(
      path, content: content, reader: reader.name,
      settings: reader.settings.map { ($0.name, $0.value) },
      options: options)
  }
}

/// Does one thing for each side; where both fail, the source's error is thrown.
///
/// - Parameter inParallel: Whether at the same time.
package func onSides<Result: Sendable>(
  inParallel: Bool = true, _ body: @Sendable (Side) throws -> Result
) throws -> Sides<Result> {
  guard inParallel else { return try Sides(body) }
  let results = Mutex<[Side: Swift.Result<Result, any Error>]>([:])
  Workers.run(count: 2, limit: 2) { number in
    let side = number == 0 ? Side.source : .target
    let result = Swift.Result { try body(side) }
    results.withLock { $0[side] = result }
  }
  return try Sides { side in
    guard let result = results.withLock({ $0[side] }) else { throw LunaDiffError("interrupted") }
    return try result.get()
  }
}
