import LuaRuntime
import Platform
import Records
import Rules

/// A list of the plug-ins that lie in a folder, with the digest of each, so that they are found and are what they were.
///
/// The file is JSON Lines, a plug-in a line in the order of their names, and static: any server or disk can hold it.
package struct PluginIndex: Sendable {
  package struct Entry: Sendable, Equatable {
    package let name: String
    package let version: String
    package let summary: String
    /// What it adds, as `comparators: same; formats: sums`.
    package let adds: String
    let license: String
    /// Where it lies, from the index's folder.
    let path: String
    /// The SHA-256 of the lines that `sha256sum` has for its files.
    package let digest: String
  }

  /// The folder of the index.
  private let folder: String
  package private(set) var entries: [Entry]
  /// The SHA-256 of the file, by which somebody can say that it is this index and no other.
  package let digest: String

  package static let fileName = "index.jsonl"
  private static let pin = "#sha256="

  /// Reads an index: a folder that has one, or the file; with `#sha256=…` behind it, which has to have that digest.
  package init(_ place: String) throws(LunaDiffError) {
    let parts = place.firstRange(of: Self.pin).map { (place[..<$0.lowerBound], place[$0.upperBound...]) }
    let named = String(parts?.0 ?? place[...])
    guard !InputGlance.isAddress(named) else {
      throw LunaDiffError(
        "\(named): is an address, and an index is a folder with its plug-ins",
        hint: "fetch the folder whole, by git clone or as an archive; FOLDER#sha256=DIGEST is the one that was meant")
    }
    let path = FilePath.isDirectory(named) ? FilePath.joined(named, Self.fileName) : named
    do {
      let bytes = try TextFile.read(path)
      digest = SHA256.hexadecimal(of: bytes)
      if let wanted = parts?.1.lowercased(), wanted != digest {
        throw LunaDiffError("\(path): the index has the SHA-256 \(digest), not \(wanted)")
      }
      folder = FilePath.directory(of: path)
      entries = try Self.entries(path)
    } catch { throw LunaDiffError(error) }
  }

  private static func entries(_ path: String) throws -> [Entry] {
    var options = ReadOptions()
    options.format = .jsonl
    let table = try InputOpening(nil, options).open([path]).table()
    func text(_ record: Int, _ name: String) -> String {
      table.columnIndex(of: name).map { table.value(record, $0).description } ?? ""
    }
    return try (0..<table.count).map { record in
      let entry = Entry(
        name: text(record, "name"), version: text(record, "version"), summary: text(record, "summary"),
        adds: text(record, "adds"), license: text(record, "license"), path: text(record, "path"),
        digest: text(record, "sha256"))
      let isInside = !entry.path.hasPrefix("/") && !entry.path.split(separator: "/").contains("..")
      guard entry.name.isPluginName, !entry.path.isEmpty, isInside, entry.digest.utf8.count == 64 else {
        throw LunaDiffError("\(path):\(record + 1): it is no line of an index of plug-ins")
      }
      return entry
    }
  }

  /// Makes the index of a folder, of all that is a plug-in in it: Lua files, folders and archives.
  ///
  /// - Returns: Its text, the plug-ins, and Lua that is none; throws where one cannot be loaded, or two have one name.
  package static func made(of folder: String) throws(LunaDiffError) -> (
    text: [UInt8], plugins: [Plugin], others: [String]
  ) {
    do {
      let names = try DirectoryEntry.all(in: folder).map(\.name).sorted().filter { isPackage($0, in: folder) }
      let packages = try names.map { try PackageSource(FilePath.joined(folder, $0), revision: nil).package }
      // Beside each other, since one may require another.
      let outcomes = try PluginProgram(packages.map { PluginSource($0, origin: "index") }).outcomes()
      var (entries, plugins, others): ([Entry], [Plugin], [String]) = ([], [], [])
      for (name, files) in zip(names, packages) {
        let path = FilePath.joined(folder, name)
        let status = outcomes.first { $0.path == files.path }?.status
        if case .broken = status, isOther(name, files) {
          others.append(path)
          continue
        }
        let plugin = try plugin(path, status)
        guard !plugins.contains(where: { $0.name == plugin.name }) else {
          throw LunaDiffError("\(path): there is a plug-in '\(plugin.name)' in \(folder) already")
        }
        plugins.append(plugin)
        entries.append(Entry(plugin, path: name, files))
      }
      guard !entries.isEmpty else { throw LunaDiffError("\(folder): there is no plug-in in it") }
      entries.sort { $0.name < $1.name }
      let text = JSONEmitter.bytes { json in
        json.begin(.stream)
        for entry in entries { entry.write(to: json) }
      }
      return (text.drop { $0 == UInt8(ascii: "\n") } + [UInt8(ascii: "\n")], plugins, others)
    } catch { throw LunaDiffError(error) }
  }

  private static func isPackage(_ name: String, in folder: String) -> Bool {
    let path = FilePath.joined(folder, name)
    if FilePath.isDirectory(path) { return FilePath.exists(FilePath.joined(path, PackageFiles.folderFile)) }
    return name.hasSuffix(".lua") && !name.hasSuffix(".test.lua")
      || [".zip", ".tar.gz", ".tgz"].contains(where: name.hasSuffix)
  }

  /// Whether a file in Lua is none that should have been a plug-in, as rules beside them: it has no word for what one
  /// adds.
  private static func isOther(_ name: String, _ files: PackageFiles) -> Bool {
    let kinds = Set(Plugin.Kind.allCases.map(\.rawValue))
    return name.hasSuffix(".lua") && !LuaTokens.all(in: files.main).contains { kinds.contains($0.text) }
  }

  private static func plugin(_ path: String, _ status: PluginOutcome.Status?) throws(LunaDiffError) -> Plugin {
    switch status {
    case .loaded(let plugin), .hidden(let plugin, _): return plugin
    case .broken(let message): throw LunaDiffError(message.hasPrefix(path) ? message : "\(path): \(message)")
    default: throw LunaDiffError("\(path): it is no plug-in")
    }
  }

  /// The plug-ins that have all of the words, whatever their case, in their name, summary or what they add.
  package func matching(_ words: [String]) -> [Entry] {
    entries.filter { entry in
      let text = "\(entry.name) \(entry.summary) \(entry.adds)".lowercased()
      return words.allSatisfy { text.contains($0.lowercased()) }
    }
  }

  package func entry(named name: String) throws(LunaDiffError) -> Entry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw LunaDiffError(
        "there is no plug-in '\(name)' in the index" + Suggestion.phrase(for: name, among: entries.map(\.name)))
    }
    return entry
  }

  package func path(of entry: Entry) -> String { FilePath.joined(folder, entry.path) }
}

extension PluginIndex.Entry {
  fileprivate init(_ plugin: Plugin, path: String, _ files: PackageFiles) {
    name = plugin.name
    version = plugin.version ?? ""
    summary = plugin.summary ?? ""
    license = plugin.license ?? ""
    adds = Plugin.Kind.allCases.compactMap { kind in
      plugin.names[kind].flatMap { $0.isEmpty ? nil : "\(kind.rawValue): \($0.joined(separator: ", "))" }
    }.joined(separator: "; ")
    self.path = path
    digest = files.digest
  }

  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("name", name)
      json.member("version", version)
      json.member("summary", summary)
      json.member("license", license)
      json.member("adds", adds)
      json.member("path", path: path)
      json.member("sha256", digest)
    }
  }
}
