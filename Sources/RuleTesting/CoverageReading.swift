import LuaRuntime
import Platform
import Records
import Reports
import Requests

extension CoverageSummary {
  /// What is known of the files of rules and plug-ins; those of tests themselves, and Lua that is no file, are left
  /// out, and so are plug-ins that are only there: neither named nor beside a file of tests, and none of their
  /// functions was called.
  ///
  /// - Parameter tests: The files of tests.
  init(_ coverage: LuaCoverage, of tests: [String], _ plugins: PluginSearch) {
    let searched = (plugins.folders + plugins.projectFolders).map(\.path)
    let tested = Set((tests + plugins.files).map(FilePath.directory))
    let paths = coverage.chunks.compactMap { path, chunk -> String? in
      guard !path.hasSuffix(TestFiles.suffix), FilePath.size(of: path) != nil else { return nil }
      let isFound = searched.contains { path.hasPrefix($0 + "/") }
      let isUsed = chunk.hasCalledFunctions || tested.contains(FilePath.directory(of: path))
      return isFound && !isUsed ? nil : path
    }
    self.init(files: paths.sorted().compactMap { path in coverage.chunks[path].map { File(path: path, $0) } })
  }
}

extension CoverageSummary.File {
  fileprivate init(path: String, _ chunk: LuaCoverage.Chunk) {
    let tokens = LuaTokens.all(in: (try? TextFile.read(path)) ?? [])
    let code = chunk.prototype
    let lines = (code?.codeLines ?? []).union(chunk.lines.keys).subtracting(Self.closings(tokens)).sorted()
    let names = LuaFunctionNames(tokens)
    self.init(
      path: path, lines: lines.map { (line: $0, count: chunk.lines[$0] ?? 0) },
      functions: (code?.functionLines ?? []).map { line in
        .init(name: "\(names[line] ?? "function"):\(line)", line: line, count: chunk.calls[line] ?? 0)
      })
  }

  /// The lines that only end something: there is an instruction in them, and nothing that anybody wrote.
  private static func closings(_ tokens: [LuaToken]) -> Set<Int> {
    let words: Set<String> = ["end", "}", ")", "]", ",", ";"]
    let ending = Set(tokens.filter { words.contains($0.text) }.map(\.line))
    return ending.subtracting(tokens.filter { !words.contains($0.text) }.map(\.line))
  }
}

extension LuaCoverage.Chunk {
  fileprivate var hasCalledFunctions: Bool { calls.contains { $0.key > 0 && $0.value > 0 } }
}
