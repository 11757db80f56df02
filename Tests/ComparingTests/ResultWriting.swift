import Records

@testable import Comparing
@testable import Patching

/// Writes results as the JSON contract describes them; slow, and with nothing of the real writer in it.
enum ResultWriting {
  static func json(_ result: Comparison, patchable: Bool = false) throws -> String {
    let changes = try result.changes.map { change($0, result) }.joined(separator: ",\n")
    return """
      {\(introduction(result)),
      "summary":\(summary(result)),
      "changes":[\(changes)]\(patchable ? ",\"patch\":" + patch(result) : "")}

      """
  }

  static func lines(_ result: Comparison, patchable: Bool = false) throws -> String {
    let changes = try result.changes.map { change($0, result) + "\n" }.joined()
    let patch = patchable ? ",\"patch\":" + patch(result) : ""
    return "{\(introduction(result))}\n\(changes){\"summary\":\(summary(result))\(patch)}\n"
  }

  private static func patch(_ result: Comparison) -> String {
    String(
      decoding: JSONEmitter.bytes {
        PatchScript.write(
          forward: PatchScript(result, from: .source),
          reverse: PatchScript(result, from: .target), to: $0)
      },
      as: UTF8.self)
  }

  private static func introduction(_ result: Comparison) -> String {
    func names(_ names: [String]) -> String { "[\(names.map(string).joined(separator: ","))]" }
    let columns = result.columns
    return """
      "lunadiff":1,"source":{"path":"old","records":\(result.source.count)},\
      "target":{"path":"new","records":\(result.target.count)},\
      "columns":{"common":\(names(columns.common.map(\.name))),"deleted":\(names(columns.deleted)),\
      "inserted":\(names(columns.inserted))}
      """
  }

  private static func summary(_ result: Comparison) -> String {
    let summary = result.summary
    let sections = result.sectionSummary == nil ? "" : ",\"sections\":{}"
    return """
      {"deleted":\(summary.deleted),"inserted":\(summary.inserted),"updated":\(summary.updated),\
      "moved":\(summary.moved),"unchanged":\(summary.unchanged)\(sections)}
      """
  }

  private static func change(_ change: Change, _ result: Comparison) -> String {
    var members = [
      "\"kind\":\"\(change.kind)\"", "\"key\":[\(change.key.map(value).joined(separator: ","))]",
    ]
    if let source = change.source { members.append("\"source\":\(source)") }
    if let target = change.target { members.append("\"target\":\(target)") }
    switch change.kind {
    case .deleted: members.append("\"record\":\(record(result.source, change.source ?? 0))")
    case .inserted: members.append("\"record\":\(record(result.target, change.target ?? 0))")
    case .updated:
      let fields = change.fields.map { field in
        let sides = [("old", field.old), ("new", field.new)].compactMap { name, side in
          side.map { "\"\(name)\":\(value($0))" }
        }
        return "\(string(field.column)):{\(sides.joined(separator: ","))}"
      }
      members.append("\"moved\":\(change.moved),\"fields\":{\(fields.joined(separator: ","))}")
    case .moved: break
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func record(_ table: RecordTable, _ record: Int) -> String {
    var cursor = table.makeCursor()
    let members = table.columns.indices.compactMap { column -> String? in
      let value = cursor.field(record, column).value
      return value == .absent ? nil : "\(string(table.columns[column])):\(Self.value(value))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func value(_ value: Value) -> String {
    if case .text(let text) = value { return string(text.string) }
    return value == .absent ? "null" : value.description
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
