import LuaRuntime
import Platform

/// The folder of a file of tests: its tests read and write nowhere else.
struct TestFolder {
  let path: String

  /// The path of a file that a test names.
  ///
  /// - Throws: `LuaError` if the name or a link leads out of the folder, or to something hidden.
  func file(_ name: String, field: String, place: String) throws(LuaError) -> String {
    let path = FilePath.joined(self.path, name)
    let steps = name.split(separator: "/")
    let isRelative = !name.hasPrefix("/") && name != "-" && FilePath.scheme(of: name) == nil
    guard isRelative, steps.allSatisfy({ $0 == "." || !$0.hasPrefix(".") }), FilePath.isInside(path, self.path) else {
      throw LuaError(
        "\(place): '\(field)' is '\(name)', which is hidden or not in the folder of the test\n"
          + "  hint: copy the file into the folder")
    }
    return path
  }
}
