import Comparing
import Requests

/// A command whose completion knows the columns of its inputs.
protocol InputsCommand: Command {
  /// The inputs that are there so far, and as which side each is read.
  var namedInputs: [(path: String?, side: Side)] { get }
  var readingOptions: ComparisonOptions { get }
}

extension InputsCommand {
  var columnNames: [String] {
    let options = readingOptions
    return namedInputs.reduce(into: []) { names, input in
      guard let path = input.path else { return }
      names += options.columnNames(of: path, as: input.side).namesMissing(in: names)
    }
  }
}

protocol PairInputsCommand: InputsCommand {
  var old: String? { get }
  var new: String? { get }
  var inputs: InputPairOptions { get }
}

extension PairInputsCommand {
  /// What is to be compared; both inputs have to be named.
  func pairRequest(_ rules: some RuleGroup, usage: String) throws -> DiffRequest {
    guard let old, let new else {
      throw CommandError(old == nil ? "two inputs are needed" : "a second input is needed", hint: usage)
    }
    var request = DiffRequest(old: old, new: new)
    request.options = inputs.options(rules)
    return request
  }

  var namedInputs: [(path: String?, side: Side)] { [(old, .source), (new, .target)] }
  var readingOptions: ComparisonOptions { inputs.options() }
}

extension DiffCommand: PairInputsCommand {}
extension ExplainCommand: PairInputsCommand {}
extension ProbeCommand: PairInputsCommand {}
extension CheckCommand: PairInputsCommand {}
extension LearnCommand: PairInputsCommand {}
extension ViewCommand: PairInputsCommand {}

extension ReplCommand: InputsCommand {
  var namedInputs: [(path: String?, side: Side)] { [(old, .source), (new, .target)] }
  var readingOptions: ComparisonOptions { ComparisonOptions(input, old: oldInput, new: newInput) }
}

extension MergeCommand: InputsCommand {
  var namedInputs: [(path: String?, side: Side)] { [base, ours, theirs].map { ($0, .source) } }
  var readingOptions: ComparisonOptions { ComparisonOptions(inputs.input) }
}
