import Platform
import Records
import Requests
import Rules

extension BatchRequest {
  /// The pairs of a manifest in Lua; relative paths in it start from its own directory.
  ///
  /// - Parameters:
  ///   - path: The manifest's path.
  ///   - base: How pairs are read and compared; its rules come after the manifest's own, and its flags override both. The
  ///     manifest may use the plug-ins that its rules may, and as much.
  /// - Throws: `LunaDiffError` where the manifest cannot be read, fails, or returns something else.
  package init(manifest path: String, base: BatchPair) throws(LunaDiffError) {
    do {
      let options = base.options
      let directory = FilePath.directory(of: path)
      let manifest = try Manifest(
        name: path, text: TextFile.read(path), directory: directory,
        plugins: options.plugins.sources(), limits: options.limits.bridged, print: options.print)
      self.init(
        try manifest.list.pairs.map { pair in
          try BatchPair(pair, of: manifest, in: directory, base: base)
        })
      self.manifest = path
    } catch {
      throw LunaDiffError(error)
    }
  }
}

extension BatchPair {
  fileprivate init(
    _ pair: PairList.Pair, of manifest: Manifest, in directory: String, base: BatchPair
  ) throws {
    func place(_ path: String) -> String { FilePath.joined(directory, path) }
    self = base
    name = pair.name
    old = place(pair.old)
    new = place(pair.new)
    for part in pair.read { try part.apply(to: &options) }
    options.rules =
      pair.rules.map { rules in
        if let path = rules.path {
          let isOfPlugin = RuleProgram.Source.isOfPlugin(path, at: place(path))
          return .file(isOfPlugin ? path : place(path))
        }
        return .part(DiffRequest.ManifestRules(of: manifest, rules.part))
      } + base.options.rules
  }
}

extension DiffRequest.ManifestRules {
  init(of manifest: Manifest, _ part: ManifestPart) {
    self.init(name: manifest.name, text: manifest.text, part: part)
  }
}
