import Rules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where plug-ins are looked for; of several with one name the first is taken.
public struct PluginSearch: Sendable, Equatable {
  /// A folder whose Lua files are plug-ins.
  public struct Folder: Sendable, Equatable {
    /// The folder's path; it need not be there.
    public let path: String
    /// What led to it, as listings name it.
    public let origin: String

    /// A folder to look in.
    public init(path: String, origin: String) {
      self.path = path
      self.origin = origin
    }
  }

  /// Plug-ins that have to be there and to work.
  public var files: [String] = []
  /// Folders to look in after the files, in order; a broken plug-in in one matters only if it is used.
  public var folders: [Folder] = []

  /// No plug-ins.
  public init() {}

  /// The files, then the project's `.lunadiff/plugins` in the current directory, the directories of `LUNADIFF_PATH`,
  /// and the user's `$XDG_CONFIG_HOME/lunadiff/plugins` or `~/.config/lunadiff/plugins`.
  ///
  /// - Parameter includesProject: Whether the current directory may bring plug-ins of its own.
  public static func standard(files: [String] = [], includesProject: Bool = true) -> PluginSearch {
    var search = PluginSearch()
    search.files = files
    if includesProject { search.folders = [Folder(path: ".lunadiff/plugins", origin: "project")] }
    for path in variable("LUNADIFF_PATH")?.split(separator: ":") ?? [] {
      search.folders.append(Folder(path: String(path), origin: "LUNADIFF_PATH"))
    }
    let home = variable("HOME").map { $0 + "/.config" }
    if let folder = variable("XDG_CONFIG_HOME") ?? home {
      search.folders.append(Folder(path: folder + "/lunadiff/plugins", origin: "user"))
    }
    return search
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Finds and reads the plug-ins, each path once.
  func sources() -> [PluginSource] {
    var sources = files.map { PluginSource(path: $0, origin: "--plugin", isRequired: true) }
    for folder in folders {
      for name in Self.luaFiles(in: folder.path) {
        let path = "\(folder.path)/\(name)"
        guard !sources.contains(where: { $0.path == path }) else { continue }
        sources.append(PluginSource(path: path, origin: folder.origin, isRequired: false))
      }
    }
    return sources
  }

  /// The names of a folder's Lua files, sorted; none where there is no such folder.
  private static func luaFiles(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".lua"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
