import Rules

/// What there is to know of a plug-in before it is used, as a page in Markdown, made of what it declares.
struct PluginPage {
  private let plugin: Plugin

  init(_ plugin: Plugin) { self.plugin = plugin }

  var text: String {
    let parts = [head, added] + plugin.parts.map(section) + [foot]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var head: String {
    let facts = [
      plugin.version.map { "version \($0)" }, plugin.license.map { "licence \($0)" },
      plugin.requirements.isEmpty ? nil : "needs \(plugin.requirements.map(\.name).joined(separator: ", "))",
    ].compactMap(\.self)
    return
      (["# \(plugin.name)"] + [plugin.summary, facts.isEmpty ? nil : facts.joined(separator: " · ")].compactMap(\.self))
      .joined(separator: "\n\n")
  }

  private var added: String {
    let places: [Plugin.Kind: (String) -> String] = [
      .comparators: { "luna.compare.\(plugin.name).\($0)(…)" }, .normalizers: { "luna.text.\(plugin.name).\($0)(…)" },
      .formats: { "--format \(plugin.name):\($0)" }, .readers: { "--input-format \(plugin.name):\($0)" },
      .rules: { "-r \(plugin.name):\($0)" },
    ]
    let rows = Plugin.Kind.allCases.flatMap { kind in
      (plugin.names[kind] ?? []).map { "| \(kind.singular) | `\($0)` | `\(places[kind]?($0) ?? "")` |" }
    }
    return rows.isEmpty ? "" : (["| adds | | used as |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  /// A reader's or format's claims, programs and options.
  private func section(_ part: Plugin.Part) -> String {
    var lines = ["## The \(part.kind.singular) `\(part.name)`"]
    if !part.claims.isEmpty {
      lines.append("It reads \(part.claims.map { "`\($0)`" }.joined(separator: ", ")) by itself.")
    }
    if !part.programs.isEmpty { lines.append("It runs \(part.programs.map { "`\($0)`" }.joined(separator: " or ")).") }
    if let advice = part.advice { lines.append(advice) }
    if let options = part.options, !options.isEmpty {
      let rows = options.map { option in
        let type = option.choices.isEmpty ? option.type : option.choices.map { "`\($0)`" }.joined(separator: ", ")
        let fallback = option.isRequired ? "has to be given" : option.fallback.map { "`\($0)`" } ?? ""
        return "| `\(option.name)` | \(type) | \(fallback) | \(option.summary ?? "") |"
      }
      lines.append((["| option | takes | without it | means |", "|---|---|---|---|"] + rows).joined(separator: "\n"))
    }
    return lines.count == 1 ? "" : lines.joined(separator: "\n\n")
  }

  private var foot: String { "Added by `lunadiff plugins add \(plugin.name) --index INDEX`." }
}
