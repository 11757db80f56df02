import Foundation
import TestSupport
import Testing

@testable import LunaDiff

/// Where plug-ins are looked for, and in which order.
@Suite struct PluginSearchTests {
  @Test("named files come first, then folders in order, files of a folder by name; nothing twice")
  func order() throws {
    let directory = try TemporaryDirectory()
    for name in ["one/b.lua", "one/a.lua", "one/.hidden.lua", "one/notes.txt", "two/a.lua"] {
      try directory.write("return { name = 'x' }", to: name)
    }
    var search = PluginSearch()
    search.files = [directory.path(of: "two/a.lua"), directory.path(of: "nowhere.lua")]
    search.folders = ["one", "missing", "two"].map {
      .init(path: directory.path(of: $0), origin: "folder \($0)")
    }
    let sources = search.sources()
    #expect(
      sources.map(\.path)
        == ["two/a.lua", "nowhere.lua", "one/a.lua", "one/b.lua"].map(directory.path(of:)))
    #expect(sources.map(\.origin) == ["--plugin", "--plugin", "folder one", "folder one"])
    #expect(sources.map(\.isRequired) == [true, true, false, false])
  }

  @Test("the project, LUNADIFF_PATH and the user's folder, in this order")
  func standard() {
    let origins = PluginSearch.standard(files: ["x.lua"]).folders.map(\.origin)
    #expect(origins.first == "project")
    #expect(origins == origins.sorted { rank($0) < rank($1) })
    #expect(
      !PluginSearch.standard(includesProject: false).folders.contains { $0.origin == "project" })
  }

  private func rank(_ origin: String) -> Int {
    ["project", "LUNADIFF_PATH", "user"].firstIndex(of: origin) ?? 3
  }
}
