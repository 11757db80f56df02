import Platform
import Records

/// A plug-in's file: its text, or why there is none.
package struct PluginSource: Sendable {
  /// The file's path, as messages show it.
  package let path: String
  /// Why it was looked at: the flag, variable or folder that led to it.
  package let origin: String
  /// Whether the user named this very file, so that it has to work.
  package let isRequired: Bool
  /// Whether it may be loaded: nothing of a file is read that the user has not named or put in place.
  package let isTrusted: Bool
  /// The Lua text, or why it cannot be read.
  package let text: Result<[UInt8], RecordError>

  package init(
    path: String, origin: String, isRequired: Bool, text: Result<[UInt8], RecordError>
  ) {
    self.path = path
    self.origin = origin
    self.isRequired = isRequired
    self.text = text
    isTrusted = true
  }

  /// A file that is only known to be there.
  package init(untrusted path: String, origin: String) {
    self.path = path
    self.origin = origin
    isRequired = false
    isTrusted = false
    text = .success([])
  }

  /// A plug-in that comes with the program.
  ///
  /// - Parameter name: What messages call its text.
  init(bundled name: String, text: [UInt8]) {
    self.init(path: name, origin: Self.bundledOrigin, isRequired: false, text: .success(text))
  }

  static let bundledOrigin = "bundled"

  /// Whether it comes with the program, and is no file.
  package var isBundled: Bool { origin == Self.bundledOrigin }

  /// Reads a plug-in's file.
  package init(path: String, origin: String, isRequired: Bool) {
    let text = Result { () throws(RecordError) in try TextFile.readPlugin(path) }
    self.init(path: path, origin: origin, isRequired: isRequired, text: text)
  }

  /// What a folder that is a plug-in begins with.
  package static let folderFile = "init.lua"

  /// The folder that is the plug-in, if it is one.
  private var folder: String? {
    path.hasSuffix("/\(Self.folderFile)") ? FilePath.directory(of: path) : nil
  }

  /// The directory where its own modules are found: beside the file, or, so that helpers are `require "NAME.helper"`, beside
  /// the folder.
  package var directory: String { FilePath.directory(of: folder ?? path) }

  /// The folder's name, or the file's without `.lua`: what a plug-in goes by that is too broken to say its own name.
  var stem: String {
    let path = folder ?? path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

extension [PluginSource] {
  /// Where the modules of those are found that may be loaded.
  package var directories: [String] {
    filter { $0.isTrusted && !$0.isBundled }.map(\.directory)
  }

  /// What came of those that may not.
  package var untrusted: [PluginOutcome] {
    filter { !$0.isTrusted }.map(PluginOutcome.init(untrusted:))
  }
}
