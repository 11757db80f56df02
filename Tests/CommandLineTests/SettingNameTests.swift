import Foundation
import TestSupport
import Testing

@testable import lunadiff_cli

@Suite struct SettingNameTests {
  @Test("every setting that a message names is an option of the program")
  func options() throws {
    let options = Set(Lunadiff.commands.flatMap(\.flags).flatMap(\.names))
    let named = try Self.settings()
    #expect(named.count > 20)
    #expect(named.filter { !options.contains("--\($0)") } == [])
  }

  /// The names in every `Setting("name")` of the sources.
  private static func settings() throws -> [String] {
    let sources = URL(fileURLWithPath: BuiltProducts.packageRoot + "/Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      return text.matches(of: /\bSetting\("([a-z-]+)"/).map { String($0.1) }
    }
  }
}
