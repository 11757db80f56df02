import RecordDiff
import Records

/// What rules are to be begun for.
public struct StarterRequest: Sendable {
  /// The path of the old input.
  public var old: String
  /// The path of the new input; `nil` if there is none.
  public var new: String?
  /// How the inputs are read.
  public var read = ReadOptions()
  /// How the old input is read unlike the new one.
  public var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  public var newRead = ReadOverrides()
  /// The plug-in's reader that reads them, in place of a format of `read`.
  public var reader: ReaderChoice?
  /// Where plug-ins are looked for.
  public var plugins = PluginSearch()
  /// The path that the rules file is to have.
  public var rulesPath = "rules.lua"
  /// The most threads to use; 0 for as many as there are cores.
  public var threads = 0

  /// Rules for one input or for two.
  public init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }

  /// The comparison with the same inputs.
  var comparison: DiffRequest {
    var request = DiffRequest(old: old, new: new ?? old)
    request.read = read
    request.oldRead = oldRead
    request.newRead = newRead
    request.reader = reader
    request.plugins = plugins
    request.threads = threads
    return request
  }

  /// The rules file's name without its folder and ending.
  var stem: String {
    let name = rulesPath.split(separator: "/").last.map(String.init) ?? rulesPath
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

/// Texts of files to begin rules with.
public struct StarterFiles: Sendable, Equatable {
  /// A commented rules file for the inputs' columns.
  public let rules: String
  /// Annotations of the records' columns, for editors.
  public let columns: String
  /// Annotations of `luna`, for editors.
  public let library: String
}

extension StarterRequest: ReadingRequest {
  package var sides: Sides<String?> { Sides(source: old, target: new) }
}
