import LuaRuntime
import Platform
import Records

/// A plug-in's file: its text, or why there is none.
package struct PluginSource: Sendable {
  package let path: String
  package let origin: String
  /// Whether the user named this very file, so that it has to work.
  package internal(set) var isRequired: Bool
  /// Whether its readers may run programs: not if it is tested before the user trusts it.
  package var runsPrograms = true
  /// Why it may not be loaded; `nil` where the user has named it, put it in place or trusted it.
  package let distrust: PackageTrust.Doubt?
  /// Its modules: no other file of its own is run.
  package let modules: [LuaModule]
  /// The Lua text, or why it cannot be read.
  package let text: Result<[UInt8], RecordError>
  private var hasFolder = true

  package init(
    path: String, origin: String, isRequired: Bool, text: Result<[UInt8], RecordError>, modules: [LuaModule] = [],
    distrust: PackageTrust.Doubt? = nil
  ) {
    self.path = path
    self.origin = origin
    self.isRequired = isRequired
    self.text = text
    self.modules = modules
    self.distrust = distrust
  }

  /// A file that is only known to be there.
  package init(untrusted path: String, origin: String, _ doubt: PackageTrust.Doubt) {
    self.init(path: path, origin: origin, isRequired: false, text: .success([]), distrust: doubt)
  }

  /// A plug-in whose files have been read, and are used as they were.
  package init(_ files: PackageFiles, origin: String, isRequired: Bool = false) {
    self.init(
      path: files.path, origin: origin, isRequired: isRequired, text: .success(files.main), modules: files.modules)
  }

  /// A plug-in of an app's that is no file; `name` is what messages call its text.
  package init(text: [UInt8], name: String) {
    self.init(path: name, origin: Self.hostOrigin, isRequired: true, text: .success(text))
    hasFolder = false
  }

  /// A plug-in that comes with the program; `name` is what messages call its text.
  init(bundled name: String, text: [UInt8]) {
    self.init(path: name, origin: Self.bundledOrigin, isRequired: false, text: .success(text))
    hasFolder = false
  }

  static let bundledOrigin = "bundled"
  /// That of what an app has added: all of it is wanted, so that no two may have one name.
  package static let hostOrigin = "host"

  package var isTrusted: Bool { distrust == nil }

  package var isBundled: Bool { origin == Self.bundledOrigin }

  package init(path: String, origin: String, isRequired: Bool) {
    do throws(RecordError) {
      self.init(try PackageFiles(path: path, luaOnly: true), origin: origin, isRequired: isRequired)
    } catch { self.init(path: path, origin: origin, isRequired: isRequired, text: .failure(error)) }
  }

  /// Where its modules and its data are, if it may have any.
  var folder: String? { !hasFolder ? nil : PackageFiles.moduleFolder(ofPlugin: path) }

  /// What its `require` finds.
  package var places: LuaModules {
    let place = folder.map { "in its own folder, \($0)" } ?? "read with it, and it has none"
    return LuaModules(texts: modules, advice: "a plug-in's modules are \(place)")
  }

  /// The text, or none where it cannot be read, which is said where it is loaded.
  var readText: [UInt8] { if case .success(let text) = text { text } else { [] } }

  /// The folder's name, or the file's without `.lua`: what a plug-in goes by that is too broken to say its own name.
  package var stem: String { PackageFiles.stem(ofPlugin: path) }
}

extension [PluginSource] {
  package var untrusted: [PluginOutcome] { compactMap(PluginOutcome.init(untrusted:)) }
}
