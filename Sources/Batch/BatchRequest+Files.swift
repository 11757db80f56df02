import Platform
import Requests

extension BatchRequest {
  /// The files that are compared.
  package var inputs: [String] { pairs.flatMap { [$0.old, $0.new] }.compactMap { $0 } }

  /// The Lua files that say how: rules, plug-ins that were named, and the manifest.
  package var scripts: [String] {
    var scripts: Set<String> = []
    for case .file(let path) in pairs.flatMap(\.options.rules) { scripts.insert(path) }
    let plugins = Set(pairs.flatMap(\.options.plugins.files))
    return scripts.sorted() + plugins.sorted() + [manifest].compactMap { $0 }
  }

  /// Makes sure, before any work is done, that no report takes the place of a file that is read, or of the summary.
  ///
  /// - Parameter summary: Where the summary is written; `nil` if that is no file.
  /// - Throws: `LunaDiffError` if one does.
  package func checkReports(besides summary: String?) throws(LunaDiffError) {
    guard let report else { return }
    var files: [FileIdentity: String] = [:]
    let read = inputs.map { ($0, "input") } + scripts.map { ($0, "script") }
    for (path, kind) in read + [summary].compactMap({ $0 }).map({ ($0, "summary") }) {
      if let file = FileIdentity(path) { files[file] = "\(kind) \(path)" }
    }
    for pair in pairs where pair.old != nil && pair.new != nil && pair.problem == nil {
      let path = report.path(of: pair.name)
      guard let other = FileIdentity(path).flatMap({ files[$0] }) else { continue }
      throw LunaDiffError(
        "the report \(path) is the \(other)",
        hint: "give another directory to \(Setting("output-dir"))")
    }
  }
}
