import LuaRuntime
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
  /// Why it may not be loaded; `nil` where the user has named it, put it in place or trusted it.
  package let distrust: PackageTrust.Doubt?
  /// The modules of a plug-in that was read whole, which runs no other files of its own.
  package let modules: [LuaModule]
  /// The Lua text, or why it cannot be read.
  package let text: Result<[UInt8], RecordError>

  package init(
    path: String, origin: String, isRequired: Bool, text: Result<[UInt8], RecordError>
  ) {
    self.path = path
    self.origin = origin
    self.isRequired = isRequired
    self.text = text
    distrust = nil
    modules = []
    isWhole = false
  }

  /// A file that is only known to be there.
  package init(untrusted path: String, origin: String, _ doubt: PackageTrust.Doubt) {
    self.path = path
    self.origin = origin
    isRequired = false
    distrust = doubt
    text = .success([])
    modules = []
    isWhole = true
  }

  /// A plug-in whose files have been read and are trusted as they were read.
  package init(trusted files: PackageFiles, origin: String) {
    path = files.path
    self.origin = origin
    isRequired = false
    distrust = nil
    text = .success(files.main)
    modules = files.modules
    isWhole = true
  }

  /// A plug-in that comes with the program.
  ///
  /// - Parameter name: What messages call its text.
  init(bundled name: String, text: [UInt8]) {
    self.init(path: name, origin: Self.bundledOrigin, isRequired: false, text: .success(text))
  }

  static let bundledOrigin = "bundled"

  /// Whether nothing of it is read any more.
  fileprivate let isWhole: Bool

  /// Whether it may be loaded.
  package var isTrusted: Bool { distrust == nil }

  /// Whether it comes with the program, and is no file.
  package var isBundled: Bool { origin == Self.bundledOrigin }

  /// Reads a plug-in's file.
  package init(path: String, origin: String, isRequired: Bool) {
    let text = Result { () throws(RecordError) in try TextFile.readPlugin(path) }
    self.init(path: path, origin: origin, isRequired: isRequired, text: text)
  }

  /// The folder that is the plug-in, if it is one.
  private var folder: String? { PackageFiles.folder(ofPlugin: path) }

  /// The directory where its own modules are found: beside the file, or, so that helpers are `require "NAME.helper"`, beside
  /// the folder.
  package var directory: String { FilePath.directory(of: folder ?? path) }

  /// The folder's name, or the file's without `.lua`: what a plug-in goes by that is too broken to say its own name.
  var stem: String { PackageFiles.stem(ofPlugin: path) }
}

extension [PluginSource] {
  /// Where the modules of those are found that are not read whole.
  package var directories: [String] {
    filter { !$0.isWhole && !$0.isBundled }.map(\.directory)
  }

  /// What came of those that may not.
  package var untrusted: [PluginOutcome] {
    compactMap(PluginOutcome.init(untrusted:))
  }
}
