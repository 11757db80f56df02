import Foundation
import LuaRuntime
import TestSupport
import Testing

@testable import Rules

/// How many functions of the rules that there are here run without Lua.
@Suite struct CompiledShareTests {
  private struct File {
    let name: String
    let text: String
    let directory: String
  }

  /// The Lua files of the examples, and those that the manual and the transcripts show, each text once.
  private func files(_ directory: TemporaryDirectory) throws -> [File] {
    let root = BuiltProducts.packageRoot
    let all = FileManager.default.enumerator(atPath: root + "/examples")?.compactMap { $0 as? String } ?? []
    var files = try all.filter { $0.hasSuffix(".lua") }.sorted().map { name in
      File(
        name: "examples/" + name, text: try String(contentsOfFile: "\(root)/examples/\(name)", encoding: .utf8),
        directory: URL(fileURLWithPath: "\(root)/examples/\(name)").deletingLastPathComponent().path)
    }
    for folder in ["docs", "Tests/CommandLineTests/Transcripts"] {
      // That transcript is about functions that must not be compiled.
      for page in TranscriptFile.all(in: "\(root)/\(folder)") where "\(page)" != "compiled.md" {
        let shown = Transcript(try String(contentsOfFile: page.path, encoding: .utf8)).blocks.compactMap { block in
          if case .file(let name, _, let lines) = block { (name, lines.joined(separator: "\n") + "\n") } else { nil }
        }
        let own = "\(folder)/\(page)".replacing("/", with: "-")
        for (name, text) in shown {
          try directory.write(text, to: "\(own)/\(name)")
          guard name.hasSuffix(".lua") else { continue }
          files.append(File(name: "\(folder)/\(page) \(name)", text: text, directory: "\(directory.path)/\(own)"))
        }
      }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0.text).inserted }
  }

  @Test("four of five functions in the rules of the examples, the manual and the transcripts are compiled")
  func share() throws {
    let directory = try TemporaryDirectory()
    var (compiled, refused, rules): (Int, [String], Int) = (0, [], 0)
    for file in try files(directory) {
      let program = RuleProgram(
        sources: [.init(name: file.name, text: Array(file.text.utf8), in: file.directory)],
        in: ScriptEnvironment())
      // Scripts, plug-ins, tests, and rules that show a mistake.
      guard let loaded = try? program.load(), !loaded.functions.list.isEmpty else { continue }
      rules += 1
      let functions = try FunctionCompiler.compile(loaded.functions.list, in: loaded.state)
      compiled += functions.functions.count
      for (number, refusal) in functions.refusals.sorted(by: { $0.key < $1.key }) {
        refused.append("\(file.name): \(loaded.functions.names[number]): line \(refusal.line) \(refusal.words)")
      }
    }
    let all = compiled + refused.count
    print("\(compiled) of \(all) functions in \(rules) files of rules are compiled; not so:")
    for line in refused { print("  \(line)") }
    #expect(all > 40)
    #expect(compiled * 5 >= all * 4)
  }
}
