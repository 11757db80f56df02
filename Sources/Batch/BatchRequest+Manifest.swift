import Records
import Requests
import Rules

extension BatchRequest {
  /// The pairs of a manifest in Lua; relative paths in it start from its own directory.
  ///
  /// - Parameters:
  ///   - path: The manifest's path.
  ///   - base: How pairs are read and compared; its rules come after the manifest's own, and its flags override both.
  ///   - plugins: Where plug-ins are looked for that the manifest and the rules may use.
  ///   - limits: What the manifest and the rules may use.
  ///   - print: Takes what they print, a line at a time, from any thread.
  /// - Throws: `LunaDiffError` where the manifest cannot be read, fails, or returns something else.
  package init(
    manifest path: String, base: BatchPair, plugins: PluginSearch = PluginSearch(),
    limits: ScriptLimits = ScriptLimits(),
    print: @escaping @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(LunaDiffError) {
    do {
      let directory = DiffRequest.RuleSource.file(path).directory ?? "."
      let manifest = try Manifest(
        name: path, text: TextFile.read(path), directories: [directory], plugins: plugins.sources(),
        limits: limits.bridged, print: print)
      self.init(
        try manifest.list.pairs.map { pair in
          try BatchPair(pair, of: manifest, in: directory, base: base)
        })
      self.manifest = path
      self.plugins = plugins
      self.limits = limits
      self.print = print
    } catch {
      throw LunaDiffError(error)
    }
  }
}

extension BatchPair {
  fileprivate init(
    _ pair: PairList.Pair, of manifest: Manifest, in directory: String, base: BatchPair
  ) throws {
    func place(_ path: String) -> String {
      path.hasPrefix("/") || directory == "." ? path : "\(directory)/\(path)"
    }
    self = base
    name = pair.name
    old = place(pair.old)
    new = place(pair.new)
    for part in pair.read { try part.apply(to: &self) }
    rules =
      pair.rules.map { rules in
        if let path = rules.path {
          let isOfPlugin = RuleProgram.Source.isOfPlugin(path, at: place(path))
          return .file(isOfPlugin ? path : place(path))
        }
        return .part(DiffRequest.ManifestRules(of: manifest, rules.part))
      } + base.rules
  }
}

extension DiffRequest.ManifestRules {
  init(of manifest: Manifest, _ part: ManifestPart) {
    self.init(name: manifest.name, text: manifest.text, part: part)
  }
}
