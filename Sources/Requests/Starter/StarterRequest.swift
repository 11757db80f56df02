import RecordDiff
import Records

/// What rules are to be begun for.
package struct StarterRequest: Sendable {
  /// The path of the old input.
  package var old: String
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How the inputs are read.
  package var read = ReadOptions()
  /// How the old input is read unlike the new one.
  package var oldRead = ReadOverrides()
  /// How the new input is read unlike the old one.
  package var newRead = ReadOverrides()
  /// The plug-in's reader that reads them, in place of a format of `read`.
  package var reader: ReaderChoice?
  /// Where plug-ins are looked for.
  package var plugins = PluginSearch()
  /// The path that the rules file is to have.
  package var rulesPath = "rules.lua"
  /// The most threads to use; 0 for as many as there are cores.
  package var threads = 0

  /// Rules for one input or for two.
  package init(old: String, new: String? = nil) {
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
package struct StarterFiles: Sendable, Equatable {
  /// A commented rules file for the inputs' columns.
  package let rules: String
  /// Annotations of the records' columns, for editors.
  package let columns: String
  /// Annotations of `luna`, for editors.
  package let library: String
}

extension StarterRequest: ReadingRequest {
  package var sides: Sides<String?> { Sides(source: old, target: new) }
}
