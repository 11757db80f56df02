import LuaRuntime
import Platform
import Records

/// A script's text, as its file has it now.
struct DebugSource {
  private let text: [UInt8]
  let lines: [String]
  /// What its functions are called where they are written.
  let names: LuaFunctionNames

  /// Reads a file, or the one of its name beside another; `nil` where it cannot be read.
  init?(_ file: String, beside neighbor: String? = nil) {
    let places = [file] + (neighbor.map { ["\(FilePath.directory(of: $0))/\(file)"] } ?? [])
    guard let place = places.first(where: FilePath.exists), let text = try? TextFile.read(place) else { return nil }
    self.text = text
    lines = String(decoding: text, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { VisibleText.line(String($0).replacing("\t", with: "  ")) }
    names = LuaFunctionNames(LuaTokens.all(in: text))
  }

  /// The first line from this one on that has code; `nil` where there is none.
  ///
  /// Of a text without any, as one that cannot be loaded, it is the line itself.
  func codeLine(from line: Int) -> Int? {
    let all = LuaState.codeLines(of: text)
    return all.isEmpty ? line : all.filter { $0 >= line }.min()
  }
}
