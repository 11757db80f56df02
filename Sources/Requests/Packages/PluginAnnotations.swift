import Rules

/// Annotations of what plug-ins add, for editors with a Lua language server.
package struct PluginAnnotations {
  private let plugins: [Plugin]

  /// - Parameter plugins: As a search finds them; those that cannot be used add nothing.
  package init(of plugins: [PluginListing]) {
    self.plugins = plugins.compactMap { $0.status == .loaded ? $0.plugin : nil }
  }

  package var text: String {
    let heading = [
      "---@meta _",
      "-- What plug-ins add, for editors with a Lua language server. Nothing runs this file.",
      "---@diagnostic disable: duplicate-doc-alias, duplicate-doc-field",
    ]
    let lines =
      heading + plugins.flatMap(makers) + plugins.flatMap(options) + names(of: .readers, alias: "luna.ReaderName")
      + names(of: .formats, alias: "luna.FormatName") + names(of: .rules, alias: "luna.RulesName")
    return lines.map { $0 + "\n" }.joined()
  }

  private func makers(of plugin: Plugin) -> [String] {
    let places: [(Plugin.Kind, place: String, type: String)] = [
      (.comparators, "luna.compare", "luna.Comparator"),
      (.normalizers, "luna.text", "luna.Normalizer"),
    ]
    return places.flatMap { kind, place, type -> [String] in
      guard let names = plugin.names[kind], !names.isEmpty else { return [] }
      let owner = "\(place).\(plugin.name)"
      return [
        "", "---@class \(place)", "---@field \(plugin.name) \(owner)", "", "---@class \(owner)",
      ] + names.map { "---@field \($0) fun(...): \(type)" }
    }
  }

  private func options(of plugin: Plugin) -> [String] {
    plugin.parts.flatMap { part -> [String] in
      guard let options = part.options, !options.isEmpty else { return [] }
      let words = part.kind == .readers ? "reader" : "format"
      return ["", "--- What the \(words) `\(plugin.name):\(part.name)` is told."] + [
        "---@class \(plugin.name).\(part.name).Options"
      ] + options.map(\.annotation)
    }
  }

  private func names(of kind: Plugin.Kind, alias: String) -> [String] {
    let names = plugins.flatMap { plugin in (plugin.names[kind] ?? []).map { "\"\(plugin.name):\($0)\"" } }
    return names.isEmpty ? [] : ["", "---@alias \(alias) \(names.joined(separator: "|"))"]
  }
}

extension Plugin.Option {
  fileprivate var annotation: String {
    let values = choices.map { "\"\($0)\"" }.joined(separator: "|")
    let type = choices.isEmpty ? (type == "text" ? "string" : type) : values
    return "---@field \(name)\(isRequired ? "" : "?") \(type)\(summary.map { " \($0)" } ?? "")"
  }
}
