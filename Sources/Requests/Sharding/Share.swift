import Comparing
import Platform
import Records
import StagedDiff

/// A comparison that an engine with a shuffle of its own divides, such as Apache Spark.
///
/// A process says of each record which others it has to meet, the engine brings these to one place, and a process
/// compares what is there. No process sees all records, so a name in rules that is missing in some of them is no
/// mistake; ``rules(of:isSample:)`` finds mistakes beforehand.
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
        var plan = request.options.plan(rules)
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
        if plan.hasRawKey, plan.rules.keyAs == nil, plan.rules.hasKey {
          json.member("key") {
            json.object {
              for side in Side.allCases {
                json.member(named: side.globalName)
                json.value(plan.key.compactMap { key in key.place(in: side).map { tables[side].columns[$0] } })
              }
            }
          }
        }
        json.member("delimiters") {
          json.object {
            for side in Side.allCases {
              for case .sniffedDelimiter(let byte) in tables[side].notes.map(\.kind) {
                json.member(named: side.globalName)
                json.value(String(UnicodeScalar(byte)))
              }
            }
          }
        }
        json.member("filters", plan.rules.filter != nil)
        json.member("masks", plan.rules.hasMask)
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
    if !plan.passes.isEmpty {
      throw LunaDiffError(
        "an identity in passes cannot be divided: a later pass looks at all that is left",
        hint: "\(.key) names an identity that has a single pass")
    }
    if plan.section != nil {
      throw LunaDiffError("sections cannot be divided: one that came or went takes all of its records along")
    }
  }

  /// Says which records of a side have to meet.
  ///
  /// The other input says which columns there are, and its records are not looked at.
  ///
  /// - Returns: For each record a number that all records of its identity have, in every process with the same seed; 0
  ///   for a record that the filter leaves out.
  /// - Throws: What rules throw, and rules that do not let the records be divided.
  /// - Complexity: O(*b*) for *b* bytes of the side, and the rules' own cost.
  package static func identities(of request: DiffRequest, _ side: Side, seed: String) throws(LunaDiffError) -> [UInt64]
  {
    try dividing(request) { plan, rules, request in
      let input = try ComparisonInput(Inputs(request, rules).tables(), plan)
      return try input.identityNumbers(side, FingerprintSecrets(seed: seed))
    }
  }

  /// Compares records of both sides that are all there are of their identities; no record moves.
  ///
  /// - Throws: What a comparison throws, but that nothing is compared is no error.
  package static func comparison(of request: DiffRequest) throws(LunaDiffError) -> Comparison {
    try dividing(request) { plan, rules, request in
      var plan = plan
      (plan.moves, plan.run.isShare) = (.none, true)
      return try Inputs(request, rules).compare(plan, request.options.memory)
    }
  }

  /// Does what takes some of the records, under rules that let them be divided.
  private static func dividing<R>(_ request: DiffRequest, _ body: (ComparisonPlan, RuleSet, DiffRequest) throws -> R)
    throws(LunaDiffError) -> R
  {
    try watchingInputs(of: request) { request in
      let rules = try RequestedRules(request.options)
      return try rules.ruleSet.hidingMasked {
        var plan = request.options.plan(rules)
        _ = plan.permitMissingNames()
        try checkDivides(plan)
        return try body(plan, rules.ruleSet, request)
      }
    }
  }
}
