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

  @Test("every snippet of the page on services is a part of the service that is compiled and run")
  func service() throws {
    let program = unindented(try text("Tests/HostTests/ServiceExample.swift"))
    let parts = try text("Sources/LunaDiff/LunaDiff.docc/ServeRequests.md").components(separatedBy: "```swift\n")
    #expect(parts.count == 7)
    for part in parts.dropFirst() {
      let snippet = part.components(separatedBy: "```")[0]
      #expect(program.contains(unindented(snippet)), "\(snippet)")
    }
  }

  private func unindented(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  @Test("the program of docs/swift.md is compiled")
  func swiftPage() throws {
    let parts = try text("docs/swift.md").components(separatedBy: "```swift\nimport LunaDiff\n\n")
    let snippet = try #require(parts.last).components(separatedBy: "\n```")[0]
    let indented = snippet.components(separatedBy: "\n").map { $0.isEmpty ? "" : "  " + $0 }
    #expect(parts.count == 2)
    #expect(
      try text("Tests/HostTests/SwiftPageExample.swift").contains(
        indented.joined(separator: "\n")))
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(Self.root)/\(file)", encoding: .utf8)
  }
}
