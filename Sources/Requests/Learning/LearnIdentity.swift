import Analysis
import Comparing
import Platform
import Records

/// An identity by score while it is learned from two inputs: questions, answers, and the rules that come of them.
package struct IdentityLearning {
  /// Two records of which it would tell most to know if they are the same: their values, column by column.
  package struct Question {
    package let source: Int
    package let target: Int
    package let probability: Double
    package let places: Sides<String>
    package let values: [(column: String, values: Sides<Value>)]
  }

  private var learner: IdentityLearner
  private let tables: Sides<RecordTable>
  private let columns: [(name: String, places: Sides<Int>)]
  package private(set) var labels: LabelledPairs

  fileprivate init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan, _ labels: LabelledPairs?) throws {
    self.tables = tables
    self.labels = labels ?? LabelledPairs(columns: Sides { LabelledPairs.tellingColumn(of: tables[$0]) })
    let input = try KeyProbe(source: tables.source, target: tables.target, plan: plan).input()
    learner = try IdentityLearner(input, labels: labels)
    columns = input.plan.columns.common.filter { !plan.isMasked($0.name) }.map {
      ($0.name, Sides(source: $0.source, target: $0.target))
    }
  }

  /// The pair whose answer would tell most; `nil` where none is in doubt.
  package var question: Question? {
    learner.question.map { source, target, probability in
      let records = Sides(source: source, target: target)
      var cursors = Sides { tables[$0].makeCursor() }
      let values = columns.map { name, places in
        (column: name, values: Sides { cursors[$0].field(records[$0], places[$0]).value })
      }
      return Question(
        source: source, target: target, probability: probability,
        places: Sides { tables[$0].place(of: records[$0]) }, values: values)
    }
  }

  package mutating func answer(_ question: Question, isSame: Bool) {
    labels.add(question.source, question.target, isSame: isSame)
    learner.answer(question.source, question.target, isSame: isSame)
  }

  /// The labels as CSV, sorted.
  package var labelText: String {
    labels.lines(of: tables).map { line in line.map { Self.cell("\($0)") }.joined(separator: ",") + "\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    let isPlain = !text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return isPlain
      ? text : "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  // MARK: Rules

  /// The identity that the pairs speak for.
  package func learnt() throws -> LearntIdentity { try learner.learnt() }

  /// An identity as a rules file.
  ///
  /// - Parameters:
  ///   - inputs: What the two inputs are called.
  ///   - base: The rules that hold beside it.
  package func text(of learnt: LearntIdentity, _ inputs: [String], on base: LearningBase) -> String {
    func blockText(_ block: LinkageBlock) -> String {
      let parts = block.parts.map { ($0.isSound ? "sound " : "") + $0.column.luaText }
      return parts.count == 1 ? parts[0] : "{ \(parts.joined(separator: ", ")) }"
    }
    let weights = learnt.columns.map { column in
      let bits = [column.equal, column.alike, column.different].map { "\(($0 * 10).rounded() / 10)" }
      let shown = column.column.lua == "compare.exact" ? [bits[0], bits[2]] : bits
      return "      \(column.column.name.luaKey) = { \(([column.column.lua] + shown).joined(separator: ", ")) },"
    }
    let odds = (learnt.odds * 10).rounded() / 10
    let lines =
      heading(learnt, inputs, base).map { "-- " + VisibleText.line($0) } + [
        "local compare, similar, sound = luna.compare, luna.compare.similar, luna.text.phonetic", "return {",
        "  identity = luna.identity.score {",
        "    blocks = { \(learnt.blocks.map(blockText).joined(separator: ", ")) },",
        "    by = {",
      ] + weights + ["    },", "    odds = \(odds), threshold = \(learnt.threshold),", "  },", "}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func heading(_ learnt: LearntIdentity, _ inputs: [String], _ base: LearningBase) -> [String] {
    let labels = learnt.labels
    let known =
      labels.same + labels.different == 0
      ? "without labelled pairs" : "from labelled pairs, \(labels.same) the same and \(labels.different) not"
    func share(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    return [
      "Identity that lunadiff learn proposes for \(inputs.map(\.inComment).joined(separator: " and ")).",
      "Learned \(known); records: \(learnt.records.source) old, \(learnt.records.target) new; estimated pairs: "
        + "\(learnt.pairs), precision: \(share(learnt.precision)), recall: \(share(learnt.recall)).",
      "Each column adds bits of evidence to the odds: for values that are equal, alike, different.",
    ] + (base.missing.map { ["To be used after \($0)."] } ?? [])
  }
}

/// Reads two inputs and learns an identity by score.
///
/// - Parameter pairs: A file of labelled pairs, which need not be there.
/// - Complexity: O(*c n*) for *n* records and *c* columns and blocks.
package func learnIdentity(_ request: DiffRequest, pairs: String?) throws(LunaDiffError) -> IdentityLearning {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let labels = try pairs.flatMap { FilePath.exists($0) ? try LabelledPairs(file: $0, of: tables) : nil }
      let plan = try request.options.plan(rules, for: "learning an identity")
      do { return try IdentityLearning(tables, plan, labels) } catch let error
        as IdentityLearningError
      { throw LunaDiffError(error.message) }
    }
  }
}

extension LabelledPairs {
  /// Reads a file of pairs by its path.
  init(file path: String, of tables: Sides<RecordTable>) throws {
    var opening = InputOpening(nil, ReadOptions())
    opening.isOneFile = true
    let file = try opening.open([path]).table()
    do { self = try LabelledPairs(file, of: tables) } catch let error as LabelError {
      throw LunaDiffError(error.message)
    }
  }
}
