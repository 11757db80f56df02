/// Annotations of the records' columns.
struct StarterAnnotations {
  let request: StarterRequest
  let columns: [StarterColumn]

  /// The name of the class that the records are.
  static func className(_ request: StarterRequest) -> String {
    let name = request.stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return String(name) + ".Record"
  }

  /// The file's text.
  var text: String {
    let inputs = [request.old, request.new].compactMap { $0?.inComment }.joined(separator: " and ")
    var lines = [
      "---@meta",
      "-- The columns of \(inputs), for editors with a Lua language server. Nothing runs this file.",
      "",
      "---@class \(Self.className(request)): luna.Record",
    ]
    for column in columns {
      let types = ["string", "number", "boolean", "table", "nil"].filter(column.types.contains)
      let type = types.isEmpty ? "luna.Value" : types.joined(separator: "|")
      lines.append("---@field \(column.key) \(type)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
