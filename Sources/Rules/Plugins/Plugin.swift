/// What a plug-in says of itself, and what it adds.
package struct Plugin: Sendable, Equatable {
  /// A kind of thing that plug-ins add; its name is the field of the plug-in's table.
  package enum Kind: String, CaseIterable, Sendable {
    case comparators, normalizers, formats, readers, rules

    package var singular: String { self == .rules ? "rules" : String(rawValue.dropLast()) }
  }

  package let name: String
  package let version: String?
  package let summary: String?
  /// The plug-ins that it needs.
  package let requirements: [PluginRequirement]
  /// The names of what it adds, sorted.
  package let names: [Kind: [String]]
  package let path: String
  package let origin: String
  let runsPrograms: Bool
}

/// What came of one plug-in's file.
package struct PluginOutcome: Sendable {
  package enum Status: Sendable {
    case loaded(Plugin)
    /// It is left out, because a plug-in of its name was found before, at this path.
    case hidden(Plugin, by: String)
    /// It could not be loaded.
    case broken(message: String)
    /// It is not loaded: the user has neither named nor trusted it.
    case untrusted(PackageTrust.Doubt)
  }

  package let path: String
  /// Why the file was looked at.
  package let origin: String
  /// What it goes by: its own name, or its file's.
  package let name: String
  package internal(set) var status: Status

  package init(path: String, origin: String, name: String, status: Status) {
    self.path = path
    self.origin = origin
    self.name = name
    self.status = status
  }
}

extension PluginOutcome {
  /// What came of a file that is only known to be there; `nil` for any other.
  init?(untrusted source: PluginSource) {
    guard let doubt = source.distrust else { return nil }
    self.init(path: source.path, origin: source.origin, name: source.stem, status: .untrusted(doubt))
  }

  package var isBundled: Bool { origin == PluginSource.bundledOrigin }

  /// How the plug-in can be used that is only known to be there; `nil` for any other.
  package var advice: String? {
    guard case .untrusted(let doubt) = status else { return nil }
    return "not loaded: \(doubt.advice(path))"
  }
}

extension [PluginOutcome] {
  /// Those that cannot be used, and in whose place there is no other of their name.
  private var absent: [PluginOutcome] {
    let loaded = Set(lazy.filter { if case .loaded = $0.status { true } else { false } }.map(\.name))
    return filter { !loaded.contains($0.name) }
  }

  /// Why a plug-in of this name cannot be used; `nil` where there is none, or it can.
  func problem(of name: String) -> String? {
    for outcome in absent where outcome.name == name {
      if case .broken(let message) = outcome.status { return "is broken: \(message)" }
      if let advice = outcome.advice { return "is \(advice)" }
    }
    return nil
  }

  /// The names of plug-ins that are broken or not loaded, in lines of a message.
  var absentees: String {
    let broken = absent.filter { if case .broken = $0.status { true } else { false } }.map(\.name)
    let untrusted = absent.filter { $0.advice != nil }
    var text = ""
    if !broken.isEmpty { text += "\n  broken: \(broken.joined(separator: ", ")); lunadiff plugins says why" }
    if !untrusted.isEmpty {
      let paths = untrusted.map(\.path).joined(separator: ", ")
      let isOfProject = untrusted.contains { $0.origin == "project" }
      text += "\n  not loaded: \(paths); lunadiff plugins " + (isOfProject ? "trust FILE trusts one" : "says why")
    }
    return text
  }
}
