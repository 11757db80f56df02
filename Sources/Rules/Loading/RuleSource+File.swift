import Platform
import Records

extension RuleProgram.Source {
  /// A rules file; where there is none of this name, `plugin:name` is rules of a plug-in.
  ///
  /// - Throws: What reading the file throws.
  package init(path: String) throws {
    if Self.isOfPlugin(path) {
      self.init(name: path, text: [], pluginRules: path)
    } else {
      self.init(name: path, text: try TextFile.read(path), in: FilePath.directory(of: path))
    }
  }

  /// Whether a path is `plugin:name` and no file.
  ///
  /// - Parameter place: Where the file would be, if not at the path itself.
  package static func isOfPlugin(_ path: String, at place: String? = nil) -> Bool {
    let parts = path.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy(\.isPluginName) && !FilePath.exists(place ?? path)
  }
}
