import Comparing
import Platform
import Records
import Rules
import Synchronization

/// How a request opens an input: by its format, or by a plug-in's reader.
package struct InputOpening: Sendable {
  private let options: ReadOptions
  /// What the request says.
  private let request: ComparisonOptions
  private let state = OpeningState()

  package init(_ given: ComparisonOptions, _ rules: RuleSet) {
    options = given.reading(by: rules)
    request = given
  }

  /// Refuses options that were given and that mean nothing to the inputs.
  package func checkUse(of inputs: [(side: Side, input: RecordInput)]) throws(LunaDiffError) {
    let shared = request.readers.source.settings
    if let setting = shared.first, !state.hasPluginInput {
      let names = inputs.map(\.input.name).joined(separator: " or ")
      throw Self.unused(setting, for: names)
    }
    // Where a reader has a part in it, or options hold for other inputs too, not all of them need to mean anything.
    guard !request.sharesReading, Side.allCases.allSatisfy({ request.readers[$0].name == nil }) else { return }
    try request.read.checkUse(in: inputs.map(\.input))
    for (side, input) in inputs { try request.overrides[side].checkUse(in: input, as: side) }
  }

  /// Opens an input.
  ///
  /// - Throws: Why it cannot be opened, or why the other one could not: a program that reads one is ended then.
  package func open(_ path: String, as side: Side) throws -> RecordInput {
    do { return try records(path, side) } catch { throw state.note(error) }
  }

  private func records(_ path: String, _ side: Side) throws -> RecordInput {
    let overrides = request.overrides[side]
    var input = ReaderInput(path: path, name: overrides.name)
    input.options = overrides.applied(to: options)
    input.content = request.contents[side].map(ByteStorage.init(copying:))
    if let records = try read(input, side, overrides) { return records }
    if let content = input.content { return try RecordInput.read(content, name: input.name, options: input.options) }
    return try openTable(path, input, side)
  }

  /// Opens a file, or several as one table, each of which a reader may claim.
  private func openTable(_ path: String, _ input: ReaderInput, _ side: Side) throws -> RecordInput {
    let name = request.overrides[side].name
    guard case .parts = InputGlance(path: path) else {
      return try RecordInput.openTable(path: path, named: name, options: input.options)
    }
    let program = request.pluginProgram
    let choice = request.readers[side]
    return try RecordInput.openParts(path: path, named: name, options: input.options) { [state] path, options in
      var part = ReaderInput(path: path)
      part.options = options
      part.settings = choice.values
      part.isWanted = { state.isWhole }
      guard part.mayBeClaimed else { return nil }
      let (records, isByReader) = try program.read(part)
      if isByReader { state.noteReader(of: side) }
      return records
    }
  }

  /// Reads an input by the reader that is named, or claims it; `nil` where there is none.
  private func read(_ input: ReaderInput, _ side: Side, _ overrides: ReadOverrides) throws -> RecordInput? {
    let reader = request.readers[side]
    let name = overrides.format == nil ? reader.name : nil
    // Data that stand in a test are text.
    guard name != nil || input.content == nil && input.mayBeClaimed else {
      if let setting = reader.ownSettings.first { throw Self.unused(setting, for: input.name) }
      return nil
    }
    var input = input
    input.settings = reader.values
    input.isWanted = { [state] in state.isWhole }
    let (records, isByReader) = try request.pluginProgram.read(input, by: name)
    if isByReader {
      state.noteReader(of: side)
    } else if let setting = reader.ownSettings.first {
      throw Self.unused(setting, for: input.name)
    }
    return records
  }

  /// The error for a setting that no reader finds.
  private static func unused(_ setting: ReaderChoice.Setting, for name: String) -> LunaDiffError {
    LunaDiffError(
      "no plug-in's reader reads \(name), which could use the option '\(setting.name)'",
      hint: "\(.inputFormat) NAME names a reader; lunadiff plugins lists them")
  }
}

/// What has become of the inputs of a request, which are opened at the same time.
final class OpeningState: Sendable {
  private struct State {
    var failure: (any Error)?
    var readByPlugins: Set<Side> = []
  }

  private let state = Mutex(State())

  /// Whether nothing has gone wrong, so that the other input is still wanted.
  var isWhole: Bool { state.withLock { $0.failure == nil } }

  /// Whether a plug-in's reader has read an input.
  var hasPluginInput: Bool { state.withLock { !$0.readByPlugins.isEmpty } }

  /// A plug-in's reader has read an input.
  func noteReader(of side: Side) { state.withLock { _ = $0.readByPlugins.insert(side) } }

  /// Takes down what went wrong.
  ///
  /// - Returns: The same; of work that was given up, why it was.
  func note(_ failure: any Error) -> any Error {
    state.withLock { state in
      let first = state.failure ?? failure
      state.failure = first
      return (failure as? RecordError)?.kind == .cancelled ? first : failure
    }
  }
}
