/// Annotations of the records' columns.
struct StarterAnnotations {
  let request: StarterRequest
  let columns: [StarterColumn]

  /// The name of a class that stands for something of these rules alone.
  static func className(_ request: StarterRequest, _ what: String) -> String {
    let name = request.stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return "\(String(name)).\(what)"
  }

  /// The rules whose functions are given these records, so that an editor completes their columns.
  private var rules: [String] {
    let (rules, record) = (
      Self.className(request, "Rules"), Self.className(request, "Record")
    )
    return [
      "", "---@class \(rules): luna.Rules",
      "---@field identity? string|string[]|luna.Passes|fun(record: \(record)): luna.Value, luna.Value, luna.Value",
      "---@field filter? luna.Condition|fun(record: \(record)): boolean",
      "---@field section? string|fun(record: \(record)): luna.Value",
    ]
  }

  /// The file's text.
  var text: String {
    let inputs = [request.old, request.new].compactMap { $0?.inComment }.joined(separator: " and ")
    var lines = [
      "---@meta _",
      "-- The columns of \(inputs), for editors with a Lua language server. Nothing runs this file.",
      "",
      "---@class \(Self.className(request, "Record")): luna.Record",
    ]
    for column in columns {
      let types = ["string", "number", "boolean", "table", "nil"].filter(column.types.contains)
      let type = types.isEmpty ? "luna.Value" : types.joined(separator: "|")
      lines.append("---@field \(column.key) \(type)")
    }
    return (lines + rules).map { $0 + "\n" }.joined()
  }
}
