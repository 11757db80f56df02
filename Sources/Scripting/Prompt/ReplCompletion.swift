/// How a word before the cursor may go on.
package struct ReplCompletion: Sendable, Equatable {
  /// The beginning that has been typed.
  package let word: String
  /// All that the word can become, sorted; each begins with it.
  package let candidates: [String]
  /// What follows the word once it is whole.
  package let ending: String

  /// What all candidates have beyond the word.
  package var common: String {
    guard var common = candidates.first else { return "" }
    if candidates.count == 1 { return String(common.dropFirst(word.count)) + ending }
    for candidate in candidates { common = common.commonPrefix(with: candidate) }
    return String(common.dropFirst(word.count))
  }

  init(_ word: String, among names: some Sequence<String>, ending: String = "") {
    self.word = word
    self.ending = ending
    candidates = Set(names.filter { $0.hasPrefix(word) }).sorted()
  }
}

extension ReplCompletion {
  init<Directive: PromptDirective>(command line: String, of type: Directive.Type) {
    self.init(line, among: Directive.allCases.map { ":\($0.rawValue)" }, ending: " ")
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String { String(zip(self, other).prefix { $0 == $1 }.map(\.0)) }
}
