import Reports

/// Lua's tables as text that reads like Lua: on one line if that fits, else with a line for each pair.
struct ReplTable {
  let width: Int

  /// The value on one line; `nil` where it is too long.
  func line(_ value: DriverValue) -> String? {
    let text = flat(value)
    return text.count <= width ? text : nil
  }

  /// The value, on several lines if it needs them.
  func text(_ value: DriverValue) -> String { text(value, indent: "") }

  private func text(_ value: DriverValue, indent: String) -> String {
    let whole = flat(value)
    guard case .table(let pairs, let isWhole) = value, whole.count + indent.count > width else { return whole }
    let inner = indent + "  "
    var lines = pairs.map { pair in
      inner + (pair.key.map { "\(Listing.visible($0)) = " } ?? "") + text(pair.value, indent: inner) + ","
    }
    if !isWhole { lines.append(inner + "…") }
    return "{\n" + lines.joined(separator: "\n") + "\n\(indent)}"
  }

  private func flat(_ value: DriverValue) -> String {
    guard case .table(let pairs, let isWhole) = value else { return Self.word(value) }
    var parts = pairs.map { pair in (pair.key.map { "\(Listing.visible($0)) = " } ?? "") + flat(pair.value) }
    if !isWhole { parts.append("…") }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }

  static func word(_ value: DriverValue) -> String {
    switch value {
    case .plain(let words): Listing.visible(words)
    case .text(let text): "\"\(Listing.visible(text))\""
    case .table: "{…}"
    case .records(let table): "\(table.count) records of \(Listing.visible(table.name))"
    case .record(let table, let record): "record \(record + 1) of \(Listing.visible(table.name))"
    case .changes(let comparison): "changes: \(comparison.summary)"
    case .someChanges(_, let places): places.count == 1 ? "1 change" : "\(places.count) changes"
    }
  }
}
