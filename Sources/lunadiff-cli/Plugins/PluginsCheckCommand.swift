import ArgumentParser
import Platform
import Requests
import Rules

struct PluginsCheckCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: "lunadiff plugins",
    abstract: "Says of each plug-in what it needs, whether that is there, and which options it takes.",
    usage: "lunadiff plugins check [NAME|PATH ...]",
    discussion: """
      Without a name: all that are found. A path, of a Lua file or a folder with init.lua, is one more plug-in, as \
      --plugin would name it.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins check
      lunadiff plugins check money sqlite
      lunadiff plugins check ./money

    EXIT STATUS:
      0  every plug-in can be used; a program may be missing
      2  at least one is broken, or there is none of a name
    """

  @Argument(help: Help.flag("Names of plug-ins, or paths.", value: "plug-in")) var names: [String] = []

  func execute() throws -> ExitStatus {
    let paths = names.filter { $0.contains("/") || $0.hasSuffix(".lua") || $0 == "." }
    let found = try Requests.plugins(.standard(files: paths))
    let wanted = found.filter { plugin in
      names.isEmpty || names.contains(plugin.name) || plugin.origin == "\(Setting.plugin)"
    }
    try checkNames(besides: paths, among: found.map(\.name))
    try StandardOutput.print(PluginsCommand.listing(wanted) { PluginHealth(plugin: $0, others: found).lines })
    let isBroken = wanted.contains { if case .broken = $0.status { true } else { false } }
    return isBroken ? .trouble : .same
  }

  private func checkNames(besides paths: [String], among found: [String]) throws {
    let missing = names.first { !paths.contains($0) && !found.contains($0) }
    guard let missing else { return }
    let near = Suggestion.phrase(for: missing, among: found)
    let isFolder = FilePath.isDirectory(missing)
    throw CommandError(
      "there is no plug-in '\(missing)'\(near)",
      hint: isFolder
        ? "lunadiff plugins check \("./\(missing)".shellWord) looks at the folder" : "lunadiff plugins lists them")
  }
}

private struct PluginHealth {
  let plugin: PluginListing
  let others: [PluginListing]

  var lines: [String] {
    switch plugin.status {
    case .broken(let message): return ["broken: " + message.split(separator: "\n").joined(separator: "\n    ")]
    case .notLoaded(let advice): return [advice]
    case .hidden(let path): return ["hidden by \(path)"] + details
    case .loaded: return ["ok: it can be loaded\(license)"] + details
    }
  }

  private var license: String { plugin.plugin?.license.map { ", license \($0)" } ?? "" }

  private var details: [String] {
    guard let own = plugin.plugin else { return [] }
    let needs = own.requirements.map { requirement in
      let version = others.first { $0.name == requirement.name }?.version ?? "no version"
      return "ok: it requires \(requirement.spelling), and there is \(version)"
    }
    let names = plugin.additions.map { "\($0.kind): \($0.names.joined(separator: ", "))" }
    return needs + names + own.parts.flatMap(lines)
  }

  private func lines(of part: Plugin.Part) -> [String] {
    let place = "\(part.kind.singular) \(part.name)"
    var lines: [String] = []
    if let program = part.programs.first(where: SearchPath.has) {
      lines.append("ok: \(place) runs \(program), which is there")
    } else if !part.programs.isEmpty {
      let advice = part.advice.map { ": \($0)" } ?? ""
      lines.append("missing: \(place) runs \(part.programs.joined(separator: " or "))\(advice)")
    }
    if !part.claims.isEmpty { lines.append("\(place) reads \(part.claims.joined(separator: ", "))") }
    let flag = part.kind == .readers ? Setting("input-option") : Setting("format-option")
    return lines + (part.options ?? []).map { "\(place): \(flag) \($0.words)" }
  }
}

extension Plugin.Option {
  /// `table=text, required: the table`.
  fileprivate var words: String {
    let values = choices.isEmpty ? type : choices.map { $0.isEmpty ? "''" : $0 }.joined(separator: "|")
    let state = isRequired ? ", required" : fallback.map { ", else \($0.shellWord)" } ?? ""
    return "\(name)=\(values)\(state)\(summary.map { ": \($0)" } ?? "")"
  }
}
