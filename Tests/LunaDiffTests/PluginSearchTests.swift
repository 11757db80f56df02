import Foundation
import TestSupport
import Testing

import Requests
import Rules

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
    #expect(sources.map(\.origin) == ["plugin", "plugin", "folder one", "folder one"])
    #expect(sources.map(\.isRequired) == [true, true, false, false])
  }

  @Test("what is looked at once is what is found each time, and stays so when files go")
  func once() throws {
    let directory = try TemporaryDirectory()
    try directory.write("return { name = 'x' }", to: "user/a.lua")
    let project = try directory.write(
      "return { rules = { ['*'] = { identity = 'id' } } }", to: "in/.lunadiff/project.lua")
    for path in ["in/x.csv", "in/deep/y.csv", "out/z.csv"] { try directory.write("id\n1\n", to: path) }
    let trust = PackageTrust(directory: directory.path(of: "trusted"))
    _ = try ProjectTrust(trust).trust(project)
    var options = ComparisonOptions()
    options.plugins.folders = [.init(path: directory.path(of: "user"), origin: "user")]
    options.project = ProjectSearch(trust: trust) { _ in }
    let once = options.lookingOnce
    let paths = ["out/z.csv", "in/x.csv", "in/deep/y.csv", "in/none/w.csv", "none/v.csv"].map(directory.path(of:))
    let rules = try paths.map { try options.project?.rules(for: [$0]) }
    #expect(rules.map { $0 == nil } == [true, false, false, false, true])
    for _ in 0..<2 { #expect(try paths.map { try once.project?.rules(for: [$0]) } == rules) }
    #expect(try once.project?.rules(for: [paths[0], paths[2]]) == rules[2])
    for name in ["user", "in/.lunadiff"] { try FileManager.default.removeItem(atPath: directory.path(of: name)) }
    #expect(try paths.map { try once.project?.rules(for: [$0]) } == rules)
    #expect(once.environment.plugins.map(\.path) == [directory.path(of: "user/a.lua")])
    #expect(options.environment.plugins.isEmpty)
    #expect(try options.project?.rules(for: [paths[1]]) == nil)
  }

  @Test("a folder with an init.lua is a plug-in; what else is in it is not looked at")
  func folders() throws {
    let directory = try TemporaryDirectory()
    for name in ["one/b/init.lua", "one/b/helper.lua", "one/a.lua", "one/c/notes.lua"] {
      try directory.write("return", to: name)
    }
    var search = PluginSearch()
    search.files = [directory.path(of: "one/b")]
    search.folders = [.init(path: directory.path(of: "one"), origin: "user")]
    let sources = search.sources()
    #expect(sources.map(\.path) == ["one/b/init.lua", "one/a.lua"].map(directory.path(of:)))
    #expect(sources.map { $0.modules.map(\.name) } == [["b.helper"], []])
  }

  @Test("LUNADIFF_PATH before the user's folder; the project's is only looked at")
  func standard() {
    let search = PluginSearch.standard(files: ["x.lua"])
    let origins = search.folders.map(\.origin)
    #expect(origins == origins.sorted())
    #expect(!origins.contains("project"))
    #expect(search.projectFolders.map(\.path) == [".lunadiff/plugins"])
  }

  @Test("a file of an untrusted folder is not read, unless it is named, whatever it is called then")
  func untrusted() throws {
    let directory = try TemporaryDirectory()
    for name in ["project/a.lua", "project/b.lua"] { try directory.write("return", to: name) }
    var search = PluginSearch()
    search.projectFolders = [.init(path: directory.path(of: "project"), origin: "project")]
    #expect(search.sources().map(\.isTrusted) == [false, false])
    search.files = [directory.path(of: "project/../project/b.lua")]
    #expect(search.sources().map(\.isTrusted) == [true, false])
    #expect(search.notLoaded.count == 1)
  }

  @Test("what is trusted is what was digested: its modules come from the bytes that were read")
  func digested() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("return { name = 'a' }", to: "project/a/init.lua")
    try directory.write("return 1", to: "project/a/part.lua")
    try directory.write("return 2", to: "project/a/deep/init.lua")
    try directory.write("data", to: "project/a/rates.csv")
    var search = PluginSearch()
    search.projectFolders = [.init(path: directory.path(of: "project"), origin: "project")]
    search.trust = PackageTrust(directory: directory.path(of: "trusted"))
    #expect(try ProjectTrust(search.trust).trust(path) == 4)
    let sources = search.sources()
    #expect(sources.map(\.isTrusted) == [true])
    #expect(sources[0].modules.map(\.name) == ["a.deep", "a.part"])
    #expect(sources[0].modules.map(\.text) == ["return 2", "return 1"].map { Array($0.utf8) })
    try directory.write("other", to: "project/a/rates.csv")
    #expect(search.sources().map(\.distrust) == [.changed(["rates.csv changed"])])
    #expect(try ProjectTrust(search.trust).distrust(path))
    #expect(search.sources().map(\.distrust) == [.unknown])
  }

  @Test(
    "a plug-in of the user's that was locked runs as it was added, modules and all, or not at all")
  func locked() throws {
    let directory = try TemporaryDirectory()
    try directory.write("return { name = 'a' }", to: "src/a.lua")
    try directory.write("return 1", to: "src/a/part.lua")
    let folder = PluginSearch.Folder(path: directory.path(of: "user"), origin: "user")
    var search = PluginSearch()
    search.folders = [folder]
    let install = PluginInstall(to: folder, search: search)
    _ = try install.add(directory.path(of: "src/a.lua"))
    #expect(search.sources().map { $0.modules.map(\.name) } == [["a.part"]])
    try directory.write("return 2", to: "user/a/part.lua")
    #expect(search.sources().map(\.distrust) == [.unlocked(["a/part.lua changed"])])
    _ = try install.add(directory.path(of: "src/a.lua"), replacing: true)
    try directory.write("return 3", to: "user/a/more.lua")
    #expect(search.sources().map(\.distrust) == [.unlocked(["a/more.lua is new"])])
    _ = try install.add(directory.path(of: "user/a.lua"), replacing: true)
    #expect(search.sources().map { $0.modules.map(\.name) } == [["a.more", "a.part"]])
    #expect(throws: Requests.LunaDiffError.self) { try install.add(directory.path(of: "src/a.lua")) }
  }

  @Test("a lock that came with a repository names nothing outside of its folder")
  func hostileLock() throws {
    let directory = try TemporaryDirectory()
    try directory.write("mine", to: "outside.lua")
    let digest = String(repeating: "0", count: 64)
    for name in ["..", "../outside", ""] {
      try directory.write("\(digest)  \(name)/init.lua\n", to: "user/plugins.lock")
      let install = PluginInstall(to: .init(path: directory.path(of: "user"), origin: "project"))
      for name in try PackageLock(of: directory.path(of: "user")).names + [name] {
        #expect(throws: Requests.LunaDiffError.self) { try install.remove([name]) }
      }
    }
    #expect(try String(decoding: directory.read("outside.lua"), as: UTF8.self) == "mine")
  }

  @Test("a project's rules are digested with the Lua files beside them, and without its plug-ins")
  func rules() throws {
    let directory = try TemporaryDirectory()
    for name in ["rules.lua", "lib/part.lua", "plugins/x.lua", "notes.txt"] {
      try directory.write("return {}", to: ".lunadiff/\(name)")
    }
    let files = try PackageFiles(path: directory.path(of: ".lunadiff/rules.lua"))
    #expect(files.files.map(\.name) == ["lib/part.lua", "rules.lua"])
    #expect(files.modules.map(\.name) == ["lib.part"])
  }

  @Test(
    "a link that leaves the folder is not a file of a plug-in", arguments: ["a/data.csv", "a/deep", "a/part.lua", "b"])
  func links(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("SECRET", to: "secret/part.lua")
    let main = name == "b" ? "b.lua" : "a/init.lua"
    let path = try directory.write("return { name = '\(main.prefix(1))' }", to: "project/\(main)")
    let target = directory.path(of: name.contains(".") ? "secret/part.lua" : "secret")
    #expect(symlink(target, directory.path(of: "project/\(name)")) == 0)
    let files = try? PackageFiles(path: path)
    #expect(files?.files.map(\.name) == (name == "b" ? ["b.lua"] : nil))
    let folder = PackageFiles.moduleFolder(ofPlugin: directory.path(of: "project/b.lua"))
    #expect(folder == (name == "b" ? nil : directory.path(of: "project/b")))
  }

  @Test("a plug-in that is tested runs programs only if another command would use it")
  func tested() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("return { name = 'a' }", to: "folder/a.lua")
    var search = PluginSearch()
    (search.tested, search.trust) = ([path], PackageTrust(directory: directory.path(of: "trusted")))
    #expect(search.sources().map(\.runsPrograms) == [false])
    search.required = path
    #expect(search.sources().map(\.runsPrograms) == [false])
    #expect(search.sources().map(\.isRequired) == [true])
    var (named, added) = (search, search)
    named.files = [directory.path(of: "folder/../folder/a.lua")]
    #expect(named.sources().map(\.runsPrograms) == [true, true])
    added.folders = [.init(path: directory.path(of: "folder"), origin: "user")]
    #expect(added.sources().map(\.runsPrograms) == [true])
    _ = try ProjectTrust(search.trust).trust(path)
    #expect(search.sources().map(\.runsPrograms) == [true])
    try directory.write("return { name = 'a', version = '2' }", to: "folder/a.lua")
    #expect(search.sources().map(\.runsPrograms) == [false])
  }

  @Test("what is no plain file in a folder is broken, and not waited for")
  func pipes() throws {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("folder/directory.lua")
    #expect(mkfifo(directory.path(of: "folder/pipe.lua"), 0o600) == 0)
    #expect(symlink("/dev/zero", directory.path(of: "folder/zero.lua")) == 0)
    var search = PluginSearch()
    search.folders = [.init(path: directory.path(of: "folder"), origin: "user")]
    for listing in try plugins(search) where !listing.isBundled {
      #expect(listing.status == .broken("\(listing.path): cannot read: not a regular file"))
    }
  }
}
