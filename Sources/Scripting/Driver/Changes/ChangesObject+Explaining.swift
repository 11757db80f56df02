import LuaRuntime
import Comparing
import Explaining
import Records
import Reports
import Rules

extension ChangesObject {
  /// Adds `changes:explain(change or key)`.
  static func describeExplaining(_ type: inout LuaType<ChangesObject>) {
    type.method("explain") { (object, call) throws(LuaError) in
      let choices = try object.choices(call)
      let found = try hosting { () throws -> Explanations? in
        do {
          let found = try Explanations(object.explainer(), choices)
          try object.comparison.checkRules()
          return found
        } catch ExplanationError.noKey {
          return nil
        }
      }
      guard let found else { return .one(.nil) }
      return .many(found.records.map { LuaValue($0, of: found) })
    }
  }

  /// The records that an argument stands for: a change's, or those of an identity.
  private func choices(_ call: borrowing LuaCall) throws(LuaError) -> [RecordChoice] {
    let value = try call.value(2)
    if case .object = value {
      let entry = comparison.entry(at: try call.object(2, as: ChangeObject.self).place)
      let side = entry.kind == .inserted ? Side.target : .source
      let record = comparison.record(side, side == .target ? entry.target : entry.source)
      return record.map { [.record(side, $0)] } ?? []
    }
    guard case .table(let table) = value else { return [.key([try part(value)])] }
    var parts: [String] = []
    for part in try table.elements() { parts.append(try self.part(part)) }
    return [.key(parts)]
  }

  /// A part of an identity as text.
  private func part(_ value: LuaValue) throws(LuaError) -> String {
    switch value.recordValue {
    case nil, .null, .absent:
      throw LuaError.expected(
        "change, or an identity of text, numbers or booleans", got: value.typeName, argument: 1)
    case let value?: return value.description
    }
  }
}

extension LuaValue {
  /// An explanation as scripts see it; places count from 1.
  fileprivate init(_ explanation: RecordExplanation, of all: Explanations) {
    let text = OutputBuffer()
    ExplanationText(all, ReportOptions(), text).write(explanation)
    let json = OutputBuffer()
    ExplanationJSON(all.comparison, json, first: 1).write(
      explanation, text: String(decoding: text.takeBytes(from: 0), as: UTF8.self))
    self.init(.object(JSONText(utf8: json.takeBytes(from: 0))))
  }
}
