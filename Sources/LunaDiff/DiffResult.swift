import Comparing
import LuaRuntime
import Platform
import Reports
import Requests
import Rules
import Scripting
public import StagedDiff

/// What came of a comparison.
///
/// It holds both inputs in memory, or keeps their files mapped, and makes each change when it is asked for.
public struct DiffResult: Sendable {
  let comparison: Comparison
  let host: LunaHost

  /// The changes in the order of reports: deleted records in the old order, then the rest in the new order.
  public var changes: ChangeList { ChangeList(comparison) }

  /// How many records changed, and how.
  public var summary: ChangeSummary { comparison.summary }

  /// Whether nothing differs: no record, no section, and no column.
  public var isSame: Bool { comparison.isSame }

  /// The columns that identified the records: none where the whole record did, `nil` where a function did.
  public var key: [String]? { comparison.shownKey.columns }

  /// The columns of both inputs, in the new one's order, and those that one of them alone has.
  public var columns: (common: [String], deleted: [String], inserted: [String]) {
    let columns = comparison.columns
    return (columns.common.map(\.name), columns.deleted, columns.inserted)
  }

  /// The names of the sections that changed in a way, in the order of their side; one that is updated and moved is
  /// among both.
  public func sections(_ kind: Change.Kind) -> [Value] {
    comparison.sectionNames(changed: kind.kind).map(Value.init)
  }

  /// What makes the result worth less than it seems, such as a header that looks like a record; one line each.
  public var warnings: [String] { comparison.terms.warnings.map(\.message) }

  /// What a person should know of how the result was made, ``warnings`` first, then duplicate keys: that keys are text
  /// on one side and numbers on the other, how passes paired, which rules did nothing; one line each.
  public var notes: [String] {
    warnings + comparison.duplicateWords + comparison.terms.notes.filter { !$0.isWarning }.map(\.message)
  }

  /// Pairs that a score of the rules has not made, since one of the two records has another that comes as near: the
  /// records' numbers, from 0, and the score.
  public var ambiguousPairs: [(old: Int, new: Int, score: Double)] {
    (comparison.passes?.passes ?? []).flatMap { comparison.records(of: $0.ambiguous) }.map {
      ($0.records.source, $0.records.target, $0.score)
    }
  }

  /// What explains many changes at once, a sentence each, those that explain most first: at most seven.
  ///
  /// - Throws: `LunaDiffError` for an input that changed, or what a rule throws.
  /// - Complexity: A fraction of what the comparison took; asked for anew each time.
  public var findings: [String] {
    get throws {
      do { return try comparison.guarding { try comparison.findingWords().map(\.text) } } catch {
        throw LunaDiffError(error)
      }
    }
  }
}

extension DiffResult {
  /// The result in some form, as text.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - adjust: Says what the report holds.
  /// - Throws: `LunaDiffError` for an unknown form, a column that is none, or an input that changed; what the
  ///   host's own format throws; `CancellationError` in a task that was cancelled.
  public func report(_ report: Report, adjust: (inout Report.Options) -> Void = { _ in }) throws -> String {
    var bytes: [UInt8] = []
    try write(report, adjust: adjust) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the result in some form; the whole is never in memory.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - adjust: Says what the report holds.
  ///   - sink: Takes the bytes, some tens of kilobytes at a time; what it throws ends the writing and comes out as it
  ///     is.
  /// - Throws: As ``report(_:adjust:)``.
  public func write(
    _ report: Report, adjust: (inout Report.Options) -> Void = { _ in }, to sink: ([UInt8]) throws -> Void
  ) throws {
    try withoutActuallyEscaping(sink) { sink in
      try write(report, Self.options(adjust), through: { bytes in try AppFailure.marking { try sink(Array(bytes)) } })
    }
  }

  /// Writes the result to a file, which appears whole or not at all; directories that it needs are made.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - path: The file's path.
  ///   - adjust: Says what the report holds.
  /// - Throws: As ``report(_:adjust:)``, and `LunaDiffError` where the file cannot be written.
  public func write(_ report: Report, toFile path: String, adjust: (inout Report.Options) -> Void = { _ in }) throws {
    let options = Self.options(adjust)
    let inputs = [comparison.source.name, comparison.target.name]
    do {
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: inputs).write { file in try write(report, options, through: file.write) }
    } catch  where error is SystemError || error is OutputError { throw LunaDiffError(error) }
  }

  private static func options(_ adjust: (inout Report.Options) -> Void) -> ReportOptions {
    var options = Report.Options()
    adjust(&options)
    return options.reportOptions
  }

  private func write(_ report: Report, _ options: ReportOptions, through receive: @escaping (BytesView) throws -> Void)
    throws
  {
    let take: (BytesView) throws -> Void = { bytes in
      try AppFailure.marking { try Task.checkCancellation() }
      try receive(bytes)
    }
    if let name = report.settings.first?.name, report.format != nil || report.isOf(host) {
      throw LunaDiffError(.request, "the option '\(name)' is for formats of plug-ins, and this is none")
    }
    var sink = AnySink(take)
    do {
      if let format = report.format {
        try Reports.write(comparison, as: format, options: options, to: &sink)
      } else if case .named(let name, _) = report {
        if let format = host.formats[name] { return try write(format, to: take) }
        var environment = host.environment()
        environment.interrupt = LuaInterrupt { Task.isCancelled }
        var options = options
        options.formatOptions = report.settings
        try PluginProgram(in: environment).write(comparison, as: name, options: options, to: &sink)
      }
    } catch let failure as AppFailure { throw failure.error } catch {
      try Task.checkCancellation()
      throw LunaDiffError(error)
    }
  }

  /// Gathers the small pieces of a host's own format.
  private func write(_ format: HostFormat, to take: @escaping (BytesView) throws -> Void) throws {
    var bytes: [UInt8] = []
    try comparison.guarding {
      try AppFailure.marking {
        try format(self) { text in
          bytes += text.utf8
          guard bytes.count >= 1 << 16 else { return }
          try bytes.withBytes(take)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      try bytes.withBytes(take)
    }
  }
}

/// What the app's own code threw, wrapped so that no module on the way makes a message of it.
private struct AppFailure: Error {
  let error: any Error

  static func marking(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as AppFailure { throw failure } catch { throw AppFailure(error: error) }
  }
}

/// One atomic batch of edits: applied one after another, the stages turn the old records into the new ones.
///
/// Within a stage, records are updated and deleted at their old places, and inserted and moved to their new ones.
public struct Stage: Sendable {
  fileprivate let stage: ChangeStage
  fileprivate let comparison: Comparison
  fileprivate let places: ChangePlaces

  /// How many edits it has, those of sections included.
  public var count: Int { stage.count }

  /// The changes of a kind that it makes; one that is updated and moved is updated in one stage and moved in another.
  public subscript(kind: Change.Kind) -> ChangeList {
    ChangeList(comparison, places: stage.changes(of: kind.kind, places))
  }

  /// Does to rows of the app's what the stage does to records: all stages in turn make the new rows of the old ones.
  ///
  /// ```swift
  /// for stage in result.stages { try stage.apply(to: &products) { try $0.decode() } }
  /// ```
  ///
  /// What the rules call equal stays the row that it was.
  ///
  /// - Parameters:
  ///   - rows: A row for each record that takes part, as the stages before have left them; where something is thrown,
  ///     they stay so.
  ///   - make: Makes the row of a record that is updated or inserted.
  /// - Returns: The edits as offsets among the rows, as list views take them.
  /// - Throws: `LunaDiffError` where there is another number of rows, or there are sections; what `make` throws.
  /// - Complexity: O(*n*) for *n* rows.
  @discardableResult public func apply<Row>(to rows: inout [Row], make: (DiffRecord) throws -> Row) throws
    -> LinearStage
  {
    guard case .linear(let offsets) = stage.offsets else {
      throw LunaDiffError(.request, "the stages of a result with sections are of no one list")
    }
    let count = stage.recordCount + offsets.deleted.count - offsets.inserted.count
    guard rows.count == count else {
      throw LunaDiffError(.request, "this stage is for \(count) rows, and there are \(rows.count)")
    }
    func made(_ kind: Change.Kind) throws -> [Row] { try self[kind].compactMap { try $0.new.map(make) } }
    var (result, placed) = (rows, Dictionary(uniqueKeysWithValues: zip(offsets.inserted, try made(.inserted))))
    for (offset, row) in zip(offsets.updated, try made(.updated)) { result[offset] = row }
    for move in offsets.moved { placed[move.to] = result[move.from] }
    let gone = Set(offsets.deleted).union(offsets.moved.map(\.from))
    var kept = result.indices.lazy.filter { !gone.contains($0) }.makeIterator()
    rows = (0..<stage.recordCount).compactMap { place in placed[place] ?? kept.next().map { result[$0] } }
    return offsets
  }
}

extension DiffResult {
  /// The stages, in the order in which they are to be applied.
  public var stages: [Stage] {
    let places = ChangePlaces(comparison)
    return comparison.stages.map { Stage(stage: $0, comparison: comparison, places: places) }
  }

  /// Walks the stages, and calls back for every edit: of each stage first updates, then deletions, insertions and
  /// moves.
  ///
  /// ```swift
  /// let stopped = try result.apply(until: { $0[.deleted].count > 100 }) { kind, change in
  ///   if kind == .deleted { try store.delete(change.key) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isStopped: Is asked before each stage; `true` ends the walk.
  ///   - edit: What is done, and the change that it is a part of: one that is updated and moved comes twice.
  /// - Returns: The stage before which it was stopped; `nil` if everything was applied.
  /// - Throws: What the closures throw, and `LunaDiffError` where a rule fails that is asked for a change's key again.
  @discardableResult public func apply(
    until isStopped: (Stage) throws -> Bool = { _ in false }, _ edit: (Change.Kind, Change) throws -> Void
  ) throws -> Stage? {
    for stage in stages {
      if try isStopped(stage) { return stage }
      for kind in [Change.Kind.updated, .deleted, .inserted, .moved] {
        let changes = stage[kind]
        for place in changes.indices { try edit(kind, change(at: place, of: changes)) }
      }
    }
    return nil
  }

  private func change(at place: Int, of changes: ChangeList) throws(LunaDiffError) -> Change {
    do { return try changes.change(at: place) } catch { throw LunaDiffError(error) }
  }
}

/// Foundation has a type of this name.
@available(*, deprecated, renamed: "DiffResult") public typealias ComparisonResult = DiffResult
