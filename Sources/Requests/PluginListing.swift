import Rules

/// One plug-in's file as `lunadiff plugins` lists it.
public struct PluginListing: Sendable, Equatable {
  /// Whether what it adds can be used.
  public enum Status: Sendable, Equatable {
    /// It is in use.
    case loaded
    /// A plug-in of its name was found before, at this path.
    case hidden(by: String)
    /// It cannot be loaded, and why.
    case broken(String)
    /// It is only known to be there, and how it can be used.
    case notLoaded(advice: String)
  }

  /// A kind of addition and the names that are of it.
  public struct Addition: Sendable, Equatable {
    /// `comparators`, `normalizers`, `formats`, `readers` or `rules`.
    public let kind: String
    /// Their names, sorted.
    public let names: [String]
  }

  /// The name that it says, or its file's where it is broken.
  public let name: String
  /// The version that it says.
  public let version: String?
  /// One line about it.
  public let summary: String?
  /// What it adds.
  public let additions: [Addition]
  /// Its file.
  public let path: String
  /// What led to the file: `--plugin`, `project`, `LUNADIFF_PATH` or `user`.
  public let origin: String
  /// Whether what it adds can be used.
  public let status: Status

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
    version = plugin?.version
    summary = plugin?.summary
    additions = Plugin.Kind.allCases.compactMap { kind in
      guard let names = plugin?.names[kind], !names.isEmpty else { return nil }
      return Addition(kind: kind.rawValue, names: names)
    }
  }
}

/// Lists the plug-ins that a search finds, in the order of the search.
///
/// - Throws: `LunaDiffError` where no Lua state can be made.
public func plugins(_ search: PluginSearch) throws(LunaDiffError) -> [PluginListing] {
  do {
    return try PluginProgram(search.sources()).outcomes().map(PluginListing.init)
  } catch {
    throw LunaDiffError(error)
  }
}
