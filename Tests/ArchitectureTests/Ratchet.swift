import Foundation
import TestSupport

/// A count of the sources, and the limit that it keeps.
///
/// `scripts/check-ratchet` fails if a limit is higher than in an earlier commit, or is removed. Lower a limit whenever
/// its count falls.
struct Ratchet: Sendable, CustomStringConvertible {
  let name: String
  let limit: Int
  let count: Int

  var description: String { name }

  /// The most that the count may be: the limit, and the allowances for it.
  var most: Int {
    Self.allowances.reduce(limit) { $1.ratchet == name ? $0 + $1.amount : $0 }
  }

  /// More room while an old and a new implementation stand side by side.
  struct Allowance {
    let ratchet: String
    let amount: Int
    /// The two implementations.
    let reason: String
  }

  /// Empty, except while work on a replacement is unfinished.
  static let allowances: [Allowance] = []

  private static let compatibility = swiftFiles(below: "Compatibility")

  static let all = [
    Ratchet(name: "Swift files", limit: 877, count: SourceFile.all.count),
    Ratchet(
      name: "files named Type+Aspect", limit: 51,
      count: SourceFile.paths.count { $0.contains("+") }),
    Ratchet(
      name: "lines under Sources", limit: 121_705,
      count: SourceFile.paths.reduce(0) { $0 + lineCount(SourceFile.text($1)) }),
    Ratchet(
      name: "lines under Compatibility", limit: 295, count: compatibility.reduce(0) { $0 + lineCount($1) }),
    Ratchet(
      name: "lines of code under Sources and Compatibility", limit: 81_676,
      count: SourceFile.all.reduce(0) { $0 + codeCount($1.lines) }
        + compatibility.reduce(0) { $0 + codeCount($1.split(separator: "\n")) }),
    Ratchet(
      name: "lines of Swift tests", limit: 46_051,
      count: swiftFiles(below: "Tests").reduce(0) { $0 + lineCount($1) }),
    Ratchet(name: "lines with `try? `", limit: 49, count: lines { $0.contains("try? ") }),
    Ratchet(name: "lines over 120 columns", limit: 39, count: lines { $0.count > 120 }),
    Ratchet(
      name: "files that handle memory by hand", limit: 76, count: SourceFile.all.count(where: \.isUnsafe)),
  ]

  private static func lines(_ fits: (Substring) -> Bool) -> Int {
    SourceFile.all.reduce(0) { $0 + $1.lines.count(where: fits) }
  }

  private static func lineCount(_ text: String) -> Int {
    text.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  /// Counts lines that are neither blank nor a comment.
  private static func codeCount(_ lines: [Substring]) -> Int {
    lines.count { line in
      let code = line.drop(while: \.isWhitespace)
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// The texts of all Swift files in a folder of the package.
  private static func swiftFiles(below folder: String) -> [String] {
    let root = BuiltProducts.packageRoot + "/" + folder
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.map {
      (try? String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) ?? ""
    }
  }
}
