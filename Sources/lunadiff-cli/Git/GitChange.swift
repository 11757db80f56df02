/// Two versions of a file, as git names them to a program that is to compare them.
struct GitChange {
  /// A version: where its bytes are, and its mode.
  struct Version {
    let file: String
    let mode: String

    var isAbsent: Bool { file == "/dev/null" }
    /// Whether it is a plain file, and no link or module.
    var isPlain: Bool { isAbsent || mode.hasPrefix("100") }
  }

  let path: String
  /// The path of the new version, which differs where the file was renamed.
  let newPath: String
  let old: Version
  let new: Version

  /// Seven arguments, or nine where the file was renamed; `nil` for anything else.
  init?(_ arguments: [String]) {
    guard arguments.count == 7 || arguments.count == 9 else { return nil }
    path = arguments[0]
    newPath = arguments.count == 9 ? arguments[7] : arguments[0]
    old = Version(file: arguments[1], mode: arguments[3])
    new = Version(file: arguments[4], mode: arguments[6])
  }

  var oldName: String { old.isAbsent ? "/dev/null" : "a/\(path)" }
  var newName: String { new.isAbsent ? "/dev/null" : "b/\(newPath)" }

  /// The lines by which git says that a file may be run, or no more.
  var modeLines: String {
    guard !old.isAbsent, !new.isAbsent, old.mode != new.mode else { return "" }
    return "old mode \(old.mode)\nnew mode \(new.mode)\n"
  }
}
