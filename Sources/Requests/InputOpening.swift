import Comparing
import Platform
import Records
import Rules
import Synchronization

/// How an input is opened, whoever asks: by a plug-in's reader, by its format, or several files as one table.
package struct InputOpening: Sendable {
  /// The plug-ins whose readers may read it; `nil`: none may.
  private let plugins: PluginProgram?
  private let options: ReadOptions
  package var choice = ReaderChoice()
  package var allowsPrograms = true
  /// Whether a directory or a pattern is no input.
  package var isOneFile = false
  /// Whether a reader that is named reads each file of a directory or a pattern, and not what they are in.
  package var readsEachFile = false
  /// An input that may have the same bytes, which saves time.
  package var other: RecordInput?
  /// Whether anybody still waits for the records; asked from the thread that reads.
  package var isWanted: @Sendable () -> Bool = { true }
  /// Is told that a reader has read the input, or a part of it.
  package var noteReader: @Sendable () -> Void = {}

  package init(_ plugins: PluginProgram?, _ options: ReadOptions) {
    self.plugins = plugins
    self.options = options
  }

  /// Opens an input: a file, an address, what a path stands for, or several paths as one table.
  ///
  /// Its format is told by `name`, or else its path; with `content`, its bytes, the path is only a name.
  package func open(_ paths: [String], named name: String? = nil, content: ByteStorage? = nil) throws -> RecordInput {
    if let path = paths.first, paths.count == 1, !(readsEachFile && InputGlance.isParts(path)) {
      var input = input(path, named: name, options)
      input.content = content
      if let records = try read(input, by: choice.name) { return records }
      if let content { return try RecordInput.read(content, name: input.name, options: options) }
    }
    return try RecordInput.open(paths, named: name, options: options, isOneFile: isOneFile, beside: other) {
      path, options in try read(input(path, named: nil, options), by: readsEachFile ? choice.name : nil)
    }
  }

  private func input(_ path: String, named name: String?, _ options: ReadOptions) -> ReaderInput {
    var input = ReaderInput(path: path, name: name)
    input.options = options
    input.settings = choice.values
    input.allowsPrograms = allowsPrograms
    input.isWanted = isWanted
    return input
  }

  /// Reads an input by the reader that is named, or claims it; `nil` where there is none.
  private func read(_ input: ReaderInput, by name: String?) throws -> RecordInput? {
    if input.content == nil { try input.options.checkPlace(of: input.path) }
    // Data that stand in a test are text.
    guard let plugins, name != nil || input.content == nil && input.mayBeClaimed else { return nil }
    let (records, isByReader) = try plugins.read(input, by: name)
    if isByReader { noteReader() }
    return records
  }
}

package struct RequestOpening: Sendable {
  private let options: ReadOptions
  private let request: ComparisonOptions
  private let plugins: PluginProgram
  private let state = OpeningState()

  package init(_ given: ComparisonOptions, _ rules: RuleSet) {
    options = given.reading(by: rules)
    request = given
    plugins = given.pluginProgram
  }

  /// Refuses options that were given and that mean nothing to the inputs.
  package func checkUse(of inputs: [(side: Side, input: RecordInput)]) throws(LunaDiffError) {
    try checkSettings(for: inputs.map(\.input))
    // Where a reader has a part in it, or options hold for other inputs too, not all of them need to mean anything.
    guard !request.sharesReading, Side.allCases.allSatisfy({ request.readers[$0].name == nil }) else { return }
    try request.read.checkUse(in: inputs.map(\.input))
    for (side, input) in inputs { try request.overrides[side].checkUse(in: input, as: side) }
  }

  private func checkSettings(for inputs: [RecordInput]) throws(LunaDiffError) {
    guard let setting = request.readers.source.settings.first, !Side.allCases.contains(where: state.isReadByPlugin)
    else { return }
    throw setting.unused(for: inputs.map(\.name).joined(separator: " or "))
  }

  /// Opens an input, or throws why the other one could not be opened: a program that reads one is ended then.
  package func open(_ path: String, as side: Side) throws -> RecordInput {
    do {
      let input = try records(path, side)
      state.note(input)
      return input
    } catch { throw state.note(error) }
  }

  private func records(_ path: String, _ side: Side) throws -> RecordInput {
    let overrides = request.overrides[side]
    var opening = opening(overrides.applied(to: options), side)
    if overrides.format != nil { opening.choice.name = nil }
    let input = try opening.open(
      [path], named: overrides.name, content: request.contents[side].map(ByteStorage.init(copying:)))
    if let setting = request.readers[side].ownSettings.first, !state.isReadByPlugin(side) {
      throw setting.unused(for: input.name)
    }
    return input
  }

  private func opening(_ options: ReadOptions, _ side: Side) -> InputOpening {
    var opening = InputOpening(plugins, options)
    opening.choice = request.readers[side]
    opening.isOneFile = request.sizes[side] != nil
    opening.other = state.opened
    opening.isWanted = { [state] in state.isWhole }
    opening.noteReader = { [state] in state.noteReader(of: side) }
    return opening
  }

  /// Opens files whose text is changed and written; their formats are told by `names`, or else by their paths; it is an
  /// error where a reader reads one: that makes records of a file, and no file of records.
  package func openTexts(_ paths: [String], named names: [String?]) throws -> [RecordInput] {
    if let reader = request.readers.source.name {
      throw LunaDiffError("what the reader '\(reader)' reads cannot be written back")
    }
    var opening = opening(options, .source)
    opening.isOneFile = true
    let inputs = try zip(paths, names).map { path, name in
      let input = try opening.open([path], named: name)
      guard input.isFileText else {
        throw LunaDiffError("\(input.name): what a plug-in's reader makes of it cannot be written back")
      }
      return input
    }
    try checkSettings(for: inputs)
    try request.read.checkUse(in: inputs)
    return inputs
  }
}

private final class OpeningState: Sendable {
  private struct State {
    var failure: (any Error)?
    var readByPlugins: Set<Side> = []
    var opened: RecordInput?
  }

  private let state = Mutex(State())

  /// Whether nothing has gone wrong, so that the other input is still wanted.
  var isWhole: Bool { state.withLock { $0.failure == nil } }

  func isReadByPlugin(_ side: Side) -> Bool { state.withLock { $0.readByPlugins.contains(side) } }

  var opened: RecordInput? { state.withLock { $0.opened } }

  func note(_ opened: RecordInput) { state.withLock { $0.opened = opened } }

  func noteReader(of side: Side) { state.withLock { _ = $0.readByPlugins.insert(side) } }

  /// Takes down what went wrong, and returns it; of work that was given up, why it was.
  func note(_ failure: any Error) -> any Error {
    state.withLock { state in
      let first = state.failure ?? failure
      state.failure = first
      return (failure as? RecordError)?.kind == .cancelled ? first : failure
    }
  }
}
