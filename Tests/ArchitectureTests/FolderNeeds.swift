/// Which folders of a module need which others, each with an example.
struct FolderNeeds {
  /// Needs that close a circle and are not gone yet.
  ///
  /// The list only gets shorter.
  private static let held: Set<String> = [
    "Rules/ → Library", "Scripting/Driver → Plugins",
    "lunadiff-cli/Manual → Commands",
    "lunadiff-cli/Manual → Git", "lunadiff-cli/Manual → Chain",
    "lunadiff-cli/Manual → Plugins", "lunadiff-cli/Manual → Repl",
  ]

  /// The held needs of the module that are there no more.
  private(set) var needless: Set<String>

  private var needs: [String: [String: String]] = [:]

  /// Looks at what the files of a module name.
  ///
  /// A type, function or value needs the folder that declares it. So does a member that only extensions in one folder
  /// declare, where a file says it behind a dot.
  init(module: String) {
    let files = SourceFile.all.filter { $0.module == module }
    needless = Self.held.filter { $0.hasPrefix(module + "/") }
    let homes = Dictionary(
      files.flatMap { file in file.declared.map { ($0, file.folder) } }
    ) { first, _ in first }
    let members = files.reduce(into: Set<String>()) {
      $0.formUnion($1.ownMembers.union($1.extensionMembers))
    }
    let memberHomes = Self.memberHomes(files)
    for file in files {
      for name in file.named where !members.contains(name) || name.first?.isUppercase == true {
        add(file, name, homes[name])
      }
      for name in file.namedMembers { add(file, "." + name, memberHomes[name]) }
    }
  }

  private mutating func add(_ file: SourceFile, _ name: String, _ home: String?) {
    guard let home, home != file.folder else { return }
    let need = "\(file.module)/\(file.folder) → \(home)"
    needless.remove(need)
    guard !Self.held.contains(need) else { return }
    needs[file.folder, default: [:]][home] = "\(file.path) names \(name)"
  }

  /// The members of which the one folder that declares them is known by their name alone.
  private static func memberHomes(_ files: [SourceFile]) -> [String: String] {
    var folders: [String: Set<String>] = [:]
    for file in files {
      for name in file.extensionMembers { folders[name, default: []].insert(file.folder) }
    }
    for file in SourceFile.all {
      for name in file.ownMembers { folders[name] = nil }
      if file.module != files.first?.module {
        for name in file.extensionMembers { folders[name] = nil }
      }
    }
    // What the standard library asks of types is no name of ours.
    for name in ["makeIterator", "next"] { folders[name] = nil }
    return folders.filter { $1.count == 1 }.compactMapValues(\.first)
  }

  /// For each pair of folders that need each other, be it by way of others, the way from the one back to it.
  var circles: [String] {
    needs.keys.sorted().compactMap { folder in
      let way = wayBack(to: folder)
      // Each circle is told once, from its first folder.
      guard let way, way.allSatisfy({ $0 >= folder }) else { return nil }
      return zip([folder] + way, way).map { needs[$0]?[$1] ?? "" }.joined(separator: ", ")
    }
  }

  /// The shortest way from a folder over others back to it.
  private func wayBack(to folder: String) -> [String]? {
    var ways = [[String]()]
    var seen: Set<String> = []
    while !ways.isEmpty {
      var longer: [[String]] = []
      for way in ways {
        for next in (needs[way.last ?? folder] ?? [:]).keys.sorted() where !seen.contains(next) {
          if next == folder { return way + [next] }
          seen.insert(next)
          longer.append(way + [next])
        }
      }
      ways = longer
    }
    return nil
  }
}
