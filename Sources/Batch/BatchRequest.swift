import LuaRuntime
import Platform
import Records
import Reports
import Requests
import Rules

/// Pairs of files to compare, and what is made of each.
package struct BatchRequest: Sendable {
  package var pairs: [BatchPair]
  /// The path of the manifest that the pairs come from; `nil` if they come from none.
  package internal(set) var manifest: String?
  /// What a person should know of the pairs, a line each.
  package private(set) var notes: [String] = []
  package var thresholds = ChangeThresholds()
  package var showsStack = false
  /// The most threads to use; 0 for as many as there are cores.
  package var threads = 0
  /// A report of each pair that was compared; `nil` for none.
  package var report: BatchReport?
  /// Whether the summary is to be written as JUnit XML, for which each pair keeps its suite.
  package var keepsSuites = false
  /// Whether the results are to become part of a history, for which each pair keeps what is remembered of it.
  package var keepsMemory = false
  /// Whether what explains many changes of a pair is looked for.
  package var keepsFindings = false
  /// What may be typed next for a pair; `nil` where no command compares it as the batch does.
  package var commands: @Sendable (BatchPair) -> ReportOptions.Commands? = { _ in nil }
  /// The size in bytes from which on a pair is compared by itself, by all threads.
  package var largeSize = 16 << 20

  package init(_ pairs: [BatchPair]) { self.pairs = pairs }
}

/// A report of each pair, in a file of its own below a directory, written whole or not at all.
package struct BatchReport: Sendable {
  package var format: ReportFormat
  package var directory: String
  /// The path of the page that the pairs are listed on, without symbolic links; `nil` where there is none.
  package var page: String?
  /// What the reports show; the title is the pair's name.
  package var options = ReportOptions()

  package init(_ format: ReportFormat, directory: String) {
    self.format = format
    self.directory = directory
    (options.countsMoves, options.longest) = ("", ReportOptions.usualLongest)
  }

  package func prepare() throws(LunaDiffError) {
    do { try Directory.make(directory) } catch { throw LunaDiffError(error) }
  }

  package func path(of name: String) -> String { "\(directory)/\(name).\(format.fileExtension)" }

  /// How the report at a path refers to the page of the batch.
  func reference(from path: String) -> String? {
    guard format == .html, let page, let folder = FilePath.resolved(directory) else { return nil }
    let below = FilePath.directory(of: String(path.dropFirst(directory.count + 1)))
    return PageReference.to(FilePath.relative(page, from: FilePath.joined(folder, below == "." ? "" : below)))
  }
}

package struct BatchProgress: Sendable {
  package var pairs = 0
  package let pairCount: Int
  package var records = 0
  var done = 0
  let size: Int

  /// `size` is about how many bytes the pairs have together.
  init(pairCount: Int, size: Int) {
    self.pairCount = pairCount
    self.size = size
  }

  /// How much of the work is done, from 0 to 1.
  package var fraction: Double { size > 0 ? Double(done) / Double(size) : 0 }
}

extension ProgressText {
  package init(_ progress: BatchProgress) {
    let records = Grouped.count(progress.records, "record", "records")
    self.init(
      "\(progress.pairs) of \(Grouped.count(progress.pairCount, "pair", "pairs")), \(records)",
      fraction: progress.fraction)
  }
}

extension BatchRequest {
  package var inputs: [String] { pairs.flatMap { [$0.old, $0.new] }.compactMap { $0 } }

  /// The Lua files that say how: rules, plug-ins that were named, and the manifest.
  package var scripts: [String] {
    var scripts: Set<String> = []
    for case .file(let path) in pairs.flatMap(\.options.rules) { scripts.insert(path) }
    for pair in pairs { if let path = pair.acceptedFile { scripts.insert(path) } }
    let plugins = Set(pairs.flatMap(\.options.plugins.files))
    return scripts.sorted() + plugins.sorted() + [manifest].compactMap { $0 }
  }

  /// Makes sure, before any work is done, that neither a report nor the directory of the reports takes the place of a
  /// file that is read, or of another output.
  package func checkReports(besides outputs: [String]) throws(LunaDiffError) {
    guard let report else { return }
    var files: [FileIdentity: String] = [:]
    let read = inputs.map { ($0, "input") } + scripts.map { ($0, "script") }
    for (path, kind) in read + outputs.map({ ($0, "output") }) {
      if let file = FileIdentity(path) { files[file] = "\(kind) \(path)" }
    }
    let compared = pairs.filter { $0.old != nil && $0.new != nil && $0.problem == nil }
    let places = compared.map { (report.path(of: $0.name), "report") } + [(report.directory, "directory")]
    for (path, kind) in places {
      guard let other = FileIdentity(path).flatMap({ files[$0] }) else { continue }
      throw LunaDiffError(
        "the \(kind) \(path) is the \(other)", hint: "give another directory to \(Setting("output-dir"))")
    }
  }
}

extension BatchRequest {
  /// The pairs of a manifest in Lua, and those of the directories that it is for; relative paths in it start from its
  /// own directory.
  ///
  /// The rules of `base` come after the manifest's own, its flags override both; plug-ins may be used as its rules may.
  ///
  /// - Parameters:
  ///   - directories: The directories; `nil`: those that the manifest names, if it does.
  ///   - files: Which files of directories make a pair.
  package init(
    manifest path: String, of directories: (old: String, new: String)? = nil, _ files: DirectoryPairs = .init(),
    base: BatchPair
  ) throws(LunaDiffError) {
    do {
      let place = FilePath.directory(of: path)
      let manifest = try Manifest(
        name: path, text: TextFile.read(path), directory: place, hasDirectories: directories != nil,
        in: base.options.environment)
      self.init(try manifest.list.pairs.map { try BatchPair($0, of: manifest, in: place, base: base) })
      let named = manifest.list.directories.map { (FilePath.joined(place, $0.old), FilePath.joined(place, $0.new)) }
      if let (old, new) = directories ?? named {
        try add(try files.pairs(old: old, new: new, base: base), of: manifest, in: place)
      } else if files.isChosen {
        throw LunaDiffError("\(Setting("pattern")) and \(Setting("recursive")) need two directories")
      }
      self.manifest = path
    } catch { throw LunaDiffError(error) }
  }

  /// Adds the pairs of directories, but for files that the manifest pairs by itself.
  private mutating func add(_ found: [BatchPair], of manifest: Manifest, in directory: String) throws {
    let named = Set(pairs.compactMap(\.new).compactMap(FileIdentity.init))
    for var pair in found where pair.new.flatMap(FileIdentity.init).map(named.contains) != true {
      try pair.take(manifest.list.shared(ofFile: pair.name), of: manifest, in: directory)
      pairs.append(pair)
    }
    notes += manifest.list.idlePatterns(among: found.map(\.name)).map {
      "\(manifest.name): no file matches the pattern '\($0)'"
    }
  }
}

extension BatchPair {
  fileprivate init(_ pair: PairList.Pair, of manifest: Manifest, in directory: String, base: BatchPair) throws {
    func place(_ path: String) -> String { FilePath.joined(directory, path) }
    self = base
    name = pair.name
    old = place(pair.old)
    new = place(pair.new)
    try take(pair.shared, of: manifest, in: directory)
  }

  /// Takes what a manifest says of the pair; rules that are there lie over its own.
  fileprivate mutating func take(_ shared: PairList.Shared, of manifest: Manifest, in directory: String) throws {
    for part in shared.read { try part.apply(to: &options) }
    options.rules =
      shared.rules.map { rules in
        if let path = rules.path {
          let place = FilePath.joined(directory, path)
          return .file(RuleProgram.Source.isOfPlugin(path, at: place) ? path : place)
        }
        return .part(DiffRequest.ManifestRules(name: manifest.name, text: manifest.text, part: rules.part))
      } + options.rules
  }
}

/// A manifest of a batch: a file in Lua that returns a list of pairs.
///
/// It runs as rules do, without files or system, since every worker runs it for the rules that stand in it.
package struct Manifest {
  package let name: String
  package let text: [UInt8]
  package let list: PairList
  private let state: LuaState

  package init(
    name: String, text: [UInt8], directory: String, hasDirectories: Bool = false,
    in environment: ScriptEnvironment = .init()
  ) throws {
    self.name = name
    self.text = text
    var lookups = environment.lookups()
    lookups.add(name, in: directory)
    let state = try environment.makeState(lookups: lookups).state
    self.state = state
    list = try RuleError.locating { () throws(LuaError) in
      let environment = try state.makeEnvironment(LuaModules(directories: [directory]))
      let chunk = try state.load(text, name: name, environment: environment)
      let result = try state.call(chunk).first ?? .nil
      return try PairList(result, source: name, hasDirectories: hasDirectories)
    }
  }
}
