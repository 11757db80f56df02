import Rules

/// One plug-in's file as `lunadiff plugins` lists it.
package struct PluginListing: Sendable, Equatable {
  package enum Status: Sendable, Equatable {
    case loaded
    /// A plug-in of its name was found before, at this path.
    case hidden(by: String)
    case broken(String)
    /// It is only known to be there, and how it can be used.
    case notLoaded(advice: String)
  }

  package struct Addition: Sendable, Equatable {
    /// `comparators`, `normalizers`, `formats`, `readers` or `rules`.
    package let kind: String
    package let names: [String]
  }

  /// The name that it says, or its file's where it is broken.
  package let name: String
  package let version: String?
  package let summary: String?
  package let additions: [Addition]
  package let path: String
  /// What led to the file: `--plugin`, `project`, `LUNADIFF_PATH`, `user` or `bundled`.
  package let origin: String
  package let isBundled: Bool
  package let status: Status

  init(_ outcome: PluginOutcome) {
    var plugin: Plugin?
    switch outcome.status {
    case .loaded(let found):
      plugin = found
      status = .loaded
    case .hidden(let found, let path):
      plugin = found
      status = .hidden(by: path)
    case .broken(let message): status = .broken(message)
    case .untrusted: status = .notLoaded(advice: outcome.advice ?? "")
    }
    name = outcome.name
    path = outcome.path
    origin = outcome.origin
    isBundled = outcome.isBundled
    version = plugin?.version
    summary = plugin?.summary
    additions = Plugin.Kind.allCases.compactMap { kind in
      guard let names = plugin?.names[kind], !names.isEmpty else { return nil }
      return Addition(kind: kind.rawValue, names: names)
    }
  }
}

package func plugins(_ search: PluginSearch) throws(LunaDiffError) -> [PluginListing] {
  try LunaDiffError.wrapping { try PluginProgram(search.sources()).outcomes().map(PluginListing.init) }
}
