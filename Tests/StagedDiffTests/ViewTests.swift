import Foundation
import TestSupport
import Testing

/// UIKit and AppKit as far as StagedDiff uses them are in `Fixtures/views`, and note what they are asked.
@Suite("UIKit's and AppKit's views") struct ViewTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program): \(text.suffix(4_000))")
    return text
  }

  @Test("every snippet of the tutorial is a part of the program that they are shown by")
  func tutorial() throws {
    func lines(_ path: String) throws -> String {
      let text = try String(contentsOfFile: "\(BuiltProducts.packageRoot)/\(path)", encoding: .utf8)
      return text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let program = try lines("Tests/StagedDiffTests/Fixtures/views/tutorial.swift")
    let parts = try lines("Sources/StagedDiff/StagedDiff.docc/FirstDiff.md").components(separatedBy: "```swift\n")
    #expect(parts.count == 12)
    for part in parts.dropFirst() {
      let snippet = part.components(separatedBy: "```")[0]
      #expect(program.contains(snippet), "\(snippet)")
    }
  }

  #if os(Linux)
    @Test("take every kind of change, animated as was said, and say when they are through")
    func views() throws {
      let views = BuiltProducts.packageRoot + "/Tests/StagedDiffTests/Fixtures/views"
      for module in ["UIKit", "AppKit"] {
        _ = try run(
          "swiftc",
          [
            "-swift-version", "6", "-parse-as-library", "-emit-library", "-static", "-emit-module", "-module-name",
            module, "\(views)/\(module).swift", "-o", "lib\(module).a",
          ])
      }
      let sources = BuiltProducts.packageRoot + "/Sources/StagedDiff"
      let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
      _ = try run(
        "swiftc",
        ["-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-warnings-as-errors"]
          + ["-module-name", "Views", "-package-name", "lunadiff", "-I", ".", "-L", ".", "-lUIKit", "-lAppKit"]
          + files.map { "\(sources)/\($0)" } + ["\(views)/main.swift", "\(views)/tutorial.swift", "-o", "views"])
      let expected = try String(contentsOfFile: "\(views)/calls.txt", encoding: .utf8)
      #expect(try run("\(folder.path)/views", []) == expected)
    }
  #endif
}
