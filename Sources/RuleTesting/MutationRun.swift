import LuaRuntime
import Platform
import Records
import Reports
import Requests
import Rules
import Synchronization

/// Small changes of the rules and plug-ins that tests are about, each tried on all of these tests.
struct MutationRun {
  private struct Target: Sendable {
    let subject: Subject
    var tests: [TestCase]
  }

  fileprivate enum Subject: Sendable, Equatable {
    case rules(DiffRequest.RuleSource)
    /// A plug-in's file.
    case plugin(String)
  }

  private struct Mutant: Sendable {
    let target: Int
    let mutation: Mutation
  }

  private let targets: [Target]
  private let mutants: [Mutant]
  /// What a call may take of Lua's instructions: what a change lets run for ever is to end soon.
  private static let instructions = 10_000_000

  /// Finds the changes.
  ///
  /// - Parameter tests: Tests that pass. Rules that stand in a single one of them are its own, and not what it tests.
  /// - Throws: What loading the rules throws.
  init(_ tests: [TestCase]) throws {
    var targets: [Target] = []
    for var test in tests {
      let limit = test.request.options.limits.instructions ?? .max
      test.request.options.limits.instructions = min(limit, Self.instructions)
      for subject in test.subjects {
        if let index = targets.firstIndex(where: { $0.subject == subject }) {
          targets[index].tests.append(test)
        } else {
          targets.append(Target(subject: subject, tests: [test]))
        }
      }
    }
    targets.removeAll { $0.tests.count == 1 && !$0.subject.isFile }
    self.targets = targets
    mutants = try targets.enumerated().flatMap { number, target -> [Mutant] in
      guard let options = target.tests.first?.request.options else { return [] }
      return try target.subject.mutations(options).map { Mutant(target: number, mutation: $0) }
    }
  }

  func result(threads: Int) -> TestSummary.Mutants {
    let unnoticed = Mutex<Set<Int>>([])
    let (targets, mutants) = (self.targets, self.mutants)
    Workers.run(count: mutants.count, limit: threads) { number in
      let mutant = mutants[number]
      let isNoticed = targets[mutant.target].tests.contains { test in
        test.notices(mutant.mutation, of: targets[mutant.target].subject)
      }
      if !isNoticed { unnoticed.withLock { _ = $0.insert(number) } }
    }
    let survivors = unnoticed.withLock { $0.sorted() }.map { number in
      let mutant = mutants[number]
      return TestSummary.Mutant(rules: targets[mutant.target].subject.words, change: mutant.mutation.name)
    }
    return TestSummary.Mutants(count: mutants.count, unnoticed: survivors)
  }
}

extension TestCase {
  fileprivate var subjects: [MutationRun.Subject] {
    request.options.rules.map { .rules($0) } + (plugin.map { [.plugin($0)] } ?? [])
  }

  /// Whether the test fails with a change of one of its rules, or of its plug-in.
  fileprivate func notices(_ mutation: Mutation, of subject: MutationRun.Subject) -> Bool {
    var changed = self
    switch (mutation.change, subject) {
    case (.rules(let change), _): return run(updates: false, changing: change).outcome == .failed
    case (.text(let text), .rules(let source)):
      guard case .file(let path) = source else { return false }
      changed.request.options.rules = request.options.rules.map { $0 == source ? .changed(path, text: text) : $0 }
    case (.text(let text), .plugin(let path)): changed.request.options.plugins.changed[path] = text
    }
    return changed.run(updates: false).outcome == .failed
  }
}

extension MutationRun.Subject {
  /// Small changes of what rules say, and of what functions in a file do; none of rules of a plug-in.
  fileprivate func mutations(_ options: ComparisonOptions) throws -> [Mutation] {
    switch self {
    case .plugin(let path): return TextMutations(try TextFile.readPlugin(path), besides: "tests").all
    case .rules(let source):
      var options = options
      options.rules = [source]
      let ofRules = try RequestedRules(options).ruleSet.mutations
      guard case .file(let path) = source, !RuleProgram.Source.isOfPlugin(path) else { return ofRules }
      return ofRules + TextMutations(try TextFile.read(path)).all
    }
  }

  fileprivate var isFile: Bool {
    switch self {
    case .plugin, .rules(.file): true
    case .rules: false
    }
  }

  fileprivate var words: String {
    switch self {
    case .plugin(let path), .rules(.file(let path)), .rules(.changed(let path, _)): path
    case .rules(.text(_, let name, _)): name
    case .rules(.part(let rules)): rules.name
    case .rules(.project(let files, _)): files.path
    }
  }
}

/// Small changes of the text of a rules file or a plug-in: what functions do, which no field of the rules says.
struct TextMutations {
  private let text: [UInt8]
  private let tokens: [LuaToken]
  private let functions: [LuaFunctionText]

  /// - Parameter field: A field that is a table, and of which all is left as it is.
  init(_ text: [UInt8], besides field: String? = nil) {
    self.text = text
    tokens = LuaTokens.all(in: text)
    let tokens = tokens
    let left = field.flatMap { Self.table($0, in: tokens) } ?? 0..<0
    functions = LuaFunctionText.all(in: tokens).filter { !left.contains($0.body.lowerBound) }
  }

  private static func table(_ field: String, in tokens: [LuaToken]) -> Range<Int>? {
    let start = tokens.indices.dropLast(2).first { index in
      tokens[index].kind == .name && tokens[index].text == field && tokens[index + 1].is("=")
        && tokens[index + 2].is("{")
    }
    guard let start else { return nil }
    var depth = 0
    for index in start..<tokens.count {
      if tokens[index].is("{") { depth += 1 }
      if tokens[index].is("}") { depth -= 1 }
      if depth == 0, tokens[index].is("}") { return start..<index }
    }
    return nil
  }

  var all: [Mutation] { negatedFilters + words }

  // MARK: Words

  /// Numbers, texts, booleans and operators in functions; what a message says is no rule.
  private var words: [Mutation] {
    let inside = functions.reduce(into: Set<Int>()) { $0.formUnion($1.body) }
    return inside.sorted().compactMap { index in
      let token = tokens[index]
      guard let other = other(than: token), !isMessage(index), !isAttribute(index) else { return nil }
      let change = token.kind == .sign || token.is("and") || token.is("or")
      return Mutation(
        "line \(token.line): \(Self.shown(token)) \(change ? "is \(other)" : "changed")",
        text: replacing([(token.range, other)]))
    }
  }

  /// What stands around the name of an attribute, as in `local limit <const> = 3`.
  private func isAttribute(_ index: Int) -> Bool {
    let name = tokens[index].is("<") ? index + 1 : tokens[index].is(">") ? index - 1 : index
    return name != index && tokens.indices.contains(name) && ["const", "close"].contains(tokens[name].text)
  }

  /// Another expression in place of a literal, or another operator.
  private func other(than token: LuaToken) -> String? {
    switch (token.kind, token.text) {
    case (.sign, "<"): "<="
    case (.sign, "<="): "<"
    case (.sign, ">"): ">="
    case (.sign, ">="): ">"
    case (.keyword, "and"): "or"
    case (.keyword, "or"): "and"
    case (.number, let number): "(\(number) + 1)"
    case (.string, let text): "(\(text) .. \"~\")"
    case (.keyword, "true"): "false"
    case (.keyword, "false"): "true"
    default: nil
    }
  }

  /// Whether a word is a text that `error` is called with, or a part of it.
  private func isMessage(_ index: Int) -> Bool {
    guard tokens[index].kind == .string, index > 0 else { return false }
    if tokens[index - 1].text == "error" { return true }
    var depth = 0
    for before in stride(from: index - 1, to: 0, by: -1) {
      if tokens[before].is(")") { depth += 1 }
      guard tokens[before].is("(") else { continue }
      depth -= 1
      guard depth < 0 else { continue }
      if tokens[before - 1].text == "error" { return true }
      depth = 0
    }
    return false
  }

  private static func shown(_ token: LuaToken) -> String {
    token.text.count > 30 ? token.text.prefix(30) + "…" : token.text
  }

  // MARK: Filters

  private var negatedFilters: [Mutation] {
    functions.filter { $0.name == "filter" }.compactMap { function in
      let values = returns(of: function)
      guard !values.isEmpty else { return nil }
      let pieces = values.map { value in
        let range = tokens[value.lowerBound].range.lowerBound..<tokens[value.upperBound - 1].range.upperBound
        return (range, "not (\(String(decoding: text[range], as: UTF8.self)))")
      }
      return Mutation("filter negated", text: replacing(pieces))
    }
  }

  /// Which words are what a function returns, but for functions in it.
  private func returns(of function: LuaFunctionText) -> [Range<Int>] {
    let inner = functions.filter {
      $0.body.lowerBound > function.body.lowerBound && $0.body.upperBound < function.body.upperBound
    }
    let nested = inner.reduce(into: Set<Int>()) { $0.formUnion($1.body) }
    return function.body.compactMap { index in
      guard tokens[index].is("return"), !nested.contains(index) else { return nil }
      let ends = ["end", "else", "elseif", "until", ";"]
      let end = (index + 1..<function.body.upperBound).first { index in
        !nested.contains(index) && !nested.contains(index - 1) && ends.contains(where: tokens[index].is)
      }
      let value = index + 1..<(end ?? function.body.upperBound)
      return value.isEmpty ? nil : value
    }
  }

  /// The text with other words in some places, which follow each other.
  private func replacing(_ pieces: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for piece in pieces {
      result += text[start..<piece.range.lowerBound] + Array(piece.text.utf8)
      start = piece.range.upperBound
    }
    return result + text[start...]
  }
}
