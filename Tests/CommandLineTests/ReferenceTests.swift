import Foundation
import TestSupport
import Testing

/// The reference of the Lua API is what its script makes of the annotations.
@Suite struct ReferenceTests {
  @Test("docs/lua-api.md is up to date; scripts/lua-api makes it anew")
  func reference() async throws {
    let root = BuiltProducts.packageRoot
    let made = try await Lunadiff().run([
      "run", root + "/docs/reference/lua-api.lua", root + "/Sources/Rules/Resources/luna.d.lua",
    ])
    #expect(made.status == 0)
    #expect(
      made.outputText == (try String(contentsOfFile: root + "/docs/lua-api.md", encoding: .utf8)))
  }
}
