import LuaRuntime
import Platform
import Records
import Requests
import Rules

/// The tests of one file: a file of tests, or a plug-in that has some.
struct TestSuite: Sendable {
  /// The tests: those of a list by number, then those with names by these.
  let cases: [TestCase]

  /// Runs a file and reads the tests that it returns.
  ///
  /// It runs as rules do, without files or system, since every worker runs it for the rules that stand in it.
  init(_ path: String, _ request: TestRequest) throws {
    var request = request
    let isPlugin = !path.hasSuffix(TestFiles.suffix)
    request.options.plugins.required = Self.plugin(of: path)
    let text = isPlugin ? try TextFile.readPlugin(path) : try TextFile.read(path)
    let directory = FilePath.directory(of: path)
    let options = request.options
    let environment = options.environment
    let places =
      isPlugin ? environment.plugins.first { $0.path == path }?.places : LuaModules(directories: [directory])
    var lookups = environment.lookups()
    lookups.add(path, in: directory)
    let state = try environment.makeState(lookups: lookups).state
    var base = DiffRequest(old: "old", new: "new")
    base.options = options
    base.options.sharesReading = true
    base.options.endsWork = true
    base.options.threads = 1
    cases = try RuleError.locating { () throws(LuaError) in
      options.debugger?.start()
      let chunk = try state.load(text, name: path, environment: try state.makeEnvironment(places))
      let result = try state.call(chunk).first ?? .nil
      return try TestReading(path: path, text: text, base: base).cases(of: result, isPlugin: isPlugin)
    }
  }

  /// The plug-in that a path names, or in whose folder a file of tests lies.
  static func plugin(of path: String) -> String? {
    guard path.hasSuffix(TestFiles.suffix) else { return path }
    let first = FilePath.joined(FilePath.directory(of: path), PackageFiles.folderFile)
    return FilePath.exists(first) ? first : nil
  }
}

/// One test: what is compared, and what is expected of it.
struct TestCase: Sendable {
  let name: String
  /// The comparison, its data in place of paths where the test holds them.
  var request: DiffRequest
  let expectation: TestExpectation
}
