import RecordDiff

/// What turns one document into the other, as other tools apply it.
struct JSONPatchReport {
  let comparison: Comparison
  let out: OutputBuffer

  /// Writes a JSON Patch (RFC 6902), an operation a line.
  func writeOperations() throws {
    let operations = try DocumentOperations(comparison)
    out.append("[")
    var isFirst = true
    try operations.forEach { operation in
      out.append(isFirst ? "\n" : ",\n")
      isFirst = false
      append(operation)
      try out.checkpoint()
    }
    out.append(isFirst ? "]\n" : "\n]\n")
  }

  /// Writes a JSON Merge Patch (RFC 7396), a record a line.
  func writeMergePatch() throws {
    out.append(try MergePatch(comparison).json)
    out.append("\n")
  }

  private func append(_ operation: PatchOperation) {
    out.append("{\"op\":")
    out.append(jsonString: operation.kind.rawValue)
    if let from = operation.from {
      out.append(",\"from\":")
      from.withUnsafeBytes { out.append(jsonString: $0) }
    }
    out.append(",\"path\":")
    operation.path.withUnsafeBytes { out.append(jsonString: $0) }
    if let value = operation.value {
      out.append(",\"value\":")
      out.append(jsonValue: value)
    }
    out.append("}")
  }
}
