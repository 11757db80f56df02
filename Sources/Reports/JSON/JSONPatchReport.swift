import Comparing
import Patching
import Records

/// What turns one document into the other, as other tools apply it.
struct JSONPatchReport {
  let comparison: Comparison
  let out: OutputBuffer

  /// Writes a JSON Patch (RFC 6902), an operation a line.
  func writeOperations() throws {
    let operations = try DocumentOperations(comparison)
    let json = JSONEmitter(out)
    out.append("[")
    json.begin(.lines)
    var isEmpty = true
    try operations.forEach { operation in
      append(operation, to: json)
      isEmpty = false
      try out.checkpoint()
    }
    out.append(isEmpty ? "]\n" : "\n]\n")
  }

  /// Writes a JSON Merge Patch (RFC 7396), a record a line.
  func writeMergePatch() throws {
    try MergePatch(comparison).write(to: JSONEmitter(out))
    out.append("\n")
  }

  private func append(_ operation: PatchOperation, to json: JSONEmitter) {
    json.object {
      json.member("op", operation.kind.rawValue)
      if let from = operation.from { json.member("from") { json.value(utf8: from) } }
      json.member("path") { json.value(utf8: operation.path) }
      if let value = operation.value { json.member("value", value) }
    }
  }
}
