import Records

/// A plug-in's file: its text, or why there is none.
package struct PluginSource: Sendable {
  /// The file's path, as messages show it.
  package let path: String
  /// Why it was looked at: the flag, variable or folder that led to it.
  package let origin: String
  /// Whether the user named this very file, so that it has to work.
  package let isRequired: Bool
  /// The Lua text, or why it cannot be read.
  package let text: Result<[UInt8], RecordError>

  package init(
    path: String, origin: String, isRequired: Bool, text: Result<[UInt8], RecordError>
  ) {
    self.path = path
    self.origin = origin
    self.isRequired = isRequired
    self.text = text
  }

  /// Reads a plug-in's file.
  package init(path: String, origin: String, isRequired: Bool) {
    let text = Result { () throws(RecordError) in try TextFile.read(path) }
    self.init(path: path, origin: origin, isRequired: isRequired, text: text)
  }

  /// The directory that the file is in, where its own modules are found.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file's name without `.lua`: what a plug-in goes by that is too broken to say its own name.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}
