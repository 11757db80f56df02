import Comparing
import Requests

/// A command whose flags name columns of the inputs on its line.
protocol InputsCommand: Command {
  /// The inputs that are there so far, and as which side each is read.
  var namedInputs: [(path: String?, side: Side)] { get }
  /// How they are read.
  var readingOptions: ComparisonOptions { get }
}

extension InputsCommand {
  /// The names of all columns, each once.
  var columnNames: [String] {
    let options = readingOptions
    return namedInputs.reduce(into: []) { names, input in
      guard let path = input.path else { return }
      names += options.columnNames(of: path, as: input.side).namesMissing(in: names)
    }
  }
}

/// A command with two inputs, each with flags of its own.
protocol PairInputsCommand: InputsCommand {
  var old: String? { get }
  var new: String? { get }
  var input: InputOptions { get }
  var oldInput: SideOptions<OldSide> { get }
  var newInput: SideOptions<NewSide> { get }
}

extension PairInputsCommand {
  var namedInputs: [(path: String?, side: Side)] { [(old, .source), (new, .target)] }
  var readingOptions: ComparisonOptions { ComparisonOptions(input, old: oldInput, new: newInput) }
}

extension DiffCommand: PairInputsCommand {}
extension ExplainCommand: PairInputsCommand {}
extension ProbeCommand: PairInputsCommand {}
extension CheckCommand: PairInputsCommand {}
extension ReplCommand: PairInputsCommand {}

extension MergeCommand: InputsCommand {
  var namedInputs: [(path: String?, side: Side)] { [base, ours, theirs].map { ($0, .source) } }
  var readingOptions: ComparisonOptions { ComparisonOptions(input) }
}
