import Foundation
import TestSupport
import Testing

@Suite("The library's pages") struct TutorialTests {
  private static let root = BuiltProducts.packageRoot

  @Test(
    "every snippet is a part of the example, which is built and run",
    arguments: [
      "Sources/LunaDiff/LunaDiff.docc/LunaDiff.md", "Sources/LunaDiff/LunaDiff.docc/EmbedRules.md",
    ])
  func snippets(page: String) throws {
    let program = try text("examples/swift/Sources/Preview/main.swift")
    let parts = try text(page).components(separatedBy: "```swift\n").dropFirst()
    #expect(!parts.isEmpty)
    for part in parts {
      let snippet = part.components(separatedBy: "```")[0]
      #expect(program.contains(snippet), "\(page): \(snippet)")
    }
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(Self.root)/\(file)", encoding: .utf8)
  }
}
