import Comparing
import Platform
import Records
import StagedDiff

/// A comparison that Apache Spark divides, by the command `lunadiff spark`.
///
/// A process gives each record a number, Spark brings records of one number together, and a process compares these. No
/// process sees all records, so rules may name a column that some records lack; ``rules(of:isSample:)`` finds mistakes
/// beforehand.
package enum Share {
  /// What an engine has to know of rules, as JSON.
  ///
  /// - Parameter isSample: Whether the inputs may lack columns that other records have.
  /// - Throws: Rules that are wrong, do not fit the inputs, or do not let the records be divided.
  package static func rules(of request: DiffRequest, isSample: Bool) throws(LunaDiffError) -> [UInt8] {
    try watchingInputs(of: request) { request in
      let rules = try RequestedRules(request.options)
      return try rules.ruleSet.hidingMasked {
        let tables = try Inputs(request, rules.ruleSet).tables()
        var plan = try request.options.plan(rules, for: "a comparison on Spark")
        var missing = isSample ? plan.permitMissingNames() : []
        for side in Side.allCases where !missing.isEmpty { missing = plan.names(missing, missingIn: tables[side]) }
        try checkDivides(plan)
        let input = try ComparisonInput(tables, plan)
        return json(input.plan, tables, missing: missing, files: request.options.modules)
      }
    }
  }

  private static func json(_ plan: ResolvedPlan, _ tables: Sides<RecordTable>, missing: [String], files: [String])
    -> [UInt8]
  {
    JSONEmitter.bytes { json in
      json.object {
        if plan.hasRawKey, plan.rules.keyAs == nil, plan.rules.hasKey, plan.rules.passes.isEmpty {
          json.member("key") {
            json.object {
              for side in Side.allCases {
                json.member(named: side.ruleName)
                json.value(plan.key.compactMap { key in key.place(in: side).map { tables[side].columns[$0] } })
              }
            }
          }
        }
        json.member("delimiters") {
          json.object {
            for side in Side.allCases {
              for case .sniffedDelimiter(let byte) in tables[side].notes.map(\.kind) {
                json.member(named: side.ruleName)
                json.value(String(UnicodeScalar(byte)))
              }
            }
          }
        }
        json.member("equalBytes", plan.hasCommonLayout)
        json.member("filters", plan.rules.filter != nil)
        json.member("masks", plan.rules.hasMask)
        json.member("sections", plan.rules.section != nil)
        json.member("passes", plan.rules.passes.count + 1)
        json.member("moves", plan.rules.moves.rawValue)
        json.member("files", files)
        json.member("missing", missing)
      }
    } + [UInt8(ascii: "\n")]
  }

  private static func checkDivides(_ plan: ComparisonPlan) throws(LunaDiffError) {
    if case .automatic = plan.identity {
      throw LunaDiffError(
        "records cannot be divided without a key: it takes all of them to find one",
        hint: "\(.key) names it, or none for whole records; lunadiff probe finds it in a sample")
    }
    if plan.passes.contains(where: { $0.meeting == nil }) {
      throw LunaDiffError(
        "a score cannot be divided: its blocks overlap, and the best of all pairs are taken first",
        hint: "\(.key) names an identity of columns or passes")
    }
    if case .nested = plan.section {
      throw LunaDiffError(
        "sections inside of records cannot be divided",
        hint: "elements as records of their own, with a column that names their section, can be")
    }
  }

  /// Says which records of a side have to meet.
  ///
  /// The other input says which columns there are, and its records are not looked at.
  ///
  /// - Parameters:
  ///   - pass: The pass of the identity that pairs records, from 1.
  ///   - wantsSections: Whether to look at the sections, too.
  /// - Returns: For each record a number that all records have which the pass may pair with it, in every process with the
  ///   same seed, or 0 for a record that the filter leaves out; and the sections that records name as JSON Lines, each
  ///   with the first record that does, the name in a list that is empty where it is absent.
  /// - Throws: What rules throw, and rules that do not let the records be divided.
  /// - Complexity: O(*b*) for *b* bytes of the side, and the rules' own cost.
  package static func identities(
    of request: DiffRequest, _ side: Side, seed: String, pass: Int, wantsSections: Bool
  ) throws(LunaDiffError) -> (numbers: [UInt64], sections: [UInt8]) {
    try dividing(request, pass) { plan, rules, request in
      let input = try ComparisonInput(Inputs(request, rules).tables(), plan)
      let found = try input.identityNumbers(
        side, FingerprintSecrets(seed: seed), pass: pass, wantsSections: wantsSections && plan.section != nil)
      return (found.numbers, found.sections.flatMap { section in line(section.record, section.name) })
    }
  }

  private static func line(_ record: Int, _ name: Value) -> [UInt8] {
    JSONEmitter.bytes { json in
      json.object {
        json.member("record", record)
        json.member("name") { json.list(name == .absent ? [] : [name]) { json.value($0) } }
      }
    } + [UInt8(ascii: "\n")]
  }

  /// Compares records of both sides that are all there are of their identities; no record moves within a section.
  ///
  /// - Parameters:
  ///   - pass: The pass of the identity that pairs records, from 1; those that it does not pair are deleted and inserted.
  ///   - sections: A file with the sections of all records: `{"old":[["a"]],"new":[["a"],["b"]]}`, in order of first
  ///     appearance; `nil` where records name none.
  /// - Throws: What a comparison throws, but that nothing is compared is no error.
  package static func comparison(of request: DiffRequest, pass: Int, sections: String?) throws(LunaDiffError)
    -> Comparison
  {
    try dividing(request, pass) { plan, rules, request in
      var plan = plan
      let known = try sections.map(readSections) ?? Sides(source: [], target: [])
      plan.run.share = ComparisonRun.Share(pass: pass, sections: known, sectionMoves: plan.moves)
      plan.moves = .none
      return try Inputs(request, rules).compare(plan, request.options.memory)
    }
  }

  private static func readSections(_ path: String) throws -> Sides<[Value]> {
    guard case .object(let object) = try PlainText(path: path, named: path).jsonValue() else {
      throw LunaDiffError("\(path): these are no sections")
    }
    let members = Dictionary(object.members.map { ($0.name.string, $0.value) }) { $1 }
    return Sides { side in elements(members[side.ruleName]).map { elements($0).first ?? .absent } }
  }

  private static func elements(_ value: Value?) -> [Value] {
    if case .array(let array) = value { array.elements } else { [] }
  }

  /// Does what takes some of the records, under rules that let them be divided.
  private static func dividing<R>(
    _ request: DiffRequest, _ pass: Int, _ body: (ComparisonPlan, RuleSet, DiffRequest) throws -> R
  ) throws(LunaDiffError) -> R {
    try watchingInputs(of: request) { request in
      let rules = try RequestedRules(request.options)
      return try rules.ruleSet.hidingMasked {
        var plan = try request.options.plan(rules, for: "a comparison on Spark")
        _ = plan.permitMissingNames()
        try checkDivides(plan)
        guard pass <= plan.passes.count + 1 else { throw LunaDiffError("the identity has no pass \(pass)") }
        return try body(plan, rules.ruleSet, request)
      }
    }
  }
}
